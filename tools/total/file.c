/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Boards total and steps as JSON, with the fields of bench/results/README.md; on rank 0 only. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include "tools/total/file.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/common/support.h"

#ifdef HAVE_CJSON
#include <cjson/cJSON.h>

/* The fields of a board before its rows. */
static cJSON *create_board(const tsw_total_head *head)
{
   char         date[32];
   const time_t now = time(NULL);
   cJSON       *board = cJSON_CreateObject();
   strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
   cJSON_AddStringToObject(board, "board", head->board);
   cJSON_AddStringToObject(board, "date", date);
   cJSON_AddStringToObject(board, "commit", head->commit);
   cJSON_AddStringToObject(board, "gpu", head->place->gpu);
   cJSON_AddStringToObject(board, "cuda", head->place->cuda);
   cJSON_AddStringToObject(board, "cusparse", head->place->cusparse);
   cJSON_AddStringToObject(board, "hypre", HYPRE_RELEASE_VERSION);
   cJSON_AddArrayToObject(board, "rows");
   return board;
}

static bool same_text(const cJSON *a, const cJSON *b, const char *key)
{
   const char *text[] = { cJSON_GetStringValue(cJSON_GetObjectItem(a, key)),
                          cJSON_GetStringValue(cJSON_GetObjectItem(b, key)) };
   return text[0] && text[1] && !strcmp(text[0], text[1]);
}

static bool same_number(const cJSON *a, const cJSON *b, const char *key)
{
   const cJSON *item[] = { cJSON_GetObjectItem(a, key), cJSON_GetObjectItem(b, key) };
   return cJSON_IsNumber(item[0]) && cJSON_IsNumber(item[1]) &&
          !(item[0]->valuedouble < item[1]->valuedouble) &&
          !(item[0]->valuedouble > item[1]->valuedouble);
}

/* A whole file as text, or NULL. */
static char *read_text(const char *name)
{
   FILE  *file = fopen(name, "r");
   char  *text = NULL;
   size_t size = 0;
   if (file && getdelim(&text, &size, '\0', file) < 0)
   {
      free(text);
      text = NULL;
   }
   if (file)
   {
      fclose(file);
   }
   return text;
}

/* Read a board. Return NULL with a message if the file is no board or its head differs. */
static cJSON *read_board(const char *name, const tsw_total_head *head)
{
   static const char *const keys[] = { "board", "commit", "gpu", "cuda", "cusparse", "hypre" };
   char                    *text = read_text(name);
   cJSON                   *old = text ? cJSON_Parse(text) : NULL;
   cJSON                   *mine = create_board(head);
   const char              *fault = NULL;
   if (!text)
   {
      tsw_complain("%s: cannot be read: %s", name, strerror(errno));
   }
   else if (!cJSON_IsArray(cJSON_GetObjectItem(old, "rows")))
   {
      tsw_complain("%s: is not a board written by --json", name);
   }
   else
   {
      for (size_t i = 0; i < sizeof keys / sizeof keys[0] && !fault; i++)
      {
         fault = same_text(old, mine, keys[i]) ? NULL : keys[i];
      }
      if (fault)
      {
         tsw_complain(
            "%s: its field \"%s\" differs from that of this run; write another file by --json",
            name, fault);
      }
   }
   if (!text || fault || !cJSON_IsArray(cJSON_GetObjectItem(old, "rows")))
   {
      cJSON_Delete(old);
      old = NULL;
   }
   cJSON_Delete(mine);
   free(text);
   return old;
}

static void add_residual(cJSON *object, double residual)
{
   if (isfinite(residual))
   {
      cJSON_AddNumberToObject(object, "residual", residual);
   }
   else
   {
      cJSON_AddNullToObject(object, "residual");
   }
}

/* A row with the fields that both boards have; change and mode are NULL on board total. */
static cJSON *begin_row(const tsw_total_head *head, const char *problem, const char *change,
                        const tsw_total_smoother *smoother, const char *ordering, const char *mode)
{
   cJSON *object = cJSON_CreateObject();
   cJSON_AddStringToObject(object, "problem", problem);
   if (change)
   {
      cJSON_AddStringToObject(object, "change", change);
   }
   cJSON_AddStringToObject(object, "smoother", smoother->name);
   cJSON_AddStringToObject(object, "source", smoother->down < 1000 ? "hypre" : "trisweep");
   cJSON_AddStringToObject(object, "ordering", ordering);
   if (mode)
   {
      cJSON_AddStringToObject(object, "mode", mode);
   }
   cJSON_AddNumberToObject(object, "np", head->n_ranks);
   cJSON_AddNumberToObject(object, "gpus", head->place->n_gpus);
   return object;
}

static cJSON *create_row(const tsw_total_head *head, const char *problem, const tsw_total_row *row)
{
   cJSON *object = begin_row(head, problem, NULL, row->smoother, row->ordering, NULL);
   cJSON_AddNumberToObject(object, "iterations", row->iterations);
   add_residual(object, row->residual);
   cJSON_AddNumberToObject(object, "setup_s", row->setup);
   cJSON_AddNumberToObject(object, "solve_s", row->solve);
   cJSON_AddNumberToObject(object, "setup_again_s", row->setup_again);
   cJSON_AddNumberToObject(object, "solve_again_s", row->solve_again);
   cJSON_AddNumberToObject(object, "reps", head->repeat);
   return object;
}

static cJSON *create_steps_row(const tsw_total_head *head, const char *problem,
                               const tsw_steps_row *row)
{
   cJSON *object = begin_row(head, problem, tsw_change_name(row->change), row->smoother,
                             row->ordering, tsw_mode_name(row->mode));
   cJSON_AddNumberToObject(object, "steps", row->n_steps);
   cJSON_AddNumberToObject(object, "iterations_first", row->iterations_first);
   cJSON_AddNumberToObject(object, "iterations_most", row->iterations_most);
   cJSON_AddNumberToObject(object, "iterations_sum", row->iterations_sum);
   cJSON_AddNumberToObject(object, "full_setups", row->full_setups);
   cJSON_AddNumberToObject(object, "setup_s", row->setup);
   cJSON_AddNumberToObject(object, "solve_s", row->solve);
   cJSON_AddNumberToObject(object, "setup_first_s", row->setup_first);
   cJSON_AddNumberToObject(object, "total_s", row->setup + row->solve);
   add_residual(object, row->residual);
   return object;
}

/* Replace the row with the same keys, or append the row if there is none. */
static void put_row(cJSON *rows, cJSON *row)
{
   static const char *const keys[] = {
      "problem", "smoother", "source", "ordering", "change", "mode"
   };
   for (int i = 0; i < cJSON_GetArraySize(rows); i++)
   {
      const cJSON *other = cJSON_GetArrayItem(rows, i);
      bool         same = same_number(other, row, "np") && same_number(other, row, "gpus");
      for (size_t k = 0; same && k < sizeof keys / sizeof keys[0]; k++)
      {
         same = same_text(other, row, keys[k]) || !cJSON_GetObjectItem(row, keys[k]);
      }
      if (same)
      {
         cJSON_ReplaceItemInArray(rows, i, row);
         return;
      }
   }
   cJSON_AddItemToArray(rows, row);
}

bool tsw_total_appendable(const char *file, const tsw_total_head *head)
{
   cJSON     *board = read_board(file, head);
   const bool fine = board != NULL;
   cJSON_Delete(board);
   return fine;
}

/* Write a board, and free it. */
static bool write_board(const char *file, cJSON *board)
{
   char *text = cJSON_Print(board);
   FILE *out = text ? fopen(file, "w") : NULL;
   bool  written = out && fputs(text, out) >= 0 && fputc('\n', out) != EOF;
   written = (!out || fclose(out) == 0) && written;
   if (!written)
   {
      tsw_complain("%s: cannot be written: %s", file, strerror(errno));
   }
   cJSON_free(text);
   cJSON_Delete(board);
   return written;
}

bool tsw_total_write(const char *file, bool append, const tsw_total_head *head, const char *problem,
                     int n_rows, const tsw_total_row *row)
{
   cJSON *board = append ? read_board(file, head) : create_board(head);
   for (int i = 0; board && i < n_rows; i++)
   {
      put_row(cJSON_GetObjectItem(board, "rows"), create_row(head, problem, &row[i]));
   }
   return board && write_board(file, board);
}

bool tsw_steps_write(const char *file, bool append, const tsw_total_head *head, const char *problem,
                     int n_rows, const tsw_steps_row *row)
{
   cJSON *board = append ? read_board(file, head) : create_board(head);
   for (int i = 0; board && i < n_rows; i++)
   {
      put_row(cJSON_GetObjectItem(board, "rows"), create_steps_row(head, problem, &row[i]));
   }
   return board && write_board(file, board);
}
#else
bool tsw_total_appendable(const char *file, const tsw_total_head *head)
{
   (void) head;
   tsw_complain("%s: this build has no cJSON and writes no JSON", file);
   return false;
}

bool tsw_total_write(const char *file, bool append, const tsw_total_head *head, const char *problem,
                     int n_rows, const tsw_total_row *row)
{
   (void) append;
   (void) problem;
   (void) n_rows;
   (void) row;
   return tsw_total_appendable(file, head);
}

bool tsw_steps_write(const char *file, bool append, const tsw_total_head *head, const char *problem,
                     int n_rows, const tsw_steps_row *row)
{
   (void) row;
   return tsw_total_write(file, append, head, problem, n_rows, NULL);
}
#endif
