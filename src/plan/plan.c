/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/plan.h"

#include <string.h>

#include "base/message.h"

static trisweep_status build_with_levels(const trisweep_csr *a, const tsw_options *options,
                                         tsw_memory *owner, tsw_levels *levels, tsw_plan *plan)
{
   TSW_TRY(tsw_levels_compute(a, NULL, levels));
   plan->depth = levels->depth;
   TSW_TRY(tsw_plan_choose(levels, a->n_rows, a->nnz, options, &plan->schedule,
                           &plan->n_threads));
   if (plan->schedule->level_order)
   {
      TSW_TRY(tsw_levels_sort(a->n_rows, NULL, levels));
   }
   TSW_TRY(tsw_packed_layout(a, plan->schedule->level_order ? levels->order : NULL, owner,
                             &plan->packed));
   return plan->schedule->plan(&plan->packed, levels, plan->n_threads, NULL, owner,
                               &plan->state);
}

trisweep_status tsw_plan_build(const trisweep_csr *a, const tsw_options *options,
                               tsw_memory *owner, tsw_plan *plan)
{
   tsw_levels levels;
   memset(plan, 0, sizeof *plan);
   const trisweep_status status = build_with_levels(a, options, owner, &levels, plan);
   tsw_levels_free(NULL, &levels);
   return status;
}

void tsw_plan_free(tsw_memory *owner, tsw_plan *plan)
{
   if (plan->schedule)
   {
      plan->schedule->free(owner, &plan->state);
   }
   tsw_packed_free(owner, &plan->packed);
   memset(plan, 0, sizeof *plan);
}

static double triangle_bytes(const tsw_triangle *t, int64_t n_rows)
{
   const double nnz = n_rows > 0 ? (double) t->row_ptr[n_rows] : 0.0;
   return nnz * (sizeof(double) + sizeof(int32_t)) + (double) n_rows * sizeof(int32_t);
}

double tsw_plan_pass_bytes(const tsw_plan *plan, const tsw_pass *pass)
{
   const tsw_packed   *p = &plan->packed;
   const tsw_triangle *fresh = pass->backward ? &p->upper : &p->lower;
   const tsw_triangle *stale = pass->backward ? &p->lower : &p->upper;
   /* b or t is read, the scaling is read, x is written; x is also read unless it is zero. */
   double doubles = pass->kind == TSW_PASS_ZERO ? 3.0 : 4.0;
   doubles += pass->t && pass->kind != TSW_PASS_HALF ? 1.0 : 0.0;
   doubles += pass->diag_scale ? 1.0 : 0.0;
   doubles += pass->omega != 1.0 && pass->kind == TSW_PASS_FULL ? 1.0 : 0.0;
   double bytes = doubles * sizeof(double) * (double) p->n_rows;
   bytes += p->row ? sizeof(int32_t) * (double) p->n_rows : 0.0;
   bytes += triangle_bytes(fresh, p->n_rows);
   bytes += pass->kind == TSW_PASS_FULL ? triangle_bytes(stale, p->n_rows) : 0.0;
   return bytes;
}
