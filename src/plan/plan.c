/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/plan.h"

#include <string.h>

#include "base/message.h"
#include "plan/compose.h"

static trisweep_status build(const trisweep_csr *a, const tsw_options *options,
                             tsw_memory *owner, tsw_analysis *analysis, tsw_plan *plan)
{
   TSW_TRY(tsw_levels_compute(a, NULL, &analysis->levels));
   plan->depth = analysis->levels.depth;
   TSW_TRY(tsw_plan_choose(a, options, analysis, &plan->schedule, &plan->n_threads));
   const bool level_order = plan->schedule->needs == TSW_NEEDS_LEVEL_ORDER;
   TSW_TRY(tsw_packed_layout(a, level_order ? analysis->levels.order : NULL, owner,
                             &plan->packed));
   if (plan->schedule->solve_only)
   {
      TSW_TRY(tsw_memory_alloc(owner, &plan->work, TSW_COMPOSE_VECTORS * a->n_rows, sizeof(double),
                               "work vectors of the sweep"));
   }
   return plan->schedule->plan(&plan->packed, analysis, plan->n_threads, NULL, owner,
                               &plan->state);
}

trisweep_status tsw_plan_build(const trisweep_csr *a, const tsw_options *options,
                               tsw_memory *owner, tsw_plan *plan)
{
   tsw_analysis analysis;
   memset(plan, 0, sizeof *plan);
   memset(&analysis, 0, sizeof analysis);
   const trisweep_status status = build(a, options, owner, &analysis, plan);
   tsw_levels_free(NULL, &analysis.levels);
   tsw_row_blocks_free(NULL, &analysis.blocks);
   return status;
}

void tsw_plan_free(tsw_memory *owner, tsw_plan *plan)
{
   if (plan->schedule)
   {
      plan->schedule->free(owner, &plan->state);
   }
   tsw_packed_free(owner, &plan->packed);
   tsw_memory_free(owner, &plan->work);
   memset(plan, 0, sizeof *plan);
}

trisweep_status tsw_plan_load(const tsw_plan *plan, void *stream)
{
   return plan->schedule->load ? plan->schedule->load(plan->state, &plan->packed, stream)
                               : TRISWEEP_OK;
}

trisweep_status tsw_plan_pass(const tsw_plan *plan, const tsw_pass *pass, void *stream)
{
   if (plan->schedule->solve_only && pass->kind != TSW_PASS_ZERO)
   {
      return tsw_compose_host(plan->schedule, plan->state, &plan->packed, pass, plan->work);
   }
   return plan->schedule->pass(plan->state, &plan->packed, pass, stream);
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
