/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/build.h"

#include "base/message.h"
#include "block/device.h"
#include "plan/cuda/numbered.h"

/* In longer rows a search for each entry takes longer than sorting. */
static constexpr int32_t SEARCHED_ROW = 512;

/* Load values into the schedule's own storage, through temporary triangles. */
static trisweep_status load_packed(const tsw_plan *plan, const trisweep_csr *a, void *stream)
{
   const tsw_packed *as = &plan->packed;
   tsw_packed        p = {};
   trisweep_status   status = tsw_device_packed_layout(a, as->row, as->rank, stream, NULL, &p);
   status = status ? status : tsw_device_packed_values(NULL, &p);
   status = status ? status : tsw_device_packed_load(a, NULL, stream, NULL, &p);
   status = status ? status : plan->schedule->load(plan->state, &p, stream);
   tsw_device_packed_free(NULL, &p);
   return status;
}

trisweep_status tsw_plan_load_cuda(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                   void *stream, tsw_memory *owner)
{
   tsw_packed *p = &plan->packed;
   int32_t     disorder;
   bool        complete = false;
   if (plan->by_number)
   {
      TSW_TRY(tsw_numbered_queue(plan, a, l1_norms, stream, owner));
      return tsw_numbered_settle(plan, stream);
   }
   if (p->borrows)
   {
      return tsw_device_packed_check(a, l1_norms, stream, p);
   }
   if (!p->bare)
   {
      return tsw_device_packed_load(a, l1_norms, stream, owner, p);
   }
   TSW_TRY(tsw_device_packed_scale(a, l1_norms, stream, owner, p, &disorder));
   if (disorder <= SEARCHED_ROW)
   {
      TSW_TRY(plan->schedule->load_rows(plan->state, a, disorder == 0, stream, &complete));
   }
   return complete ? TRISWEEP_OK : load_packed(plan, a, stream);
}
