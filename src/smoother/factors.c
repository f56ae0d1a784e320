/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The factors of a smoother. */
#include "smoother/smoother.h"

#include "base/message.h"
#include "base/timer.h"

/* Plan the solves with ILU(k) on its pattern; ILU(0) has the pattern of the block. */
static trisweep_status plan_ilu(trisweep_smoother *s, const trisweep_csr *a,
                                const tsw_options *options, void *stream)
{
   const tsw_space *space = s->space;
   tsw_factors     *f = &s->factors;
   if (f->fill_level == 0)
   {
      return tsw_plan_build(space->plan, a, options, TSW_USE_FACTORS, &s->plan, stream, &s->memory,
                            &f->plan);
   }
   tsw_fill        fill = { 0 };
   trisweep_status status = space->factors.fill(a, &s->plan, f->fill_level, stream, &fill);
   if (status == TRISWEEP_OK)
   {
      trisweep_csr pattern = *a;
      pattern.nnz = fill.nnz;
      pattern.row_ptr = fill.row_ptr;
      pattern.col_idx = fill.col_idx;
      pattern.val = NULL;
      status = tsw_plan_build(space->plan, &pattern, options, TSW_USE_FACTORS, NULL, stream,
                              &s->memory, &f->plan);
   }
   space->memory.free(NULL, &fill.row_ptr);
   space->memory.free(NULL, &fill.col_idx);
   return status;
}

tsw_plan_use tsw_factors_use(const trisweep_smoother *s)
{
   static const tsw_plan_use uses[] = { [TRISWEEP_NO_FACTORS] = TSW_USE_SWEEPS,
                                        [TRISWEEP_ILU] = TSW_USE_RESIDUALS,
                                        [TRISWEEP_DILU] = TSW_USE_FACTORS,
                                        [TRISWEEP_DILU_COLORS] = TSW_USE_FACTORS };
   return uses[s->factors.kind];
}

trisweep_status tsw_factors_analyse(trisweep_smoother *s, const trisweep_csr *a,
                                    const tsw_options *options, void *stream)
{
   tsw_factors *f = &s->factors;
   if (f->kind == TRISWEEP_NO_FACTORS)
   {
      return TRISWEEP_OK;
   }
   f->pivots = tsw_pivots_of(options);
   if (f->kind == TRISWEEP_DILU_COLORS)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(
      s->space->memory.alloc(&s->memory, &f->diagonal, a->n_rows, sizeof(double), "the diagonal"));
   if (f->kind == TRISWEEP_DILU)
   {
      return s->space->memory.alloc(&s->memory, &f->inv_pivot, a->n_rows, sizeof(double),
                                    "the pivots of DILU");
   }
   return plan_ilu(s, a, options, stream);
}

trisweep_status tsw_factors_load(trisweep_smoother *s, const trisweep_csr *a, void *stream)
{
   const tsw_space *space = s->space;
   tsw_factors     *f = &s->factors;
   if (f->kind == TRISWEEP_NO_FACTORS)
   {
      return TRISWEEP_OK;
   }
   const double start = tsw_clock_now();
   if (f->kind != TRISWEEP_DILU_COLORS)
   {
      TSW_TRY(space->factors.diagonal(a, f->diagonal, stream));
   }
   if (f->kind != TRISWEEP_ILU)
   {
      TSW_TRY(space->factors.dilu(&s->plan, f->diagonal, f->inv_pivot, &f->pivots, stream));
   }
   else
   {
      TSW_TRY(space->factors.ilu(a, &s->plan, f->diagonal, f->fill_level == 0, &f->plan, &f->pivots,
                                 stream));
      TSW_TRY(tsw_plan_refresh(&f->plan, stream));
   }
   f->seconds += tsw_clock_now() - start;
   return TRISWEEP_OK;
}

void tsw_factors_free(trisweep_smoother *s)
{
   const tsw_space *space = s->space;
   tsw_factors     *f = &s->factors;
   tsw_pivots_restart(&f->pivots);
   if (!space || f->kind == TRISWEEP_NO_FACTORS)
   {
      return;
   }
   tsw_plan_free(&s->memory, &f->plan);
   f->plan = (tsw_plan){ 0 };
   space->memory.free(&s->memory, &f->diagonal);
   space->memory.free(&s->memory, &f->inv_pivot);
   space->memory.free(&s->memory, &f->r);
   space->memory.free(&s->memory, &f->z);
   space->memory.free(&s->memory, &f->words);
   space->timer.free(&f->corrections);
}
