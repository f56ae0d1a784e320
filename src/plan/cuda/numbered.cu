/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/numbered.h"

#include "base/memory_cuda.h"
#include "base/message.h"
#include "block/device.h"
#include "kernels/cuda/colors/colors.h"
#include "plan/cuda/choose.h"
#include "plan/ordering.h"

bool tsw_numbered_wanted(const tsw_options *options, tsw_plan_use use)
{
   return (use == TSW_USE_SWEEPS || use == TSW_USE_DILU) && tsw_ordering_is_few(options) &&
          (tsw_options_is(options, TSW_OPTION_schedule, "auto") ||
           tsw_choose_names(options, TSW_ROLE_FEW_COLORS)) &&
          !tsw_options_is(options, TSW_OPTION_memory, "low");
}

trisweep_status tsw_numbered_build(const trisweep_csr *a, const tsw_options *options, void *stream,
                                   tsw_memory *owner, tsw_plan *plan)
{
   const tsw_analysis none = {};
   tsw_packed        *p = &plan->packed;
   p->space = TRISWEEP_DEVICE;
   p->n_rows = a->n_rows;
   p->first_zero_diagonal = -1;
   p->n_entries[0] = a->nnz; /* until the packing has counted both parts */
   p->floats = tsw_options_is(options, TSW_OPTION_values, "float");
   plan->n_threads = 1;
   plan->queues = true;
   plan->by_number = true;
   plan->n_colors = tsw_options_int(options, TSW_OPTION_colors);
   plan->schedule = tsw_schedule_of(TSW_ROLE_FEW_COLORS, TRISWEEP_DEVICE);
   plan->choice.by = tsw_options_is(options, TSW_OPTION_schedule, "auto") ? "rules" : "option";
   plan->choice.ordering = "hybrid-color";
   if (!colors_fits(a->n_rows))
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule colors takes fewer rows than a third of 2^31; use more devices, "
                       "or ordering=natural");
   }
   if (a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_memory_alloc_device(owner, &p->inv_diag, colors_most_places(a->n_rows),
                                   sizeof(double), "reciprocals of the diagonal"));
   return tsw_schedule_plan(plan->schedule, p, &none, 1, stream, owner, &plan->state);
}

trisweep_status tsw_numbered_queue(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                   void *stream, tsw_memory *owner)
{
   const int64_t n = colors_most_places(plan->packed.n_rows);
   TSW_TRY(tsw_device_packed_l1(l1_norms != NULL, n, owner, &plan->packed));
   return a->n_rows == 0
             ? TRISWEEP_OK
             : tsw_colors_queue(plan->state, a, l1_norms, plan->n_colors, stream, &plan->packed);
}

trisweep_status tsw_numbered_settle(tsw_plan *plan, void *stream)
{
   tsw_colors_found found = {};
   if (plan->packed.n_rows > 0)
   {
      TSW_TRY(tsw_colors_settle(plan->state, stream, &plan->packed, &found));
   }
   plan->depth = found.colors.n;
   plan->shared = found.shared;
   plan->packed.floats = found.floats;
   plan->choice.ordering = found.shared > 0 ? "hybrid-color" : "color";
   return TRISWEEP_OK;
}
