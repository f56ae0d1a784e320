/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/report/report.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/numeric.h"
#include "hypre/base/notice.h"
#include "hypre/extension.h"
#include "hypre/report/summary.h"
#include "hypre/state/environment.h"

enum
{
   N_SUMS = sizeof(tsw_level_sums) / sizeof(double),
   N_MAXIMA = sizeof(tsw_level_maxima) / sizeof(double)
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
   trisweep_stats stats = {
      .schedule = "none", .ordering = "none", .chosen_by = "none", .refused = "none"
   };
   if (level->smoother &&
       trisweep_smoother_stats(level->smoother, sizeof stats, &stats) != TRISWEEP_OK)
   {
      tsw_print(trisweep_message());
   }
   return stats;
}

static void pack(const tsw_level *level, tsw_level_sums *sums, tsw_level_maxima *maxima)
{
   const trisweep_stats stats = stats_of(level);
   sums->failed = tsw_level_has_failed(level);
   sums->refused = level->failure.refused;
   sums->without_values = level->state != TSW_LEVEL_LOADED;
   sums->copied = !stats.in_place || level->block.space != TRISWEEP_HOST;
   sums->rounded = (double) stats.rounded;
   sums->rows = (double) level->block.n_rows;
   sums->entries = (double) level->block.nnz;
   sums->extra_bytes = (double) stats.extra_bytes + tsw_level_buffer_bytes(level);
   sums->zero_diagonals = (double) stats.zero_diagonals;
   sums->factor_entries = (double) stats.factor_nnz;
   sums->pivots = (double) (stats.pivots_boosted + stats.pivots_skipped);
   maxima->depth = (double) stats.depth;
   maxima->analysis_seconds = level->analysis_seconds;
   maxima->setup_seconds = level->waited_seconds;
   maxima->first_pivot = pack_pivot(level->rank, stats.first_pivot_row);
   maxima->reused = -(double) stats.n_reuses;
}

static void print_failed(const tsw_level *level)
{
   if (level->rank == 0)
   {
      char name[TSW_LEVEL_NAME];
      tsw_notice(
         level->failure.extent == TSW_LEVEL_LEFT_TO_HYPRE
            ? "%s: hypre's own smoother is in use, because %d of %d ranks have no smoother of "
              "trisweep (the reason is above); remove the reason and set up again"
            : "%s: no smoother is in use, because the matrix was refused on %d of %d ranks (the "
              "reason is above); sweeps leave x unchanged; correct the matrix and set up again",
         tsw_level_name(level, name), (int) level->sums.failed, level->n_ranks);
   }
}

/* Note, once for each level, that another schedule replaces the requested one. */
static void note_replaced(tsw_level *level, const trisweep_stats *stats, char *low, size_t size)
{
   const size_t used = strlen(low);
   if (level->plan.printed_replaced)
   {
      return;
   }
   if (strcmp(stats->refused, "none") != 0)
   {
      level->plan.printed_replaced = true;
      tsw_notice("rank %d, level %d: the device refuses schedule %s for this level; schedule %s "
                 "is used instead",
                 level->rank, level->index, stats->refused, stats->schedule);
   }
   if (stats->low_memory)
   {
      level->plan.printed_replaced = true;
      snprintf(low + used, size - used, "%s %d (%s)", used ? "," : "", level->index,
               stats->schedule);
   }
}

void tsw_report_replaced(tsw_level *const *levels, int n_levels)
{
   char           low[512] = "";
   int            rank = 0;
   trisweep_stats stats;
   for (int k = 0; k < n_levels; k++)
   {
      tsw_level *level = levels[k];
      if (level && level->smoother &&
          trisweep_smoother_stats(level->smoother, sizeof stats, &stats) == TRISWEEP_OK)
      {
         rank = level->rank;
         note_replaced(level, &stats, low, sizeof low);
      }
   }
   if (low[0])
   {
      tsw_notice(
         "rank %d: not enough memory for the requested schedules; slower schedules of least "
         "memory are used on levels%s",
         rank, low);
   }
}

bool tsw_report_agree(tsw_level **levels, int n_levels, MPI_Comm comm)
{
   tsw_level_sums   sums[TSW_MOST_LEVELS] = { 0 };
   tsw_level_maxima maxima[TSW_MOST_LEVELS] = { 0 };
   bool             good = true;
   tsw_report_replaced(levels, n_levels);
   for (int k = 0; k < n_levels; k++)
   {
      levels[k] ? pack(levels[k], &sums[k], &maxima[k]) : (void) 0;
   }
   MPI_Allreduce(MPI_IN_PLACE, sums, n_levels * N_SUMS, MPI_DOUBLE, MPI_SUM, comm);
   MPI_Allreduce(MPI_IN_PLACE, maxima, n_levels * N_MAXIMA, MPI_DOUBLE, MPI_MAX, comm);
   for (int k = 0; k < n_levels; k++)
   {
      if (levels[k])
      {
         maxima[k].reused = -maxima[k].reused;
         tsw_level_agree(levels[k], &sums[k], &maxima[k]);
         if (sums[k].failed > 0.0)
         {
            good = false;
            print_failed(levels[k]);
         }
      }
   }
   if (!good)
   {
      tsw_raise("trisweep does not smooth; see the message of trisweep");
   }
   return good;
}

/* Has a level failed? *here: in a sweep on this rank, which has printed the reason. */
static bool has_failed(const tsw_level *level, bool *here)
{
   *here = *here || (level->failure.extent == TSW_LEVEL_FAILED && level->failure.printed);
   return tsw_level_has_failed(level);
}

void tsw_report_sweeps(tsw_solver *solver)
{
   bool any = solver->no_extra_level, here = false;
   for (int k = 0; k < solver->n_levels; k++)
   {
      any = (solver->levels[k] && has_failed(solver->levels[k], &here)) || any;
   }
   for (const tsw_level *extra = solver->extra_levels; extra; extra = extra->next)
   {
      any = has_failed(extra, &here) || any;
   }
   if (any)
   {
      tsw_raise("trisweep did not smooth; see the message of trisweep");
   }
   if (here && !solver->warned_sweeps)
   {
      tsw_notice("rank %d: a sweep failed (the reason is above) and set x to NaN, so that the "
                 "solver does not converge to a wrong solution; set up again",
                 tsw_world_rank());
   }
   solver->warned_sweeps = here;
   solver->no_extra_level = false;
}

/* The message about pivots covers factors. Coarse matrices of a singular one have such rows. */
static bool has_zeros(const tsw_solver *solver, const tsw_level *level)
{
   return level->plan.factors == TRISWEEP_NO_FACTORS && level->sums.zero_diagonals > 0.0 &&
          (level->index == 0 || !solver->singular);
}

static bool has_pivots(TSW_UNUSED const tsw_solver *solver, const tsw_level *level)
{
   return level->sums.pivots > 0.0;
}

static void print_zeros(const tsw_level *level)
{
   tsw_notice(
      "level %d: %.0f of %.0f rows have a zero or missing diagonal entry; sweeps leave x of "
      "these rows unchanged, as in hypre",
      level->index, level->sums.zero_diagonals, level->sums.rows);
}

static void print_pivots(const tsw_level *level)
{
   double rank, row;
   unpack_pivot(level->maxima.first_pivot, &rank, &row);
   tsw_notice("level %d: %.0f of %.0f pivots of the incomplete factors are zero or tiny, the first "
              "on rank %.0f, row %.0f; the option pivot (boost, skip, error) selects how such "
              "pivots are treated",
              level->index, level->sums.pivots, level->sums.rows, rank, row);
}

/* Print about those of the levels, on the rank that prints, unless it was printed before. */
static void print_levels(const tsw_solver *solver, bool *printed,
                         bool (*is_one)(const tsw_solver *solver, const tsw_level *level),
                         void (*print)(const tsw_level *level))
{
   bool any = *printed;
   for (int k = 0; k < solver->n_levels; k++)
   {
      const tsw_level *level = solver->levels[k];
      const bool       is_meant = level && is_one(solver, level);
      if (is_meant && !*printed && tsw_prints_for(level->rank, level->n_ranks))
      {
         print(level);
      }
      any = any || is_meant;
   }
   *printed = any;
}

void tsw_report_diagonals(tsw_solver *solver)
{
   print_levels(solver, &solver->warned_zero_diagonal, has_zeros, print_zeros);
   print_levels(solver, &solver->warned_pivots, has_pivots, print_pivots);
}

bool tsw_report_row_of(const tsw_level *level, tsw_report_row *row)
{
   if (!level || !level->smoother || !tsw_prints_for(level->rank, level->n_ranks))
   {
      return false;
   }
   *row = (tsw_report_row){ .level = level, .stats = stats_of(level) };
   const trisweep_stats *stats = &row->stats;
   const double          seconds = stats->sweep_seconds + stats->correct_seconds;
   if (level->together.holds)
   {
      row->stats.schedule = "together";
   }
   if (seconds > 0.0)
   {
      row->seconds_per_sweep = seconds / (double) (stats->n_sweeps + stats->n_corrections);
      row->gbytes_per_second = 1e-9 * (stats->sweep_bytes + stats->correct_bytes) / seconds;
   }
   return true;
}

/* The table of TRISWEEP_STATS=1, in the style of hypre's tables. */
static void print_head(const char *title, int n_ranks)
{
   printf("\n\n trisweep %s, %s on %d rank%s (sweep times and bandwidth: those of rank 0):\n\n",
          trisweep_version(), title, n_ranks, n_ranks > 1 ? "s" : "");
   printf("                  nonzero     DAG                             chosen analysis"
          "          setup     extra   factor            per sweep\n");
   printf(" lev       rows   entries   depth  order        schedule         by     (ms)"
          " reused    (ms)      (MB)  entries  sweeps     (ms)     GB/s\n");
   printf(" ============================================================================"
          "=========================================================\n");
}

static void print_row(const tsw_report_row *row)
{
   const tsw_level_sums   *sums = &row->level->sums;
   const tsw_level_maxima *maxima = &row->level->maxima;
   char                    index[16] = "  -";
   if (row->level->index >= 0)
   {
      snprintf(index, sizeof index, "%3d", row->level->index);
   }
   printf(
      " %s %10.0f %9.0f %7.0f  %-12s %-12s %6s %8.2f %6.0f %7.2f %9.2f %8.0f %7ld %8.3f %8.2f\n",
      index, sums->rows, sums->entries, maxima->depth, row->stats.ordering, row->stats.schedule,
      row->stats.chosen_by, 1e3 * maxima->analysis_seconds, maxima->reused,
      1e3 * maxima->setup_seconds, 1e-6 * sums->extra_bytes, sums->factor_entries,
      row->level->sweeps.n_relaxed, 1e3 * row->seconds_per_sweep, row->gbytes_per_second);
}

static void print_table(const char *title, tsw_level *const *levels, int n_levels)
{
   int            n_rows = 0;
   tsw_report_row row;
   const locale_t before = tsw_numeric_begin();
   for (int k = 0; k < n_levels; k++)
   {
      if (tsw_report_row_of(levels[k], &row))
      {
         n_rows++ == 0 ? print_head(title, levels[k]->n_ranks) : (void) 0;
         print_row(&row);
      }
   }
   n_rows > 0 ? (void) printf("\n") : (void) 0;
   fflush(stdout);
   tsw_numeric_end(before);
}

/* solver: NULL for a standalone matrix. */
static void emit(const tsw_solver *solver, tsw_level *const *levels, int n_levels)
{
   char title[64] = "matrix outside of BoomerAMG";
   if (!tsw_variables.has_stats)
   {
      return;
   }
   if (solver)
   {
      snprintf(title, sizeof title, "BoomerAMG solver %d", solver->id);
   }
   if (tsw_variables.stats_file)
   {
      tsw_report_json_add(title, solver, levels, n_levels);
      return;
   }
   print_table(title, levels, n_levels);
   solver ? tsw_extensions_print(title, solver) : (void) 0;
}

void tsw_report_solver(const tsw_solver *solver)
{
   emit(solver, solver->levels, solver->n_levels);
   tsw_summary_add_solver(solver);
}

void tsw_report_standalone(tsw_level *level)
{
   emit(NULL, &level, 1);
}
