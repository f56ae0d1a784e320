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

#include "base/new_file.h"
#include "base/numeric.h"
#include "hypre/base/notice.h"
#include "hypre/extension.h"
#include "hypre/state/environment.h"

static cJSON *solvers;
static bool   incomplete;

void tsw_report_add_number(cJSON *object, const char *name, double value)
{
   incomplete = !cJSON_AddNumberToObject(object, name, value) || incomplete;
}

void tsw_report_add_text(cJSON *object, const char *name, const char *value)
{
   incomplete = !cJSON_AddStringToObject(object, name, value) || incomplete;
}

cJSON *tsw_report_add_object(cJSON *object, const char *name)
{
   cJSON *added = cJSON_AddObjectToObject(object, name);
   incomplete = !added || incomplete;
   return added;
}

/* Note an item that was not added, for want of memory. cJSON ignores additions to NULL. */
static cJSON *add_item(cJSON_bool added, cJSON *item)
{
   if (!added)
   {
      cJSON_Delete(item);
      incomplete = true;
   }
   return added ? item : NULL;
}

static void add_row(cJSON *rows, const tsw_report_row *row)
{
   const tsw_level_sums   *sums = &row->level->sums;
   const tsw_level_maxima *maxima = &row->level->maxima;
   cJSON                  *object = cJSON_CreateObject();
   object = add_item(cJSON_AddItemToArray(rows, object), object);
   tsw_report_add_number(object, "level", row->level->index);
   tsw_report_add_number(object, "rows", sums->rows);
   tsw_report_add_number(object, "nnz", sums->entries);
   tsw_report_add_number(object, "depth", maxima->depth);
   tsw_report_add_text(object, "ordering", row->stats.ordering);
   tsw_report_add_text(object, "schedule", row->stats.schedule);
   tsw_report_add_text(object, "chosen_by", row->stats.chosen_by);
   tsw_report_add_text(object, "values", row->stats.values);
   tsw_report_add_number(object, "rounded", sums->rounded > 0.0 ? 1.0 : 0.0);
   tsw_report_add_text(object, "refused", row->stats.refused);
   tsw_report_add_number(object, "threads", row->stats.n_threads);
   tsw_report_add_number(object, "zero_diagonals", sums->zero_diagonals);
   tsw_report_add_number(object, "analyses", (double) row->stats.n_analyses);
   tsw_report_add_number(object, "reused", maxima->reused);
   tsw_report_add_number(object, "updates", (double) row->stats.n_updates);
   tsw_report_add_number(object, "analysis_seconds", maxima->analysis_seconds);
   tsw_report_add_number(object, "update_seconds", row->stats.update_seconds);
   tsw_report_add_number(object, "setup_seconds", maxima->setup_seconds);
   tsw_report_add_number(object, "extra_bytes", sums->extra_bytes);
   tsw_report_add_number(object, "low_memory", row->stats.low_memory);
   tsw_report_add_number(object, "cut_entries", (double) row->stats.cut_entries);
   tsw_report_add_number(object, "factor_nnz", sums->factor_entries);
   tsw_report_add_number(object, "factor_seconds", row->stats.factor_seconds);
   tsw_report_add_number(object, "pivots", sums->pivots);
   tsw_report_add_number(object, "sweeps", (double) row->level->sweeps.n_relaxed);
   tsw_report_add_number(object, "seconds_per_sweep", row->seconds_per_sweep);
   tsw_report_add_number(object, "gbytes_per_second", row->gbytes_per_second);
}

void tsw_report_json_add(const char *title, const tsw_solver *solver, tsw_level *const *levels,
                         int n_levels)
{
   tsw_report_row row;
   int            n_ranks = 0;
   cJSON         *object = cJSON_CreateObject(), *rows = cJSON_CreateArray();
   solver ? tsw_extensions_report(solver, object) : (void) 0;
   for (int k = 0; k < n_levels; k++)
   {
      if (tsw_report_row_of(levels[k], &row))
      {
         n_ranks = levels[k]->n_ranks;
         add_row(rows, &row);
      }
   }
   if (n_ranks == 0 && object && !object->child)
   {
      cJSON_Delete(object);
      cJSON_Delete(rows);
      return;
   }
   tsw_report_add_text(object, "solver", title);
   n_ranks > 0 ? tsw_report_add_number(object, "ranks", n_ranks) : (void) 0;
   solvers = solvers ? solvers : cJSON_CreateArray();
   add_item(cJSON_AddItemToObject(object, "levels", rows), rows);
   add_item(cJSON_AddItemToArray(solvers, object), object);
}

static void write_text(const char *name, const char *text)
{
   tsw_new_file file;
   if (!tsw_new_file_open(&file, name) ||
       !tsw_new_file_close(&file, fprintf(file.stream, "%s\n", text) > 0))
   {
      tsw_notice("cannot write the statistics to %s: %s", name, strerror(errno));
   }
}

void tsw_report_json_write(void)
{
   const char *file = tsw_variables.stats_file;
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
   tsw_report_add_text(root, "trisweep", trisweep_version());
   tsw_report_add_text(root, "hypre", HYPRE_RELEASE_VERSION);
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

#include "base/absent.h"

TSW_ABSENT(, void, tsw_report_json_write, void)
TSW_ABSENT(, void, tsw_report_json_add, const char *title, const tsw_solver *solver,
           tsw_level *const *levels, int n_levels)
TSW_ABSENT(, void, tsw_report_add_number, struct cJSON *object, const char *name, double value)
TSW_ABSENT(, void, tsw_report_add_text, struct cJSON *object, const char *name, const char *value)
TSW_ABSENT(NULL, struct cJSON *, tsw_report_add_object, struct cJSON *object, const char *name)

#endif
