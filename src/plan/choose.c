/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice for a host block: by a rule, or the named schedule. */
#include "plan/plan.h"

#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/message.h"
#include "plan/ordering.h"

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
   return !strcmp(name, tsw_schedule_of(TSW_ROLE_LEAST_MEMORY, TRISWEEP_HOST)->name) ||
          (!strcmp(name, "auto") && threads_wanted(options) == 1);
}

static bool takes_any_order(const tsw_schedule *schedule)
{
   return schedule->needs == TSW_NEEDS_LEVEL_ORDER || schedule->any_order;
}

static const tsw_schedule *first_automatic(bool natural, bool threaded)
{
   const tsw_schedule *s;
   for (int i = 0; (s = tsw_schedule_get(i)); i++)
   {
      if (s->automatic && s->threaded == threaded &&
          (natural ? s->needs != TSW_NEEDS_LEVEL_ORDER : takes_any_order(s)))
      {
         break;
      }
   }
   return s;
}

/*
 * Several threads sweep in wavefronts if some wavefront has more than one block, or colour by
 * colour; else one thread sweeps the rows as stored (bench/results/cpu16-threads-2026-11-26.txt).
 */
static trisweep_status choose_by_rule(const trisweep_csr *a, bool natural, int n_threads,
                                      tsw_analysis *analysis, const tsw_schedule **schedule)
{
   bool threaded = n_threads > 1;
   if (threaded && natural)
   {
      TSW_TRY(tsw_row_blocks_compute(a, TSW_BLOCK_ROWS, NULL, &analysis->blocks));
      threaded = analysis->blocks.n_blocks > analysis->blocks.n_fronts;
   }
   *schedule = first_automatic(natural, threaded);
   return TRISWEEP_OK;
}

/* What the schedule needs, unless the rule has found that. */
static trisweep_status analyse(const trisweep_csr *a, const tsw_options *options, bool natural,
                               const tsw_schedule *schedule, tsw_analysis *analysis)
{
   if (!natural)
   {
      return tsw_ordering_few(a, tsw_options_int(options, TSW_OPTION_colors), true, NULL,
                              &analysis->levels);
   }
   if (schedule->needs == TSW_NEEDS_LEVEL_ORDER)
   {
      TSW_TRY(tsw_levels_compute(a, NULL, &analysis->levels));
      return tsw_levels_sort(a->n_rows, NULL, &analysis->levels);
   }
   return schedule->needs == TSW_NEEDS_SWEEP_GRAPH && !analysis->blocks.start
             ? tsw_row_blocks_compute(a, TSW_BLOCK_ROWS, NULL, &analysis->blocks)
             : TRISWEEP_OK;
}

trisweep_status tsw_plan_choose(const trisweep_csr *a, const tsw_options *options,
                                tsw_analysis *analysis, const tsw_schedule **schedule,
                                int *n_threads)
{
   const char *name = options->value[TSW_OPTION_schedule];
   const bool  natural = !strcmp(tsw_ordering_asked(options), "natural");
   *n_threads = threads_wanted(options);
   *schedule = tsw_schedule_find(name, TRISWEEP_HOST);
   if (!strcmp(name, "auto"))
   {
      TSW_TRY(choose_by_rule(a, natural, *n_threads, analysis, schedule));
   }
   if (!*schedule)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "no schedule '%s' for host matrices; trisweep-info --schedules "
                       "lists them all",
                       name);
   }
   if (!natural && !takes_any_order(*schedule))
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule '%s' visits rows in natural order only; with "
                       "ordering=%s take schedule=serial or levels, or leave it at auto",
                       name, options->value[TSW_OPTION_ordering]);
   }
   if ((*schedule)->borrows_block)
   {
      return TSW_ERROR(UNSUPPORTED, "schedule 'inplace' has no corrections by incomplete factors; "
                                    "leave schedule at auto, or use Gauss-Seidel");
   }
   *n_threads = (*schedule)->threaded ? *n_threads : 1;
   return analyse(a, options, natural, *schedule, analysis);
}
