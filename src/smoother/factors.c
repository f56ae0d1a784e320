/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "smoother/factors.h"

#include <string.h>

#include "analysis/fill.h"
#include "base/clock.h"
#include "base/message.h"
#include "factor/ilu.h"

void tsw_factors_init(tsw_factors *f)
{
   memset(f, 0, sizeof *f);
   f->kind = TRISWEEP_NO_FACTORS;
   tsw_pivots_restart(&f->pivots);
}

/* Plan the solves with ILU(k) on its pattern; that of ILU(0) is the block's own. */
static trisweep_status plan_ilu(tsw_factors *f, const tsw_backend *backend, const trisweep_csr *a,
                                const tsw_options *options, tsw_memory *owner)
{
   if (f->fill_level == 0)
   {
      return tsw_plan_build(backend, a, options, NULL, owner, &f->plan);
   }
   tsw_fill        fill;
   trisweep_status status = tsw_fill_compute(a, f->fill_level, NULL, &fill);
   if (status == TRISWEEP_OK)
   {
      const trisweep_csr pattern = { .n_rows = a->n_rows,
                                     .n_cols = a->n_cols,
                                     .nnz = fill.nnz,
                                     .row_ptr = fill.row_ptr,
                                     .col_idx = fill.col_idx,
                                     .space = TRISWEEP_HOST };
      status = tsw_plan_build(backend, &pattern, options, NULL, owner, &f->plan);
   }
   tsw_fill_free(NULL, &fill);
   return status;
}

trisweep_status tsw_factors_analyse(tsw_factors *f, const tsw_backend *backend,
                                    const trisweep_csr *a, const tsw_options *options,
                                    tsw_memory *owner)
{
   if (f->kind == TRISWEEP_NO_FACTORS)
   {
      return TRISWEEP_OK;
   }
   if (backend->space != TRISWEEP_HOST)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "this version factorises host blocks only; use Gauss-Seidel for "
                       "blocks in device memory");
   }
   f->pivots = tsw_pivots_of(options);
   TSW_TRY(tsw_memory_alloc(owner, &f->diagonal, a->n_rows, sizeof(double), "the diagonal"));
   if (f->kind == TRISWEEP_DILU)
   {
      return tsw_memory_alloc(owner, &f->inv_pivot, a->n_rows, sizeof(double),
                              "the pivots of DILU");
   }
   return plan_ilu(f, backend, a, options, owner);
}

static void load_diagonal(const trisweep_csr *a, double *diagonal)
{
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      diagonal[i] = 0.0;
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         diagonal[i] += a->col_idx[e] == i ? a->val[e] : 0.0;
      }
   }
}

trisweep_status tsw_factors_load(tsw_factors *f, const trisweep_csr *a, const tsw_packed *block,
                                 void *stream)
{
   if (f->kind == TRISWEEP_NO_FACTORS)
   {
      return TRISWEEP_OK;
   }
   const double start = tsw_clock_now();
   load_diagonal(a, f->diagonal);
   if (f->kind == TRISWEEP_DILU)
   {
      TSW_TRY(tsw_dilu_factorise(block, f->diagonal, f->inv_pivot, &f->pivots));
   }
   else
   {
      TSW_TRY(tsw_ilu_factorise(a, &f->plan.packed, &f->pivots));
      TSW_TRY(tsw_plan_refresh(&f->plan, stream));
   }
   f->seconds += tsw_clock_now() - start;
   return TRISWEEP_OK;
}

void tsw_factors_stats(const tsw_factors *f, const tsw_plan *block, trisweep_stats *stats)
{
   const tsw_plan   *plan = f->kind == TRISWEEP_ILU ? &f->plan : block;
   const tsw_packed *p = &plan->packed;
   const bool        any = f->kind != TRISWEEP_NO_FACTORS && p->n_rows > 0;
   stats->factor_nnz =
      any ? (int64_t) p->lower.row_ptr[p->n_rows] + p->upper.row_ptr[p->n_rows] + p->n_rows : 0;
   stats->factor_depth = any ? plan->depth : 0;
   stats->pivots_boosted = f->pivots.n_boosted;
   stats->pivots_skipped = f->pivots.n_skipped;
   stats->first_pivot_row = f->pivots.first_row;
   stats->factor_seconds = f->seconds;
   stats->correct_seconds = tsw_timer_seconds(&f->corrections);
}

void tsw_factors_drop(tsw_memory *owner, tsw_factors *f)
{
   tsw_plan_free(owner, &f->plan);
   tsw_memory_free(owner, &f->diagonal);
   tsw_memory_free(owner, &f->inv_pivot);
   tsw_memory_free(owner, &f->r);
   tsw_memory_free(owner, &f->z);
   tsw_pivots_restart(&f->pivots);
}
