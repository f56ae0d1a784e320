/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/report/report.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/numeric.h"
#include "hypre/base/notice.h"
#include "hypre/report/summary.h"
#include "hypre/state/environment.h"

enum
{
   /* failures, rows, entries, extra bytes, zero diagonals, factor entries, pivots, refused, not
    * loaded, ranks whose sweeps may keep a residual */
   N_SUMS = 10,
   AT_ONCE = 32, /* levels of one reduction */
   N_MAXIMA = 5  /* depth, analysis time, first pivot, minus the re-uses, setup time */
};

/*
 * The rank and row of a pivot as one number, exact in a double: the maximum over all ranks is that
 * of the first pivot; 0: there is none.
 */
static const double most_rows = 2147483648.0;     /* 2^31 */
static const double largest = 9007199254740992.0; /* 2^53 */

static double pack_pivot(int rank, int64_t row)
{
   return row < 0 ? 0.0 : largest - (most_rows * rank + (double) row);
}

static void unpack_pivot(double pivot, double *rank, double *row)
{
   const double all = largest - pivot;
   *rank = pivot > 0.0 ? floor(all / most_rows) : -1.0;
   *row = pivot > 0.0 ? all - *rank * most_rows : -1.0;
}

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
   sums[0] = level->failure.failed;
   sums[1] = (double) level->block.n_rows;
   sums[2] = (double) level->block.nnz;
   sums[3] = (double) stats.extra_bytes + tsw_level_buffer_bytes(level);
   sums[4] = (double) stats.zero_diagonals;
   sums[5] = (double) stats.factor_nnz;
   sums[6] = (double) (stats.pivots_boosted + stats.pivots_skipped);
   sums[7] = level->failure.refused;
   sums[8] = level->state != TSW_LEVEL_LOADED;
   sums[9] = !stats.in_place || level->block.space != TRISWEEP_HOST;
   maxima[0] = (double) stats.depth;
   maxima[1] = level->analysis_seconds;
   maxima[2] = pack_pivot(level->rank, stats.first_pivot_row);
   maxima[3] = -(double) stats.n_reuses;
   maxima[4] = level->waited_seconds;
}

static void unpack_sums(tsw_level *level, const double *sums, const double *maxima)
{
   tsw_level_agree_on_failure(level, (int) sums[0], (int) sums[7]);
   level->sweeps.in_place = sums[9] == 0.0;
   level->sweeps.n_in_place = 0;
   level->loaded.halo_vectors =
      sums[0] == 0.0 && sums[8] == 0.0 ? 1 : 0; /* loads reserve the buffers */
   level->sums.rows = sums[1];
   level->sums.entries = sums[2];
   level->sums.extra_bytes = sums[3];
   level->sums.zero_diagonals = sums[4];
   level->sums.factor_entries = sums[5];
   level->sums.pivots = sums[6];
   unpack_pivot(maxima[2], &level->sums.pivot_rank, &level->sums.pivot_row);
   level->sums.depth = maxima[0];
   level->sums.analysis_seconds = maxima[1];
   level->sums.reused = -maxima[3];
   level->sums.setup_seconds = maxima[4];
}

static void print_failed(const tsw_level *level, int n_failed)
{
   if (level->rank == 0)
   {
      char where[32] = "a matrix outside of BoomerAMG";
      if (level->index >= 0)
      {
         snprintf(where, sizeof where, "level %d", level->index);
      }
      tsw_notice(
         level->failure.left_to_hypre
            ? "%s: hypre's own smoother is in use, because %d of %d ranks have no smoother of "
              "trisweep (the reason is above); remove the reason and set up again"
            : "%s: no smoother is in use, because the matrix was refused on %d of %d ranks (the "
              "reason is above); sweeps leave x unchanged; correct the matrix and set up again",
         where, n_failed, level->n_ranks);
   }
}

/* Reduce the statistics of at most AT_ONCE levels. False if any level failed on any rank. */
static bool agree_on(tsw_level **levels, int n, MPI_Comm comm)
{
   double sums[AT_ONCE * N_SUMS] = { 0.0 }, maxima[AT_ONCE * N_MAXIMA] = { 0.0 };
   bool   good = true;
   for (int k = 0; k < n; k++)
   {
      if (levels[k])
      {
         pack_sums(levels[k], &sums[k * N_SUMS], &maxima[k * N_MAXIMA]);
      }
   }
   MPI_Allreduce(MPI_IN_PLACE, sums, n * N_SUMS, MPI_DOUBLE, MPI_SUM, comm);
   MPI_Allreduce(MPI_IN_PLACE, maxima, n * N_MAXIMA, MPI_DOUBLE, MPI_MAX, comm);
   for (int k = 0; k < n; k++)
   {
      if (levels[k])
      {
         const int n_failed = (int) sums[k * N_SUMS];
         unpack_sums(levels[k], &sums[k * N_SUMS], &maxima[k * N_MAXIMA]);
         if (n_failed > 0)
         {
            good = false;
            print_failed(levels[k], n_failed);
         }
      }
   }
   return good;
}

bool tsw_report_agree(tsw_level **levels, int n_levels, MPI_Comm comm)
{
   bool good = true;
   for (int k = 0; k < n_levels; k += AT_ONCE)
   {
      good = agree_on(&levels[k], n_levels - k < AT_ONCE ? n_levels - k : AT_ONCE, comm) && good;
   }
   if (!good)
   {
      tsw_raise("trisweep does not smooth; see the message of trisweep");
   }
   return good;
}

/* Did the level fail? alone: in a sweep, for a reason that this rank has printed. */
static bool has_failed(const tsw_level *level, bool *alone)
{
   const bool failed = level && level->failure.failed;
   *alone = *alone || (failed && !level->failure.known_to_all && level->failure.printed);
   return failed;
}

void tsw_report_sweeps(tsw_solver *solver)
{
   bool failed = solver->no_extra_level, alone = false;
   for (int k = 0; k < solver->n_levels; k++)
   {
      failed = has_failed(solver->levels[k], &alone) || failed;
   }
   for (const tsw_level *extra = solver->extra_levels; extra; extra = extra->next)
   {
      failed = has_failed(extra, &alone) || failed;
   }
   if (failed)
   {
      tsw_raise("trisweep did not smooth; see the message of trisweep");
   }
   if (alone && !solver->warned_sweeps)
   {
      tsw_notice("rank %d: a sweep failed (the reason is above) and set x to NaN, so that the "
                 "solver does not converge to a wrong solution; set up again",
                 tsw_world_rank());
   }
   solver->warned_sweeps = alone;
   solver->no_extra_level = false;
}

void tsw_report_diagonals(tsw_solver *solver)
{
   bool zeros = solver->warned_zero_diagonal, pivots = solver->warned_pivots;
   for (int k = 0; k < solver->n_levels; k++)
   {
      const tsw_level      *level = solver->levels[k];
      const tsw_level_sums *sums = level ? &level->sums : NULL;
      const bool            prints = level && tsw_prints_for(level->rank, level->n_ranks);
      /* the message about pivots covers rows without a diagonal in incomplete factors */
      const bool has_zeros =
         level && level->plan.factors == TRISWEEP_NO_FACTORS && sums->zero_diagonals > 0.0;
      if (has_zeros && prints && !solver->warned_zero_diagonal)
      {
         tsw_notice("level %d: %.0f of %.0f rows have a zero or missing diagonal entry; sweeps "
                    "leave x of these rows unchanged, as in hypre",
                    k, sums->zero_diagonals, sums->rows);
      }
      if (level && sums->pivots > 0.0 && prints && !solver->warned_pivots)
      {
         tsw_notice("level %d: %.0f of %.0f pivots of the incomplete factors are zero or tiny, the "
                    "first on rank %.0f, row %.0f; the option pivot (boost, skip, error) selects "
                    "how such pivots are treated",
                    k, sums->pivots, sums->rows, sums->pivot_rank, sums->pivot_row);
      }
      zeros = zeros || has_zeros;
      pivots = pivots || (level && sums->pivots > 0.0);
   }
   solver->warned_zero_diagonal = zeros;
   solver->warned_pivots = pivots;
}

static tsw_report_row row_of(const tsw_level *level)
{
   tsw_report_row row = { .level = level->index, .n_ranks = level->n_ranks, .sums = level->sums };
   row.stats = stats_of(level);
   if (level->together.ordering)
   {
      row.stats.schedule = "together";
      row.stats.ordering = level->together.ordering;
   }
   row.n_relaxed = level->sweeps.n_relaxed;
   const double seconds = row.stats.sweep_seconds + row.stats.correct_seconds;
   const double bytes = row.stats.sweep_bytes + row.stats.correct_bytes;
   if (seconds > 0.0)
   {
      row.seconds_per_sweep = seconds / (double) (row.stats.n_sweeps + row.stats.n_corrections);
      row.gbytes_per_second = 1e-9 * bytes / seconds;
   }
   return row;
}

/* The table of TRISWEEP_STATS=1, in the style of hypre's tables. */
static void print(const char *title, const char *way, const tsw_report_row *rows, int n_rows)
{
   printf("\n\n trisweep %s, %s on %d rank%s (sweep times and bandwidth: those of rank 0):\n\n",
          trisweep_version(), title, rows[0].n_ranks, rows[0].n_ranks > 1 ? "s" : "");
   printf("                  nonzero     DAG                             chosen analysis"
          "          setup     extra   factor            per sweep\n");
   printf(" lev       rows   entries   depth  order        schedule         by     (ms)"
          " reused    (ms)      (MB)  entries  sweeps     (ms)     GB/s\n");
   printf(" ============================================================================"
          "=========================================================\n");
   for (int i = 0; i < n_rows; i++)
   {
      const tsw_report_row *row = &rows[i];
      char                  level[16] = "  -";
      if (row->level >= 0)
      {
         snprintf(level, sizeof level, "%3d", row->level);
      }
      printf(" %s %10.0f %9.0f %7.0f  %-12s %-12s %6s %8.2f %6.0f %7.2f %9.2f %8.0f %7ld "
             "%8.3f %8.2f\n",
             level, row->sums.rows, row->sums.entries, row->sums.depth, row->stats.ordering,
             row->stats.schedule, row->stats.chosen_by, 1e3 * row->sums.analysis_seconds,
             row->sums.reused, 1e3 * row->sums.setup_seconds, 1e-6 * row->sums.extra_bytes,
             row->sums.factor_entries, row->n_relaxed, 1e3 * row->seconds_per_sweep,
             row->gbytes_per_second);
   }
   if (way)
   {
      printf(" values of other ranks: %s\n", way);
   }
   printf("\n");
   fflush(stdout);
}

static void emit(const char *title, const char *way, TSW_UNUSED const tsw_kept *kept,
                 tsw_level *const *levels, int n_levels)
{
   const tsw_stats_form form = tsw_environment_stats();
   tsw_report_row      *rows = calloc((size_t) n_levels + 1, sizeof *rows);
   int                  n_rows = 0;
   if (!rows)
   {
      tsw_notice("out of memory for the statistics of %s", title);
      return;
   }
   for (int k = 0; k < n_levels && form != TSW_STATS_OFF; k++)
   {
      if (levels[k] && tsw_prints_for(levels[k]->rank, levels[k]->n_ranks))
      {
         rows[n_rows++] = row_of(levels[k]);
      }
   }
   if (n_rows > 0 && form == TSW_STATS_TABLE)
   {
      const locale_t before = tsw_numeric_begin();
      print(title, way, rows, n_rows);
      tsw_numeric_end(before);
   }
#ifdef HAVE_CJSON
   kept = kept && kept->prints ? kept : NULL;
   if ((n_rows > 0 || kept) && form == TSW_STATS_JSON)
   {
      tsw_report_json_add(title, way, kept, rows, n_rows);
   }
#endif
   free(rows);
}

/* The line of setups with setup=values. */
static void print_setups(const char *title, const tsw_solver *solver)
{
   char text[256];
   if (solver->kept && tsw_environment_stats() == TSW_STATS_TABLE && solver->kept->prints)
   {
      tsw_kept_describe(solver->kept, text, sizeof text);
      printf(" trisweep, %s: setups: %s\n\n", title, text);
      fflush(stdout);
   }
}

void tsw_report_solver(const tsw_solver *solver)
{
   char title[64];
   snprintf(title, sizeof title, "BoomerAMG solver %d", solver->id);
   emit(title, solver->way, solver->kept, solver->levels, solver->n_levels);
   tsw_summary_add_solver(solver);
   print_setups(title, solver);
}

void tsw_report_standalone(tsw_level *level)
{
   emit("matrix outside of BoomerAMG", NULL, NULL, &level, 1);
}
