/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The choice for a host block: the schedule with the least estimate, or the named one. */
#include "plan/plan.h"

#include <math.h>
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

static trisweep_status choose_by_cost(const trisweep_csr *a, int n_threads, bool natural,
                                      tsw_analysis *analysis, const char **name)
{
   double              best_ns = INFINITY;
   const tsw_schedule *s;
   for (int i = 0; (s = tsw_schedule_get(i)); i++)
   {
      double ns = INFINITY;
      if (s->estimate && (!s->threaded || (n_threads > 1 && a->n_rows > 0)) &&
          (natural || takes_any_order(s)))
      {
         TSW_TRY(s->estimate(a, n_threads, analysis, &ns));
      }
      if (ns < best_ns)
      {
         *name = s->name;
         best_ns = ns;
      }
   }
   return TRISWEEP_OK;
}

static trisweep_status provide(const trisweep_csr *a, const tsw_schedule *schedule, int n_threads,
                               tsw_analysis *analysis)
{
   double ns;
   if (schedule->needs == TSW_NEEDS_LEVEL_ORDER && !analysis->levels.order)
   {
      return tsw_levels_sort(a->n_rows, NULL, &analysis->levels);
   }
   return schedule->needs == TSW_NEEDS_SWEEP_GRAPH && !analysis->blocks.start
             ? schedule->estimate(a, n_threads, analysis, &ns)
             : TRISWEEP_OK;
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
   return provide(a, *schedule, *n_threads, analysis);
}
