/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/build.h"

#include <utility>

#include "base/message.h"
#include "block/device.h"

static void swap_triangles(tsw_packed *p, tsw_packed *q)
{
   std::swap(p->lower, q->lower);
   std::swap(p->upper, q->upper);
   std::swap(p->n_entries, q->n_entries);
}

/* Load values into the state of a schedule, through temporary triangles of the bare block. */
static trisweep_status load_triangles(const tsw_plan *plan, const trisweep_csr *a,
                                      const double *l1_norms, void *stream, tsw_memory *owner,
                                      tsw_packed *p)
{
   tsw_packed      temporary = {};
   trisweep_status status = tsw_device_packed_layout(a, p->row, p->rank, stream, NULL, &temporary);
   status = status ? status : tsw_device_packed_values(NULL, &temporary);
   swap_triangles(p, &temporary);
   status = status ? status : tsw_device_packed_load(a, l1_norms, stream, owner, p);
   status = status ? status : plan->schedule->load(plan->state, p, stream);
   swap_triangles(p, &temporary);
   tsw_device_packed_free(NULL, &temporary);
   return status;
}

/* Load values into the state of a schedule, from the block itself if its rows are in order. */
static trisweep_status load_state(const tsw_plan *plan, const trisweep_csr *a,
                                  const double *l1_norms, void *stream, tsw_memory *owner,
                                  tsw_packed *p)
{
   bool in_order;
   TSW_TRY(tsw_device_packed_l1(l1_norms != NULL, p->n_rows, owner, p));
   TSW_TRY(tsw_device_packed_check(a, l1_norms, stream, p, &in_order));
   if (!in_order)
   {
      return load_triangles(plan, a, l1_norms, stream, owner, p);
   }
   tsw_packed rows = *p;
   rows.block = *a;
   return plan->schedule->load(plan->state, &rows, stream);
}

trisweep_status tsw_plan_load_cuda(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                   void *stream, tsw_memory *owner)
{
   tsw_packed *p = &plan->packed;
   bool        unused;
   switch (plan->mode)
   {
   case TSW_MODE_BORROWED:
      TSW_TRY(tsw_device_packed_check(a, l1_norms, stream, p, &unused));
      p->block = *a;
      p->l1_norms = l1_norms;
      return TRISWEEP_OK;
   case TSW_MODE_BARE:
      return load_state(plan, a, l1_norms, stream, owner, p);
   default:
      return tsw_device_packed_load(a, l1_norms, stream, owner, p);
   }
}
