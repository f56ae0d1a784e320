/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "smoother/factors.h"

#include <string.h>

#include "base/clock.h"
#include "base/message.h"

void tsw_factors_init(tsw_factors *f)
{
   memset(f, 0, sizeof *f);
   f->kind = TRISWEEP_NO_FACTORS;
   tsw_pivots_restart(&f->pivots);
}

trisweep_status tsw_factors_options(const tsw_factors *f, const tsw_options *asked,
                                    const tsw_space *space, tsw_options *options)
{
   char *ordering = options->value[TSW_OPTION_ordering];
   *options = *asked;
   if (f->kind == TRISWEEP_NO_FACTORS)
   {
      return TRISWEEP_OK;
   }
   if (f->kind == TRISWEEP_DILU_COLORS)
   {
      strcpy(ordering, "hybrid-color");
      return space->plan->begins(options, TSW_USE_DILU)
                ? TRISWEEP_OK
                : TSW_ERROR(UNSUPPORTED,
                            "DILU by few colours needs a block in device memory, schedule colors "
                            "or auto, and memory=fast or auto; otherwise take DILU");
   }
   if (!tsw_plan_is_natural(options))
   {
      return TSW_ERROR(UNSUPPORTED,
                       "ordering=%s is for Gauss-Seidel; the factors of ILU and DILU are those of "
                       "the natural order: leave ordering at natural or auto, or take DILU by few "
                       "colours",
                       ordering);
   }
   strcpy(ordering, "natural");
   return TRISWEEP_OK;
}

/* Plan the solves with ILU(k) on its pattern; ILU(0) has the pattern of the block. */
static trisweep_status plan_ilu(tsw_factors *f, const tsw_space *space, const tsw_plan *block,
                                const trisweep_csr *a, const tsw_options *options, void *stream,
                                tsw_memory *owner)
{
   if (f->fill_level == 0)
   {
      return tsw_plan_build(space->plan, a, options, TSW_USE_FACTORS, block, stream, owner,
                            &f->plan);
   }
   tsw_fill        fill = { 0 };
   trisweep_status status = space->factors.fill(a, f->fill_level, stream, NULL, &fill);
   if (status == TRISWEEP_OK)
   {
      trisweep_csr pattern = *a;
      pattern.nnz = fill.nnz;
      pattern.row_ptr = fill.row_ptr;
      pattern.col_idx = fill.col_idx;
      pattern.val = NULL;
      status = tsw_plan_build(space->plan, &pattern, options, TSW_USE_FACTORS, NULL, stream, owner,
                              &f->plan);
   }
   space->memory.free(NULL, &fill.row_ptr);
   space->memory.free(NULL, &fill.col_idx);
   return status;
}

tsw_plan_use tsw_factors_use(const tsw_factors *f)
{
   static const tsw_plan_use uses[] = { [TRISWEEP_NO_FACTORS] = TSW_USE_SWEEPS,
                                        [TRISWEEP_ILU] = TSW_USE_RESIDUALS,
                                        [TRISWEEP_DILU] = TSW_USE_DILU,
                                        [TRISWEEP_DILU_COLORS] = TSW_USE_DILU };
   return uses[f->kind];
}

trisweep_status tsw_factors_analyse(tsw_factors *f, const tsw_space *space, const tsw_plan *block,
                                    const trisweep_csr *a, const tsw_options *options, void *stream,
                                    tsw_memory *owner)
{
   if (f->kind == TRISWEEP_NO_FACTORS)
   {
      return TRISWEEP_OK;
   }
   f->pivots = tsw_pivots_of(options);
   if (f->kind == TRISWEEP_DILU_COLORS)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(space->memory.alloc(owner, &f->diagonal, a->n_rows, sizeof(double), "the diagonal"));
   if (f->kind == TRISWEEP_DILU)
   {
      return space->memory.alloc(owner, &f->inv_pivot, a->n_rows, sizeof(double),
                                 "the pivots of DILU");
   }
   return plan_ilu(f, space, block, a, options, stream, owner);
}

trisweep_status tsw_factors_load(tsw_factors *f, const tsw_space *space, const trisweep_csr *a,
                                 const tsw_plan *block, void *stream)
{
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
      TSW_TRY(space->factors.dilu(block, f->diagonal, f->inv_pivot, &f->pivots, stream));
   }
   else
   {
      TSW_TRY(space->factors.ilu(a, block, f->diagonal, f->fill_level == 0, &f->plan, &f->pivots,
                                 stream));
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
   stats->factor_nnz = any ? tsw_packed_nnz(p) : 0;
   stats->factor_depth = any ? plan->depth : 0;
   stats->pivots_boosted = f->pivots.n_boosted;
   stats->pivots_skipped = f->pivots.n_skipped;
   stats->first_pivot_row = f->pivots.first_row;
   stats->factor_seconds = f->seconds;
}

void tsw_factors_drop(const tsw_space *space, tsw_memory *owner, tsw_factors *f)
{
   tsw_plan_free(owner, &f->plan);
   if (space)
   {
      space->memory.free(owner, &f->diagonal);
      space->memory.free(owner, &f->inv_pivot);
      space->memory.free(owner, &f->r);
      space->memory.free(owner, &f->z);
      space->memory.free(owner, &f->words);
      space->timer.free(&f->corrections);
   }
   tsw_pivots_restart(&f->pivots);
}
