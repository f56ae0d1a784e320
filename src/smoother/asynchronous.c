/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/message.h"
#include "base/range.h"
#include "base/timer.h"
#include "block/csr.h"
#include "smoother/smoother.h"

static trisweep_status need_plan(trisweep_smoother *s, const tsw_space *space,
                                 const trisweep_csr *a, const tsw_options *options, void *stream)
{
   const double start = tsw_clock_now();
   if (s->analysed && s->space == space && tsw_plan_begins(&s->plan) &&
       a->n_rows == s->stats.n_rows && a->nnz == s->stats.nnz)
   {
      return TRISWEEP_OK;
   }
   tsw_smoother_drop_matrix(s);
   s->space = space;
   TSW_TRY(tsw_plan_build(space->plan, a, options, tsw_factors_use(s), NULL, stream, &s->memory,
                          &s->plan));
   TSW_TRY(tsw_factors_analyse(s, a, options, stream));
   tsw_smoother_note_analysis(s, a, 0, start);
   return TRISWEEP_OK;
}

static trisweep_status begin(trisweep_smoother *s, const tsw_space *space, const trisweep_csr *a,
                             const tsw_options *options, const double *l1_norms, void *stream)
{
   tsw_smoother_forget_values(s);
   TSW_TRY(need_plan(s, space, a, options, stream));
   if (!tsw_plan_begins(&s->plan))
   {
      return TRISWEEP_OK; /* memory did not suffice: the plan has another schedule */
   }
   const double start = tsw_clock_now();
   TSW_TRY(tsw_plan_begin(&s->plan, a, l1_norms, stream, &s->memory));
   s->pending = true;
   s->has_l1 = l1_norms != NULL;
   s->pending_stream = stream;
   s->stats.update_seconds += tsw_clock_now() - start;
   return TRISWEEP_OK;
}

trisweep_status trisweep_smoother_setup_async(trisweep_smoother *s, const trisweep_csr *a,
                                              const double *l1_norms, void *stream, int *queued)
{
   TSW_RANGE("trisweep setup", -1);
   TSW_TRY(tsw_smoother_enter(s));
   if (!queued)
   {
      return TSW_ERROR(ARGUMENT, "queued is a null pointer");
   }
   *queued = 0;
   TSW_TRY(tsw_csr_validate_sizes(a));
   if (a->nnz > 0 && !a->val)
   {
      return TSW_ERROR(ARGUMENT, "val of the block is a null pointer");
   }
   const tsw_space *space;
   tsw_options      options;
   TSW_TRY(tsw_space_find(a->space, &space));
   if (s->factors.kind != TRISWEEP_NO_FACTORS && !tsw_smoother_sweeps_factors(s))
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_smoother_options(s, space, &options));
   if (!space->plan->begins(&options, tsw_factors_use(s)))
   {
      return TRISWEEP_OK;
   }
   space->enter(stream);
   (void) tsw_smoother_settle(s); /* the new load replaces earlier queued work */
   const trisweep_status status = begin(s, space, a, &options, l1_norms, stream);
   if (status != TRISWEEP_OK || !s->pending)
   {
      tsw_smoother_drop_matrix(s);
      return status;
   }
   *queued = 1;
   return TRISWEEP_OK;
}

trisweep_status trisweep_smoother_wait(trisweep_smoother *s)
{
   TSW_TRY(tsw_smoother_enter(s));
   if (s->pending)
   {
      s->space->enter(s->pending_stream); /* memory that the load frees or takes now */
   }
   return tsw_smoother_settle(s);
}
