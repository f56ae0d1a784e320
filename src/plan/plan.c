/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/plan.h"

#include <string.h>

#include "base/message.h"

/* The options with the schedule of the least memory; without direct loads in natural order. */
static tsw_options low_memory_options(const tsw_options *options, const tsw_registered *least)
{
   tsw_options low_memory = *options;
   strcpy(low_memory.value[TSW_OPTION_schedule], tsw_registered_name(least));
   if (!least->schedule->direct)
   {
      strcpy(low_memory.value[TSW_OPTION_ordering], "natural");
   }
   return low_memory;
}

/* Drop what a failed build has left in the plan, and make it the plan `anew`. */
static void restart(tsw_plan anew, tsw_memory *owner, tsw_plan *plan)
{
   anew.planner = plan->planner;
   anew.use = plan->use;
   tsw_plan_free(owner, plan);
   *plan = anew;
}

trisweep_status tsw_plan_build_low(const trisweep_csr *a, const tsw_options *options,
                                   const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                                   tsw_plan *plan)
{
   const tsw_registered *least = plan->planner->low_memory(options, plan->use);
   if (!least)
   {
      return TRISWEEP_ERROR_MEMORY; /* the message is that of the allocation */
   }
   const tsw_options low_memory = low_memory_options(options, least);
   restart((tsw_plan){ .low_memory = true }, owner, plan);
   return plan->planner->build(a, &low_memory, layout_from, stream, owner, plan);
}

trisweep_status tsw_plan_build(const tsw_planner *planner, const trisweep_csr *a,
                               const tsw_options *options, tsw_plan_use use,
                               const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                               tsw_plan *plan)
{
   *plan = (tsw_plan){ .planner = planner, .use = use };
   trisweep_status status = planner->build(a, options, layout_from, stream, owner, plan);
   while (status == TRISWEEP_ERROR_UNSUPPORTED && plan->schedule && plan->choice.by_rule)
   {
      const char *first = plan->refused ? plan->refused : plan->schedule->name;
      restart((tsw_plan){ .n_refused = plan->n_refused + 1, .refused = first }, owner, plan);
      status = planner->build(a, options, layout_from, stream, owner, plan);
   }
   return status == TRISWEEP_ERROR_MEMORY
             ? tsw_plan_build_low(a, options, layout_from, stream, owner, plan)
             : status;
}

bool tsw_plan_allows_few(const tsw_options *options)
{
   return !tsw_options_is(options, TSW_OPTION_ordering, "natural");
}

bool tsw_plan_demands_few(const tsw_options *options)
{
   return tsw_options_is(options, TSW_OPTION_ordering, "hybrid-color");
}

const char *tsw_plan_choice_by(const tsw_options *options, bool low_memory)
{
   return low_memory                                             ? "memory"
          : tsw_options_is(options, TSW_OPTION_schedule, "auto") ? "rules"
                                                                 : "option";
}

void tsw_plan_forget_layout(tsw_memory *owner, tsw_plan *plan)
{
   plan->planner->free_packed(owner, &plan->layout);
}

void tsw_plan_free(tsw_memory *owner, tsw_plan *plan)
{
   if (plan->planner)
   {
      if (plan->schedule)
      {
         tsw_schedule_free(plan->schedule, owner, &plan->state);
         tsw_plan_take(plan, NULL);
      }
      plan->planner->free_packed(owner, &plan->packed);
      if (plan->n_layouts > 0)
      {
         tsw_plan_forget_layout(owner, plan);
      }
      plan->planner->free(owner, &plan->order);
   }
}

trisweep_status tsw_plan_inspect(const tsw_plan *plan, const trisweep_csr *a, void *stream)
{
   return plan->state && tsw_plan_begins(plan) && plan->schedule->direct->inspect
             ? plan->schedule->direct->inspect(plan->state, a, stream)
             : TRISWEEP_OK;
}

trisweep_status tsw_plan_wait(tsw_plan *plan, void *stream)
{
   tsw_found found = { 0 };
   if (!tsw_plan_begins(plan) || !plan->schedule->direct->wait)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(plan->schedule->direct->wait(plan->state, stream, &plan->packed, &found));
   plan->depth = found.depth;
   plan->n_shared = found.n_shared;
   plan->choice.ordering = found.ordering;
   return TRISWEEP_OK;
}

trisweep_status tsw_plan_begin(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                               void *stream, tsw_memory *owner)
{
   if (tsw_plan_begins(plan))
   {
      return plan->schedule->direct->begin(plan->state, a, l1_norms, stream, owner, &plan->packed);
   }
   TSW_TRY(plan->planner->load(plan, a, l1_norms, stream, owner));
   return tsw_plan_is_bare(plan) ? TRISWEEP_OK : tsw_plan_refresh(plan, stream);
}

trisweep_status tsw_plan_refresh(const tsw_plan *plan, void *stream)
{
   return plan->schedule && plan->schedule->load && plan->state
             ? plan->schedule->load(plan->state, &plan->packed, stream)
             : TRISWEEP_OK;
}

trisweep_status tsw_plan_pass(const tsw_plan *plan, const tsw_pass *pass, void *stream)
{
   return plan->schedule->pass(plan->state, &plan->packed, pass, stream);
}

bool tsw_plan_has_residual(const tsw_plan *plan, bool zero_guess, bool symmetric)
{
   const tsw_schedule *schedule = plan->schedule;
   return schedule->residual && (zero_guess || !schedule->direct || symmetric);
}

static double triangle_bytes(const tsw_plan *plan, bool upper)
{
   const double nnz = (double) plan->packed.n_entries[upper];
   const size_t value = plan->packed.floats ? sizeof(float) : sizeof(double);
   const size_t column = plan->packed.near ? 0 : sizeof(int32_t);
   return nnz * (double) (value + column) + (double) plan->packed.n_rows * sizeof(int32_t);
}

double tsw_plan_pass_bytes(const tsw_plan *plan, const tsw_pass *pass)
{
   const tsw_packed *p = &plan->packed;
   /* b or t is read, the scaling is read, x is written; x is also read unless it is zero. */
   double doubles = pass->kind == TSW_PASS_ZERO ? 3.0 : 4.0;
   doubles += pass->diag_scale ? 1.0 : 0.0;
   doubles += pass->omega != 1.0 && pass->kind == TSW_PASS_FULL ? 1.0 : 0.0;
   double bytes = doubles * sizeof(double) * (double) p->n_rows;
   if (tsw_plan_borrows(plan)) /* a pass reads whole rows of the block, and has no t */
   {
      return bytes + (double) p->block.nnz * (sizeof(double) + sizeof(int32_t)) +
             2.0 * sizeof(int32_t) * (double) p->n_rows;
   }
   bytes += pass->t && pass->kind != TSW_PASS_HALF ? sizeof(double) * (double) p->n_rows : 0.0;
   bytes += triangle_bytes(plan, pass->backward);
   bytes += pass->kind == TSW_PASS_FULL ? triangle_bytes(plan, !pass->backward) : 0.0;
   return bytes;
}
