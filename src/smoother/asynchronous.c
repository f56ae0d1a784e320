/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/message.h"
#include "base/range.h"
#include "base/timer.h"
#include "block/csr.h"
#include "smoother/abilities.h"
#include "smoother/smoother.h"

void tsw_smoother_give_way(trisweep_smoother *s, bool gives_way)
{
   s->gives_way = gives_way;
}

static trisweep_status need_plan(trisweep_smoother *s, const tsw_space *space,
                                 const trisweep_csr *a, const tsw_options *options, void *stream)
{
   const double start = tsw_clock_now();
   const bool   has_copy = s->plan.packed.inv_diag && !s->plan.low_memory;
   /* A copy that is there needs no more memory; factors have no schedule without a copy. */
   const bool gives_way = s->gives_way && !has_copy && tsw_factors_use(s) == TSW_USE_SWEEPS &&
                          tsw_options_is(options, TSW_OPTION_memory, "auto");
   if (s->analysed && s->space == space && tsw_plan_begins(&s->plan) && !s->plan.low_memory &&
       !gives_way && a->n_rows == s->stats.n_rows && a->nnz == s->stats.nnz)
   {
      return TRISWEEP_OK;
   }
   tsw_smoother_drop_matrix(s);
   s->space = space;
   s->plan = (tsw_plan){ .planner = space->plan, .use = tsw_factors_use(s) };
   if (gives_way)
   {
      TSW_TRY(tsw_plan_build_low(a, options, NULL, stream, &s->memory, &s->plan));
   }
   else
   {
      TSW_TRY(
         tsw_plan_build(space->plan, a, options, s->plan.use, NULL, stream, &s->memory, &s->plan));
   }
   TSW_TRY(tsw_factors_analyse(s, a, options, stream));
   tsw_smoother_note_analysis(s, a, 0, start);
   return TRISWEEP_OK;
}

static trisweep_status begin(trisweep_smoother *s, const trisweep_csr *a, const double *l1_norms,
                             void *stream)
{
   const double          start = tsw_clock_now();
   const trisweep_status status = tsw_smoother_begin(s, a, l1_norms, false, stream);
   s->pending = status == TRISWEEP_OK && tsw_plan_begins(&s->plan);
   s->pending_stream = stream;
   s->stats.update_seconds += tsw_clock_now() - start;
   return status;
}

/* Make a plan, if the options lead to one that begins. */
static trisweep_status prepare(trisweep_smoother *s, const trisweep_csr *a, void *stream,
                               bool *begins)
{
   const tsw_space *space;
   tsw_options      options;
   *begins = false;
   TSW_TRY(tsw_csr_validate_sizes(a));
   if (a->nnz > 0 && !a->val)
   {
      return TSW_ERROR(ARGUMENT, "val of the block is a null pointer");
   }
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
   tsw_smoother_forget_values(s);
   *begins = true;
   return need_plan(s, space, a, &options, stream);
}

trisweep_status tsw_smoother_inspect(trisweep_smoother *s, const trisweep_csr *a, void *stream)
{
   bool begins;
   TSW_TRY(tsw_smoother_enter(s));
   TSW_TRY(prepare(s, a, stream, &begins));
   return begins ? tsw_plan_inspect(&s->plan, a, stream) : TRISWEEP_OK;
}

trisweep_status trisweep_smoother_setup_async(trisweep_smoother *s, const trisweep_csr *a,
                                              const double *l1_norms, void *stream, int *queued)
{
   TSW_RANGE("trisweep setup", -1);
   bool begins;
   TSW_TRY(tsw_smoother_enter(s));
   if (!queued)
   {
      return TSW_ERROR(ARGUMENT, "queued is a null pointer");
   }
   *queued = 0;
   trisweep_status status = prepare(s, a, stream, &begins);
   if (begins)
   {
      status = status ? status : begin(s, a, l1_norms, stream);
      *queued = status == TRISWEEP_OK && s->pending;
   }
   if (begins && !*queued)
   {
      tsw_smoother_drop_matrix(s);
   }
   return status;
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
