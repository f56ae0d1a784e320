/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/board/file.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tools/common/json.h"
#include "tools/common/support.h"

static const char PEAK[] = "peak_bytes";

/* The fields of a board before its rows. */
static cJSON *create_board(const tsw_head *head)
{
   char         date[32];
   const time_t now = time(NULL);
   cJSON       *board = cJSON_CreateObject();
   strftime(date, sizeof date, "%Y-%m-%d", gmtime(&now));
   cJSON_AddStringToObject(board, "board",
                           head->options->task == TSW_BOARD_STEPS ? "steps" : "total");
   cJSON_AddStringToObject(board, "date", date);
   cJSON_AddStringToObject(board, "commit", head->options->commit);
   cJSON_AddStringToObject(board, "gpu", head->machine->gpu);
   cJSON_AddStringToObject(board, "cuda", head->machine->cuda);
   cJSON_AddStringToObject(board, "cusparse", head->machine->cusparse);
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
static cJSON *read_board(const tsw_head *head)
{
   const char              *name = head->options->json;
   static const char *const keys[] = { "board", "commit", "gpu", "cuda", "cusparse", "hypre" };
   char                    *text = read_text(name);
   cJSON                   *old = text ? cJSON_Parse(text) : NULL;
   cJSON                   *mine = create_board(head);
   const bool               is_board = cJSON_IsArray(cJSON_GetObjectItem(old, "rows"));
   const char              *fault = NULL;
   if (!text)
   {
      tsw_complain("%s: cannot be read: %s", name, strerror(errno));
   }
   else if (!is_board)
   {
      tsw_complain("%s: is not a board written by --json", name);
   }
   for (size_t i = 0; i < sizeof keys / sizeof keys[0] && is_board && !fault; i++)
   {
      fault = same_text(old, mine, keys[i]) ? NULL : keys[i];
   }
   if (fault)
   {
      tsw_complain(
         "%s: its field \"%s\" differs from that of this run; write another file by --json", name,
         fault);
   }
   if (!is_board || fault)
   {
      cJSON_Delete(old);
      old = NULL;
   }
   cJSON_Delete(mine);
   free(text);
   return old;
}

static void add_total(cJSON *object, const tsw_row *row, int repeat)
{
   cJSON_AddNumberToObject(object, "iterations", row->iterations);
   tsw_json_number(object, "residual", row->residual);
   cJSON_AddNumberToObject(object, "setup_s", row->setup);
   cJSON_AddNumberToObject(object, "solve_s", row->solve);
   cJSON_AddNumberToObject(object, "setup_again_s", row->setup_again);
   cJSON_AddNumberToObject(object, "solve_again_s", row->solve_again);
   cJSON_AddNumberToObject(object, "reps", repeat);
}

static void add_steps(cJSON *object, const tsw_row *row)
{
   cJSON_AddNumberToObject(object, "steps", row->n_steps);
   cJSON_AddNumberToObject(object, "iterations_first", row->iterations_first);
   cJSON_AddNumberToObject(object, "iterations_most", row->iterations_most);
   cJSON_AddNumberToObject(object, "iterations_sum", row->iterations_sum);
   cJSON_AddNumberToObject(object, "full_setups", row->full_setups);
   cJSON_AddNumberToObject(object, "setup_s", row->setup);
   cJSON_AddNumberToObject(object, "solve_s", row->solve);
   cJSON_AddNumberToObject(object, "setup_first_s", row->setup_first);
   cJSON_AddNumberToObject(object, "total_s", row->setup + row->solve);
   tsw_json_number(object, "residual", row->residual);
}

static cJSON *create_row(const tsw_head *head, const char *problem, const tsw_row *row)
{
   const bool steps = head->options->task == TSW_BOARD_STEPS;
   cJSON     *object = cJSON_CreateObject();
   cJSON_AddStringToObject(object, "problem", problem);
   if (steps)
   {
      cJSON_AddStringToObject(object, "change", tsw_change_name(row->change));
   }
   cJSON_AddStringToObject(object, "smoother", row->smoother);
   cJSON_AddStringToObject(object, "source", row->trisweep ? "trisweep" : "hypre");
   cJSON_AddStringToObject(object, "ordering", row->ordering);
   if (steps)
   {
      cJSON_AddStringToObject(object, "mode", tsw_mode_name(row->mode));
   }
   cJSON_AddNumberToObject(object, "np", head->n_ranks);
   cJSON_AddNumberToObject(object, "gpus", head->machine->n_gpus);
   if (steps)
   {
      add_steps(object, row);
   }
   else
   {
      add_total(object, row, head->options->repeat);
   }
   if (row->peak_bytes > 0.0)
   {
      cJSON_AddNumberToObject(object, PEAK, row->peak_bytes);
   }
   return object;
}

/*
 * Replace the row with the same keys, but for one with a peak only its peak; or append the row if
 * there is none.
 */
static void put_row(cJSON *list, cJSON *row)
{
   static const char *const keys[] = {
      "problem", "smoother", "source", "ordering", "change", "mode"
   };
   for (int i = 0; i < cJSON_GetArraySize(list); i++)
   {
      cJSON *other = cJSON_GetArrayItem(list, i);
      bool   same = same_number(other, row, "np") && same_number(other, row, "gpus");
      for (size_t k = 0; same && k < sizeof keys / sizeof keys[0]; k++)
      {
         same = same_text(other, row, keys[k]) || !cJSON_GetObjectItem(row, keys[k]);
      }
      if (same && cJSON_GetObjectItem(row, PEAK))
      {
         cJSON_DeleteItemFromObject(other, PEAK);
         cJSON_AddItemToObject(other, PEAK, cJSON_DetachItemFromObject(row, PEAK));
         cJSON_Delete(row);
         return;
      }
      if (same)
      {
         cJSON_ReplaceItemInArray(list, i, row);
         return;
      }
   }
   cJSON_AddItemToArray(list, row);
}

bool tsw_board_appendable(const tsw_head *head)
{
   cJSON     *board = read_board(head);
   const bool fine = board != NULL;
   cJSON_Delete(board);
   return fine;
}

bool tsw_board_write(const tsw_head *head, bool append, const char *problem, int n_rows,
                     const tsw_row *row)
{
   const char *file = head->options->json;
   cJSON      *board = append ? read_board(head) : create_board(head);
   for (int i = 0; board && i < n_rows; i++)
   {
      put_row(cJSON_GetObjectItem(board, "rows"), create_row(head, problem, &row[i]));
   }
   tsw_new_file out;
   const bool   written = board && tsw_create_file(file, &out) &&
                        tsw_finish_file(file, &out, tsw_json_write(board, out.stream));
   cJSON_Delete(board);
   return written;
}
