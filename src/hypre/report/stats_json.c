/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The file of TRISWEEP_STATS=file.json: one entry for each solver, in the order of destruction,
 * written when the process ends. A process that is rank 0 of a smaller communicator, but not of
 * MPI_COMM_WORLD, appends its rank to the file name.
 */
#include "hypre/report/report.h"

#ifdef HAVE_CJSON

#include <cjson/cJSON.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "base/numeric.h"
#include "hypre/base/notice.h"
#include "hypre/state/environment.h"

static cJSON *solvers;
static bool   incomplete;

static void add_number(cJSON *object, const char *name, double value)
{
   incomplete = !cJSON_AddNumberToObject(object, name, value) || incomplete;
}

static void add_text(cJSON *object, const char *name, const char *value)
{
   incomplete = !cJSON_AddStringToObject(object, name, value) || incomplete;
}

/* Append a new object to an array. NULL if memory is out; cJSON ignores additions to NULL. */
static cJSON *add_object(cJSON *array)
{
   cJSON *object = cJSON_CreateObject();
   if (!cJSON_AddItemToArray(array, object))
   {
      cJSON_Delete(object);
      incomplete = true;
      object = NULL;
   }
   return object;
}

static void add_row(cJSON *rows, const tsw_report_row *row)
{
   const tsw_level_sums   *sums = &row->level->sums;
   const tsw_level_maxima *maxima = &row->level->maxima;
   cJSON                  *object = add_object(rows);
   add_number(object, "level", row->level->index);
   add_number(object, "rows", sums->rows);
   add_number(object, "nnz", sums->entries);
   add_number(object, "depth", maxima->depth);
   add_text(object, "ordering", row->stats.ordering);
   add_text(object, "schedule", row->stats.schedule);
   add_text(object, "chosen_by", row->stats.chosen_by);
   add_text(object, "values", row->stats.values);
   add_number(object, "rounded", sums->rounded > 0.0 ? 1.0 : 0.0);
   add_text(object, "refused", row->stats.refused);
   add_number(object, "threads", row->stats.n_threads);
   add_number(object, "zero_diagonals", sums->zero_diagonals);
   add_number(object, "analyses", (double) row->stats.n_analyses);
   add_number(object, "reused", maxima->reused);
   add_number(object, "updates", (double) row->stats.n_updates);
   add_number(object, "analysis_seconds", maxima->analysis_seconds);
   add_number(object, "update_seconds", row->stats.update_seconds);
   add_number(object, "setup_seconds", maxima->setup_seconds);
   add_number(object, "extra_bytes", sums->extra_bytes);
   add_number(object, "low_memory", row->stats.low_memory);
   add_number(object, "cut_entries", (double) row->stats.cut_entries);
   add_number(object, "factor_nnz", sums->factor_entries);
   add_number(object, "factor_seconds", row->stats.factor_seconds);
   add_number(object, "pivots", sums->pivots);
   add_number(object, "sweeps", (double) row->level->sweeps.n_relaxed);
   add_number(object, "seconds_per_sweep", row->seconds_per_sweep);
   add_number(object, "gbytes_per_second", row->gbytes_per_second);
}

/* The numbers of setups with setup=values; of full ones by reason. */
static void add_setups(cJSON *object, const tsw_kept *kept)
{
   cJSON *setups = cJSON_AddObjectToObject(object, "setups");
   add_number(setups, "full", (double) tsw_kept_full(kept));
   add_number(setups, "by_values", (double) kept->n_setups[TSW_FULL_NOT]);
   cJSON *reasons = cJSON_AddObjectToObject(setups, "reasons");
   for (int why = TSW_FULL_NOT + 1; why < TSW_N_FULL; why++)
   {
      if (kept->n_setups[why] > 0)
      {
         add_number(reasons, tsw_full_text((tsw_full_reason) why), (double) kept->n_setups[why]);
      }
   }
   if (kept->declined)
   {
      add_text(setups, "declined", kept->declined);
   }
}

void tsw_report_json_add(const char *title, const char *way, const tsw_kept *kept,
                         const tsw_report_row *rows, int n_rows)
{
   solvers = solvers ? solvers : cJSON_CreateArray();
   cJSON *object = add_object(solvers);
   add_text(object, "solver", title);
   if (n_rows > 0)
   {
      add_number(object, "ranks", rows[0].level->n_ranks);
   }
   if (kept)
   {
      add_setups(object, kept);
   }
   if (way)
   {
      add_text(object, "values_of_other_ranks", way);
   }
   cJSON *levels = cJSON_AddArrayToObject(object, "levels");
   for (int i = 0; i < n_rows; i++)
   {
      add_row(levels, &rows[i]);
   }
}

static void write_text(const char *name, const char *text)
{
   FILE *file = fopen(name, "w");
   bool  good = file && fputs(text, file) >= 0 && fputc('\n', file) >= 0;
   good = file && fclose(file) == 0 && good;
   if (!good)
   {
      tsw_notice("cannot write the statistics to %s: %s", name, strerror(errno));
   }
}

void tsw_report_json_write(void)
{
   const char *file = tsw_environment_stats_file();
   if ((!solvers && !incomplete) || !file)
   {
      return;
   }
   char name[4096], rank[16] = "";
   if (tsw_world_rank() > 0)
   {
      snprintf(rank, sizeof rank, ".%d", tsw_world_rank());
   }
   snprintf(name, sizeof name, "%s%s", file, rank);
   cJSON *root = cJSON_CreateObject();
   add_text(root, "trisweep", trisweep_version());
   add_text(root, "hypre", HYPRE_RELEASE_VERSION);
   cJSON_AddItemToObject(root, "solvers", solvers);
   solvers = NULL;
   const locale_t before = tsw_numeric_begin();
   char          *text = cJSON_Print(root);
   tsw_numeric_end(before);
   if (text && !incomplete)
   {
      write_text(name, text);
   }
   else
   {
      tsw_notice("out of memory for the statistics; %s is not written", name);
   }
   cJSON_free(text);
   cJSON_Delete(root);
}

#else

void tsw_report_json_write(void)
{
}

#endif
