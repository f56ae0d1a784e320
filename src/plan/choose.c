/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The cost model that chooses a schedule. On the host, threads pay if what they
 * share outweighs level order, which scatters the vectors, and the barriers.
 */
#include "plan/plan.h"

#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/message.h"

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

static trisweep_status threads_wanted(const tsw_options *options, int *n_threads)
{
   *n_threads = tsw_options_int(options, TSW_OPTION_threads);
#ifdef _OPENMP
   if (*n_threads == 0)
   {
      *n_threads = omp_get_max_threads();
   }
#else
   if (*n_threads > 1)
   {
      return TSW_ERROR(UNSUPPORTED, "threads=%d, but this build has no OpenMP; configure with "
                       "--enable-openmp or leave threads at 1", *n_threads);
   }
   *n_threads = 1;
#endif
   return TRISWEEP_OK;
}

static bool threads_pay(const tsw_levels *levels, int64_t n_rows, int64_t nnz, int n_threads)
{
   const double entries_ns = tuning.entry_ns * (double) nnz;
   const double serial_ns = entries_ns + tuning.row_ns * (double) n_rows;
   const double shared_ns = (entries_ns + tuning.level_row_ns * (double) n_rows) / n_threads;
   return shared_ns + tuning.barrier_ns * (double) levels->n_levels < serial_ns;
}

trisweep_status tsw_plan_choose(const tsw_levels *levels, int64_t n_rows, int64_t nnz,
                                const tsw_options *options, const tsw_schedule **schedule,
                                int *n_threads)
{
   const char *name = options->value[TSW_OPTION_schedule];
   TSW_TRY(threads_wanted(options, n_threads));
   if (!strcmp(name, "auto"))
   {
      name = threads_pay(levels, n_rows, nnz, *n_threads) ? "levels" : "serial";
   }
   *schedule = tsw_schedule_find(name, TRISWEEP_HOST);
   if (!*schedule)
   {
      return TSW_ERROR(UNSUPPORTED, "no schedule '%s' for host matrices; trisweep-info --schedules "
                       "lists them all", name);
   }
   *n_threads = (*schedule)->threaded ? *n_threads : 1;
   return TRISWEEP_OK;
}
