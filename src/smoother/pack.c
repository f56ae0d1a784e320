/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The change from sweeps over the caller's arrays to sweeps over a packed copy. */
#include <string.h>

#include "base/message.h"
#include "base/timer.h"
#include "smoother/smoother.h"

static trisweep_status pack(trisweep_smoother *s, const trisweep_csr *block, const double *l1_norms,
                            const tsw_options *options, void *stream)
{
   const tsw_space *space = s->space;
   const double     start = tsw_clock_now();
   tsw_plan         plan;
   uint64_t         hash;
   TSW_TRY(space->inspect(block, stream, &hash));
   trisweep_status status =
      tsw_plan_build(space->plan, block, options, TSW_USE_SWEEPS, NULL, stream, &s->memory, &plan);
   status = status ? status : tsw_plan_begin(&plan, block, l1_norms, stream, &s->memory);
   status = status ? status : tsw_plan_wait(&plan, stream);
   if (status != TRISWEEP_OK)
   {
      tsw_plan_free(&s->memory, &plan);
      return status;
   }
   tsw_smoother_note_analysis(s, block, hash, start);
   tsw_plan_free(&s->memory, &s->plan);
   s->plan = plan;
   s->keeps = false;
   return TRISWEEP_OK;
}

trisweep_status trisweep_smoother_pack(trisweep_smoother *s, void *stream)
{
   tsw_options options;
   TSW_TRY(tsw_smoother_enter(s));
   TSW_TRY(tsw_smoother_settle(s));
   TSW_TRY(tsw_smoother_need_values(s));
   if (!tsw_plan_borrows(&s->plan))
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_smoother_options(s, s->space, &options));
   if (!tsw_options_is(&options, TSW_OPTION_memory, "auto") ||
       !tsw_options_is(&options, TSW_OPTION_schedule, "auto"))
   {
      return TRISWEEP_OK;
   }
   strcpy(options.value[TSW_OPTION_memory], "fast");
   s->space->enter(stream);
   TSW_TRY(s->space->last_use.order(&s->last_use));
   const trisweep_csr block = s->plan.packed.block;
   return pack(s, &block, s->plan.packed.l1_norms, &options, stream);
}
