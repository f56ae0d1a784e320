/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Plans for host blocks, and the choice of their schedule. */
#include "plan/plan.h"

#include <string.h>

#ifdef _OPENMP
#include <omp.h>
#endif

#include "base/message.h"

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

/* Set schedule, threads and choice: the named schedule, or that of the number of threads. */
static trisweep_status choose(const tsw_options *options, tsw_plan *plan)
{
   const char             *name = options->value[TSW_OPTION_schedule];
   const int               n_threads = threads_wanted(options);
   const tsw_schedule_role role = n_threads > 1 ? TSW_ROLE_THREADS : TSW_ROLE_LEAST_MEMORY;
   tsw_plan_take(plan, strcmp(name, "auto") ? tsw_schedule_find(name, TRISWEEP_HOST)
                                            : tsw_schedule_of(role, TRISWEEP_HOST));
   const tsw_schedule *schedule = plan->schedule;
   if (!schedule)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "no schedule '%s' for host matrices; trisweep-info --schedules "
                       "lists them all",
                       name);
   }
   if (schedule->values == TSW_VALUES_BORROWED)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule '%s' has no corrections by incomplete factors; leave schedule at "
                       "auto, or use Gauss-Seidel",
                       name);
   }
   plan->n_threads = schedule->role == TSW_ROLE_THREADS ? n_threads : 1;
   plan->choice.by = tsw_plan_choice_by(options, plan->low_memory);
   return TRISWEEP_OK;
}

/* Levels of the lower triangle; 0 if an allocation fails. */
static int64_t depth_of(const tsw_packed *p)
{
   const tsw_graph      lower = tsw_packed_graph(p, false);
   TSW_SCRATCH int32_t *level = NULL;
   return TSW_ALLOC(NULL, &level, p->n_rows, "the levels") ? 0
                                                           : tsw_graph_find_levels(&lower, level);
}

static trisweep_status build_packed(const trisweep_csr *a, const tsw_options *options,
                                    tsw_memory *owner, tsw_plan *plan)
{
   const tsw_analysis none = { 0 };
   TSW_TRY(choose(options, plan));
   TSW_TRY(tsw_packed_layout(a, owner, &plan->packed));
   if (!plan->low_memory)
   {
      plan->depth = depth_of(&plan->packed);
   }
   return tsw_schedule_plan(plan->schedule, &plan->packed, &none, plan->n_threads, NULL, owner,
                            &plan->state);
}

/*
 * The schedule for sweeps that read the caller's arrays, or NULL. In natural order on one thread
 * these sweeps take no longer than sweeps over a copy, whose packing takes as long as 10 to 40
 * sweeps.
 */
static const tsw_registered *borrowing(const tsw_options *options, tsw_plan_use use)
{
   const tsw_registered *named =
      tsw_schedule_find(options->value[TSW_OPTION_schedule], TRISWEEP_HOST);
   const bool low =
      tsw_options_is(options, TSW_OPTION_memory, "low") ||
      (tsw_options_is(options, TSW_OPTION_memory, "auto") && threads_wanted(options) == 1);
   const bool            is_auto = tsw_options_is(options, TSW_OPTION_schedule, "auto");
   const tsw_registered *r =
      is_auto && low ? tsw_schedule_of(TSW_ROLE_BORROWED, TRISWEEP_HOST) : named;
   return use == TSW_USE_SWEEPS && r && r->schedule->values == TSW_VALUES_BORROWED ? r : NULL;
}

static bool begins(const tsw_options *options, tsw_plan_use use)
{
   return borrowing(options, use) != NULL;
}

static trisweep_status build_borrowed(const tsw_registered *chosen, const trisweep_csr *a,
                                      const tsw_options *options, tsw_memory *owner, tsw_plan *plan)
{
   const tsw_analysis none = { 0 };
   tsw_packed        *p = &plan->packed;
   p->n_rows = a->n_rows;
   plan->n_threads = 1;
   plan->choice.by = tsw_options_is(options, TSW_OPTION_memory, "auto") ? "rules" : "option";
   tsw_plan_take(plan, chosen);
   return tsw_schedule_plan(plan->schedule, p, &none, 1, NULL, owner, &plan->state);
}

static trisweep_status build(const trisweep_csr *a, const tsw_options *options,
                             TSW_UNUSED const tsw_plan *layout_from, TSW_UNUSED void *stream,
                             tsw_memory *owner, tsw_plan *plan)
{
   const tsw_registered *borrowed = borrowing(options, plan->use);
   if (tsw_plan_demands_few(options))
   {
      return TSW_ERROR(UNSUPPORTED,
                       "host blocks are swept in natural order only, and ordering=hybrid-color is "
                       "for blocks in device memory; use ordering=auto or natural");
   }
   return borrowed ? build_borrowed(borrowed, a, options, owner, plan)
                   : build_packed(a, options, owner, plan);
}

static const tsw_registered *low_memory(TSW_UNUSED const tsw_options *options,
                                        TSW_UNUSED tsw_plan_use       use)
{
   return tsw_schedule_of(TSW_ROLE_LEAST_MEMORY, TRISWEEP_HOST);
}

static trisweep_status load(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                            TSW_UNUSED void *stream, tsw_memory *owner)
{
   return tsw_packed_load(a, l1_norms, owner, &plan->packed);
}

const tsw_planner tsw_planner_host = { .build = build,
                                       .low_memory = low_memory,
                                       .begins = begins,
                                       .load = load,
                                       .free = tsw_memory_free,
                                       .free_packed = tsw_packed_free };
