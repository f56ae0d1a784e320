/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/build.h"

#include <utility>

#include "base/message.h"
#include "block/device.h"
#include "plan/cuda/numbered.h"

/* Load values into the state of a schedule, through temporary triangles of the bare block. */
static trisweep_status load_state(const tsw_plan *plan, const trisweep_csr *a,
                                  const double *l1_norms, void *stream, tsw_memory *owner,
                                  tsw_packed *p)
{
   tsw_packed      temporary = {};
   trisweep_status status =
      tsw_device_packed_layout(a, p->row, p->rank, stream, NULL, &temporary);
   status = status ? status : tsw_device_packed_values(NULL, &temporary);
   std::swap(p->lower, temporary.lower);
   std::swap(p->upper, temporary.upper);
   status = status ? status : tsw_device_packed_load(a, l1_norms, stream, owner, p);
   status = status ? status : plan->schedule->load(plan->state, p, stream);
   tsw_device_packed_bare(NULL, p);
   tsw_device_packed_free(NULL, &temporary);
   return status;
}

trisweep_status tsw_plan_load_cuda(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                   void *stream, tsw_memory *owner)
{
   tsw_packed *p = &plan->packed;
   if (plan->by_number)
   {
      TSW_TRY(tsw_numbered_queue(plan, a, l1_norms, stream, owner));
      return tsw_numbered_settle(plan, stream);
   }
   if (p->borrows)
   {
      return tsw_device_packed_check(a, l1_norms, stream, p);
   }
   return p->bare ? load_state(plan, a, l1_norms, stream, owner, p)
                  : tsw_device_packed_load(a, l1_norms, stream, owner, p);
}
