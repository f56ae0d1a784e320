/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Plans for host blocks. */
#include "plan/plan.h"

#include <string.h>

#include "base/message.h"
#include "plan/ordering.h"

static trisweep_status lay_out(const trisweep_csr *a, const tsw_levels *levels, tsw_memory *owner,
                               tsw_plan *plan)
{
   const bool                                   natural = !strcmp(plan->choice.ordering, "natural");
   const int32_t                               *rank = natural ? NULL : levels->level;
   TSW_AT_END(tsw_remainder_free) tsw_remainder remainder = { 0 };
   TSW_TRY(tsw_plan_cut(a, rank, levels->unit, owner, plan, &remainder));
   return tsw_packed_layout(&remainder.block, levels->order, rank, owner, &plan->packed);
}

static trisweep_status build_from(const trisweep_csr *a, const tsw_options *options,
                                  tsw_memory *owner, tsw_analysis *analysis, tsw_plan *plan)
{
   const char *ordering = tsw_ordering_asked(options);
   const bool  natural = !strcmp(ordering, "natural");
   TSW_TRY(tsw_plan_choose(a, options, analysis, &plan->schedule, &plan->n_threads));
   plan->choice.by = tsw_plan_choice_by(options, plan->low_memory);
   plan->choice.ordering = ordering;
   TSW_TRY(lay_out(a, &analysis->levels, owner, plan));
   if (!plan->low_memory)
   {
      plan->depth =
         natural ? tsw_levels_depth(a->n_rows, &plan->packed.lower) : analysis->levels.depth;
   }
   if (plan->schedule->solve_only)
   {
      TSW_TRY(TSW_ALLOC(owner, &plan->work, TSW_COMPOSE_VECTORS * a->n_rows,
                        "work vectors of the sweep"));
   }
   return tsw_schedule_plan(plan->schedule, &plan->packed, analysis, plan->n_threads, NULL, owner,
                            &plan->state);
}

/*
 * Do sweeps read the caller's arrays? In natural order on one thread they take no longer than
 * sweeps over a copy, whose packing takes as long as 10 to 40 sweeps.
 */
static bool borrows(const tsw_options *options, tsw_plan_use use)
{
   const char *inplace = tsw_schedule_of(TSW_ROLE_BORROWED, TRISWEEP_HOST)->name;
   const bool  is_named = tsw_options_is(options, TSW_OPTION_schedule, inplace);
   return use == TSW_USE_SWEEPS && !strcmp(tsw_ordering_asked(options), "natural") &&
          (is_named ||
           (tsw_options_is(options, TSW_OPTION_schedule, "auto") &&
            (tsw_options_is(options, TSW_OPTION_memory, "low") ||
             (tsw_options_is(options, TSW_OPTION_memory, "auto") && tsw_plan_is_serial(options)))));
}

static trisweep_status build_borrowed(const trisweep_csr *a, const tsw_options *options,
                                      tsw_memory *owner, tsw_plan *plan)
{
   const tsw_analysis none = { 0 };
   tsw_packed        *p = &plan->packed;
   p->space = TRISWEEP_HOST;
   p->n_rows = a->n_rows;
   p->first_zero_diagonal = -1;
   plan->mode = TSW_MODE_BORROWED;
   plan->n_threads = 1;
   plan->choice.by = tsw_options_is(options, TSW_OPTION_memory, "auto") ? "rules" : "option";
   plan->choice.ordering = "natural";
   plan->schedule = tsw_schedule_of(TSW_ROLE_BORROWED, TRISWEEP_HOST);
   return tsw_schedule_plan(plan->schedule, p, &none, 1, NULL, owner, &plan->state);
}

static void drop_analysis(tsw_analysis *analysis)
{
   tsw_levels_free(NULL, &analysis->levels);
   tsw_row_blocks_free(NULL, &analysis->blocks);
}

static trisweep_status build(const trisweep_csr *a, const tsw_options *options,
                             TSW_UNUSED const tsw_plan *layout_from, TSW_UNUSED void *stream,
                             tsw_memory *owner, tsw_plan *plan)
{
   TSW_AT_END(drop_analysis) tsw_analysis analysis = { 0 };
   return borrows(options, plan->use) ? build_borrowed(a, options, owner, plan)
                                      : build_from(a, options, owner, &analysis, plan);
}

static const char *low_memory(const tsw_options *options, TSW_UNUSED tsw_plan_use use)
{
   return strcmp(tsw_ordering_asked(options), "natural")
             ? NULL
             : tsw_schedule_of(TSW_ROLE_LEAST_MEMORY, TRISWEEP_HOST)->name;
}

static trisweep_status load(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                            TSW_UNUSED void *stream, tsw_memory *owner)
{
   return tsw_packed_load(a, l1_norms, owner, &plan->packed);
}

const tsw_planner tsw_planner_host = { .build = build,
                                       .low_memory = low_memory,
                                       .begins = borrows,
                                       .load = load,
                                       .compose = tsw_compose_host,
                                       .free = tsw_memory_free,
                                       .free_packed = tsw_packed_free };
