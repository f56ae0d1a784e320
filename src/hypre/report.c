/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/report.h"

#include <stdio.h>
#include <stdlib.h>

#include "hypre/alloc.h"
#include "hypre/environment.h"
#include "hypre/say.h"

enum
{
   N_SUMS = 7,  /* failures, rows, entries, extra bytes, zero diagonals, work, waited */
   N_MAXIMA = 2 /* depth, analysis */
};

static trisweep_stats stats_of(const tsw_level *level)
{
   trisweep_stats stats;
   if (trisweep_smoother_stats(level->smoother, sizeof stats, &stats) != TRISWEEP_OK)
   {
      tsw_abort("%s", trisweep_message());
   }
   return stats;
}

static void pack_sums(const tsw_level *level, double *sums, double *maxima)
{
   const trisweep_stats stats = stats_of(level);
   sums[0] = level->failed;
   sums[1] = (double) level->block.n_rows;
   sums[2] = (double) level->block.nnz;
   sums[3] = (double) stats.extra_bytes + tsw_level_buffer_bytes(level);
   sums[4] = (double) stats.zero_diagonals;
   sums[5] = level->work_seconds;
   sums[6] = level->waited_seconds;
   maxima[0] = (double) stats.depth;
   maxima[1] = level->analysis_seconds;
}

static void unpack_sums(tsw_level *level, const double *sums, const double *maxima)
{
   level->failed = sums[0] > 0.0;
   level->sums.rows = sums[1];
   level->sums.entries = sums[2];
   level->sums.extra_bytes = sums[3];
   level->sums.zero_diagonals = sums[4];
   level->sums.depth = maxima[0];
   level->sums.analysis_seconds = maxima[1];
   level->sums.hidden_share = sums[5] > sums[6] ? 1.0 - sums[6] / sums[5] : 0.0;
}

static void say_failed(const tsw_level *level, int n_failed)
{
   if (level->rank == 0)
   {
      char where[32] = "a matrix outside of BoomerAMG";
      if (level->index >= 0)
      {
         snprintf(where, sizeof where, "level %d", level->index);
      }
      tsw_say("%s: smoothing is off, since the matrix was refused on %d of %d ranks (the reason is "
              "above); x will not be touched; correct the matrix and set up again",
              where, n_failed, level->n_ranks);
   }
}

bool tsw_report_agree(tsw_level **levels, int n_levels, MPI_Comm comm)
{
   double *sums = tsw_alloc((size_t) n_levels * N_SUMS, sizeof *sums);
   double *maxima = tsw_alloc((size_t) n_levels * N_MAXIMA, sizeof *maxima);
   bool    good = true;
   for (int k = 0; k < n_levels; k++)
   {
      if (levels[k])
      {
         pack_sums(levels[k], &sums[(size_t) k * N_SUMS], &maxima[(size_t) k * N_MAXIMA]);
      }
   }
   MPI_Allreduce(MPI_IN_PLACE, sums, n_levels * N_SUMS, MPI_DOUBLE, MPI_SUM, comm);
   MPI_Allreduce(MPI_IN_PLACE, maxima, n_levels * N_MAXIMA, MPI_DOUBLE, MPI_MAX, comm);
   for (int k = 0; k < n_levels; k++)
   {
      if (levels[k])
      {
         const int n_failed = (int) sums[(size_t) k * N_SUMS];
         unpack_sums(levels[k], &sums[(size_t) k * N_SUMS], &maxima[(size_t) k * N_MAXIMA]);
         if (n_failed > 0)
         {
            good = false;
            say_failed(levels[k], n_failed);
         }
      }
   }
   free(sums);
   free(maxima);
   if (!good)
   {
      hypre_error_w_msg(HYPRE_ERROR_GENERIC, "trisweep refused a matrix; see its message");
   }
   return good;
}

void tsw_report_zero_diagonals(tsw_solver *solver)
{
   bool any = false;
   for (int k = 0; k < solver->n_levels && !solver->warned_zero_diagonal; k++)
   {
      const tsw_level *level = solver->levels[k];
      if (level && level->sums.zero_diagonals > 0.0)
      {
         any = true;
         if (tsw_speaks(level->rank, level->n_ranks))
         {
            tsw_say("level %d: %.0f of %.0f rows have a zero or missing diagonal entry; their x "
                    "stays as it is, as in hypre",
                    k, level->sums.zero_diagonals, level->sums.rows);
         }
      }
   }
   solver->warned_zero_diagonal = solver->warned_zero_diagonal || any;
}

static tsw_report_row row_of(const tsw_level *level)
{
   tsw_report_row row = { .level = level->index, .n_ranks = level->n_ranks, .sums = level->sums };
   row.stats = stats_of(level);
   row.n_relaxed = level->n_relaxed;
   if (row.stats.n_sweeps > 0 && row.stats.sweep_seconds > 0.0)
   {
      row.seconds_per_sweep = row.stats.sweep_seconds / (double) row.stats.n_sweeps;
      row.gbytes_per_second = 1e-9 * row.stats.sweep_bytes / row.stats.sweep_seconds;
   }
   return row;
}

static void emit(const char *title, tsw_level *const *levels, int n_levels)
{
   const char          *file;
   const tsw_stats_form form = tsw_environment_stats(&file);
   tsw_report_row      *rows = tsw_alloc((size_t) n_levels, sizeof *rows);
   int                  n_rows = 0;
   for (int k = 0; k < n_levels && form != TSW_STATS_OFF; k++)
   {
      if (levels[k] && tsw_speaks(levels[k]->rank, levels[k]->n_ranks))
      {
         rows[n_rows++] = row_of(levels[k]);
      }
   }
   if (n_rows > 0 && form == TSW_STATS_TABLE)
   {
      tsw_report_print(title, rows, n_rows);
   }
#ifdef HAVE_CJSON
   if (n_rows > 0 && form == TSW_STATS_JSON)
   {
      tsw_report_json_add(title, rows, n_rows);
   }
#endif
   free(rows);
}

void tsw_report_solver(const tsw_solver *solver)
{
   char title[64];
   snprintf(title, sizeof title, "BoomerAMG solver %d", solver->id);
   emit(title, solver->levels, solver->n_levels);
}

void tsw_report_raw(tsw_level *level)
{
   emit("matrix outside of BoomerAMG", &level, 1);
}
