/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Host memory. The order of summation of vectors does not depend on the number of threads. */
#include "space/space.h"

#include <math.h>
#include <string.h>

#include "base/message.h"
#include "block/csr.h"
#include "factor/ilu.h"

static void enter(TSW_UNUSED void *stream)
{
}

static trisweep_status inspect(const trisweep_csr *a, TSW_UNUSED void *stream, uint64_t *hash)
{
   TSW_TRY(tsw_csr_validate(a));
   *hash = tsw_csr_pattern_hash(a);
   return TRISWEEP_OK;
}

static trisweep_status copy(double *to, const double *from, int64_t n, TSW_UNUSED void *stream)
{
   memcpy(to, from, (size_t) n * sizeof(double));
   return TRISWEEP_OK;
}

static trisweep_status check(TSW_UNUSED const tsw_packed *p, TSW_UNUSED void *stream)
{
   return TRISWEEP_OK;
}

static trisweep_status mark(TSW_UNUSED tsw_last_use *use, TSW_UNUSED void *stream)
{
   return TRISWEEP_OK;
}

static trisweep_status order(TSW_UNUSED tsw_last_use *use)
{
   return TRISWEEP_OK;
}

static void timer_free(TSW_UNUSED tsw_timer *t)
{
}

static trisweep_status fill(TSW_UNUSED const trisweep_csr *a, const tsw_plan *block, int32_t level,
                            TSW_UNUSED void *stream, tsw_fill *fill)
{
   return tsw_fill_compute(&block->packed, level, fill);
}

static trisweep_status diagonal(const trisweep_csr *a, double *diagonal, TSW_UNUSED void *stream)
{
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      diagonal[i] = tsw_csr_diagonal(a, i);
   }
   return TRISWEEP_OK;
}

static trisweep_status ilu(const trisweep_csr *a, TSW_UNUSED const tsw_plan *block,
                           TSW_UNUSED const double *diagonal, TSW_UNUSED bool same_pattern,
                           tsw_plan *factors, tsw_pivots *pivots, TSW_UNUSED void *stream)
{
   return tsw_ilu_factorise(a, &factors->packed, pivots);
}

static trisweep_status dilu(const tsw_plan *block, const double *diagonal, double *inv_pivot,
                            tsw_pivots *pivots, TSW_UNUSED void *stream)
{
   return tsw_dilu_factorise(&block->packed, diagonal, inv_pivot, pivots);
}

/* (row i of a triangle) x */
static double row_times(const tsw_triangle *t, int64_t i, const double *x)
{
   double sum = 0.0;
   for (int32_t e = t->row_ptr[i]; e < t->row_ptr[i + 1]; e++)
   {
      sum += t->val[e] * x[t->col_idx[e]];
   }
   return sum;
}

static void residual(const tsw_correct_job *job, double *r)
{
   const tsw_packed *p = &job->block->packed;
   const double     *b = job->b;
   const double     *x = job->x;
#pragma omp parallel for num_threads(job->block->n_threads) schedule(static)
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      r[i] =
         b[i] - job->diagonal[i] * x[i] - row_times(&p->lower, i, x) - row_times(&p->upper, i, x);
   }
}

static trisweep_status start(const tsw_correct_job *job, TSW_UNUSED void *stream)
{
   if (!job->how->zero_guess)
   {
      residual(job, job->r);
   }
   return TRISWEEP_OK;
}

static trisweep_status unscale(const tsw_correct_job *job, TSW_UNUSED void *stream)
{
   for (int64_t i = 0; i < job->block->packed.n_rows; i++)
   {
      job->z[i] = job->inv_pivot[i] == 0.0 ? 0.0 : job->z[i] / job->inv_pivot[i];
   }
   return TRISWEEP_OK;
}

/* The first entry that is not finite, or n. No test of the norm, which may overflow before. */
static int64_t first_infinite(const double *v, int64_t n)
{
   int64_t i = 0;
   while (i < n && isfinite(v[i]))
   {
      i++;
   }
   return i;
}

static trisweep_status check_change(const tsw_correct_job *job)
{
   const int64_t n = job->block->packed.n_rows;
   const int64_t row = first_infinite(job->r, n);
   if (row == n)
   {
      return TRISWEEP_OK;
   }
   if (!job->how->zero_guess)
   {
      residual(job, job->z);
   }
   if (first_infinite(job->how->zero_guess ? job->b : job->z, n) < n)
   {
      return TRISWEEP_OK;
   }
   return TSW_ERROR_ROW(VALUE, row,
                        "the correction is %g, because the incomplete factors are "
                        "unstable; use another fill level, a larger pivot_tol, or Gauss-Seidel",
                        job->r[row]);
}

static trisweep_status finish(const tsw_correct_job *job, TSW_UNUSED void *stream)
{
   const trisweep_correction *how = job->how;
   const int32_t             *marker = how->points ? how->cf_marker : NULL;
   const double               weight = how->relax_weight;
   double                    *x = job->x;
   TSW_TRY(check_change(job));
   for (int64_t i = 0; i < job->block->packed.n_rows; i++)
   {
      const bool mine = !marker || marker[i] == how->points;
      if (how->zero_guess)
      {
         x[i] = mine ? weight * job->r[i] : 0.0;
      }
      else if (mine)
      {
         x[i] += weight * job->r[i];
      }
   }
   return TRISWEEP_OK;
}

const tsw_space tsw_space_host = {
   .enter = enter,
   .inspect = inspect,
   .copy = copy,
   .check = check,
   .memory = { .alloc = tsw_memory_alloc, .free = tsw_memory_free },
   .timer = { .begin = tsw_timer_begin,
              .end = tsw_timer_end,
              .seconds = tsw_timer_seconds,
              .free = timer_free },
   .last_use = { .mark = mark, .order = order },
   .plan = &tsw_planner_host,
   .factors = { .fill = fill, .diagonal = diagonal, .ilu = ilu, .dilu = dilu },
   .correction = { .start = start, .unscale = unscale, .finish = finish },
};
