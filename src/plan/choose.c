/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The cost model on hosts: threads have to outweigh level order and barriers. */
#include "plan/plan.h"

#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/message.h"
#include "plan/ordering.h"

/* Measured constants, by name. */
static const struct
{
#define TSW_TUNE(name, value) double name;
#include "plan/tuning/host.def"
#undef TSW_TUNE
} tuning = {
#define TSW_TUNE(name, value) .name = (value),
#include "plan/tuning/host.def"
#undef TSW_TUNE
};

/* Without OpenMP there is one thread. */
static int threads_wanted(TSW_UNUSED const tsw_options *options)
{
#ifdef _OPENMP
   const int asked = tsw_options_int(options, TSW_OPTION_threads);
   return asked > 0 ? asked : omp_get_max_threads();
#else
   return 1;
#endif
}

bool tsw_plan_is_serial(const tsw_options *options)
{
   const char *name = options->value[TSW_OPTION_schedule];
   return !strcmp(name, "serial") || (!strcmp(name, "auto") && threads_wanted(options) == 1);
}

/* Estimated time of a whole sweep, in nanoseconds: by one thread, by levels, by wavefronts. */
static double serial_ns(double n_rows, double nnz)
{
   return tuning.entry_ns * nnz + tuning.row_ns * n_rows;
}

/* A level uses at most as many threads as it has rows. */
static double levels_ns(const trisweep_csr *a, const tsw_levels *levels, int n_threads)
{
   const double n_rows = (double) a->n_rows;
   const double n_levels = (double) levels->n_levels;
   const double work = tuning.entry_ns * (double) a->nnz + tuning.level_row_ns * n_rows;
   const double width = n_rows / n_levels;
   return work / (width < n_threads ? width : n_threads) + tuning.barrier_ns * n_levels;
}

static double blocks_ns(const trisweep_csr *a, const tsw_row_blocks *blocks, int n_threads)
{
   double sum = 0.0;
   for (int64_t f = 0; f < blocks->n_fronts; f++)
   {
      double all = 0.0;
      double most = 0.0;
      for (int32_t k = blocks->front_ptr[f]; k < blocks->front_ptr[f + 1]; k++)
      {
         const int32_t first = blocks->start[blocks->order[k]];
         const int32_t last = blocks->start[blocks->order[k] + 1];
         const double  one = serial_ns(last - first, a->row_ptr[last] - a->row_ptr[first]);
         all += one;
         most = most > one ? most : one;
      }
      sum += (most > all / n_threads ? most : all / n_threads) + tuning.barrier_ns;
   }
   return sum;
}

static trisweep_status find_blocks(const trisweep_csr *a, int n_threads, tsw_row_blocks *best,
                                   double *best_ns)
{
   for (int64_t min_rows = 1; min_rows <= 4096; min_rows *= 8)
   {
      tsw_row_blocks        blocks;
      const trisweep_status status = tsw_row_blocks_compute(a, min_rows, NULL, &blocks);
      const double          ns = status ? 0.0 : blocks_ns(a, &blocks, n_threads);
      if (status != TRISWEEP_OK || (best->start && ns >= *best_ns))
      {
         tsw_row_blocks_free(NULL, &blocks);
      }
      else
      {
         tsw_row_blocks_free(NULL, best);
         *best = blocks;
         *best_ns = ns;
      }
      TSW_TRY(status);
   }
   return TRISWEEP_OK;
}

static trisweep_status choose_by_cost(const trisweep_csr *a, int n_threads, bool natural,
                                      tsw_analysis *analysis, const char **name)
{
   double best_ns = serial_ns((double) a->n_rows, (double) a->nnz);
   *name = "serial";
   if (n_threads == 1 || a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   if (natural)
   {
      double wavefront_ns;
      TSW_TRY(find_blocks(a, n_threads, &analysis->blocks, &wavefront_ns));
      if (wavefront_ns < best_ns)
      {
         *name = "wavefront";
         best_ns = wavefront_ns;
      }
   }
   if (levels_ns(a, &analysis->levels, n_threads) < best_ns)
   {
      *name = "levels";
   }
   return TRISWEEP_OK;
}

static trisweep_status provide(const trisweep_csr *a, const tsw_schedule *schedule, int n_threads,
                               tsw_analysis *analysis)
{
   double ns;
   switch (schedule->needs)
   {
      case TSW_NEEDS_NOTHING:
         break;
      case TSW_NEEDS_LEVEL_ORDER:
         return analysis->levels.order ? TRISWEEP_OK
                                       : tsw_levels_sort(a->n_rows, NULL, &analysis->levels);
      case TSW_NEEDS_SWEEP_GRAPH:
         return analysis->blocks.start ? TRISWEEP_OK
                                       : find_blocks(a, n_threads, &analysis->blocks, &ns);
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_plan_choose(const trisweep_csr *a, const tsw_options *options,
                                tsw_analysis *analysis, const tsw_schedule **schedule,
                                int *n_threads)
{
   const char *name = options->value[TSW_OPTION_schedule];
   const bool  natural = !strcmp(tsw_ordering_asked(options), "natural");
   *n_threads = threads_wanted(options);
   if (!strcmp(name, "auto"))
   {
      TSW_TRY(choose_by_cost(a, *n_threads, natural, analysis, &name));
   }
   *schedule = tsw_schedule_find(name, TRISWEEP_HOST);
   if (!*schedule)
   {
      return TSW_ERROR(UNSUPPORTED, "no schedule '%s' for host matrices; trisweep-info --schedules "
                       "lists them all", name);
   }
   if (!natural && (*schedule)->needs != TSW_NEEDS_LEVEL_ORDER && strcmp(name, "serial") != 0)
   {
      return TSW_ERROR(UNSUPPORTED, "schedule '%s' visits rows in natural order only; with "
                       "ordering=%s take schedule=serial or levels, or leave it at auto", name,
                       options->value[TSW_OPTION_ordering]);
   }
   *n_threads = (*schedule)->threaded ? *n_threads : 1;
   return provide(a, *schedule, *n_threads, analysis);
}
