/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Vectors in host memory: the order of summation does not depend on the number of threads. */
#include "smoother/corrections.h"

#include <math.h>

#include "base/message.h"

static trisweep_status diagonal(const trisweep_csr *a, double *diagonal, TSW_UNUSED void *stream)
{
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      diagonal[i] = 0.0;
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         diagonal[i] += a->col_idx[e] == i ? a->val[e] : 0.0;
      }
   }
   return TRISWEEP_OK;
}

static void residual(const tsw_correct_job *job, double *r)
{
   const tsw_packed *p = &job->block->packed;
   const double     *b = job->b;
   const double     *x = job->x;
#pragma omp parallel for num_threads(job->block->n_threads) schedule(static)
   for (int64_t k = 0; k < p->n_rows; k++)
   {
      const int64_t i = p->row ? p->row[k] : k;
      r[i] = b[i] - job->diagonal[i] * x[i] - tsw_triangle_row_times(&p->lower, k, x) -
             tsw_triangle_row_times(&p->upper, k, x);
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

/* No test of the norm: the norm may overflow where all entries are finite. */
static bool is_finite(const double *v, int64_t n)
{
   bool all = true;
   for (int64_t i = 0; i < n; i++)
   {
      all = all && isfinite(v[i]);
   }
   return all;
}

static int64_t largest_entry(const double *v, int64_t n)
{
   int64_t largest = 0;
   for (int64_t i = 0; i < n && isfinite(v[largest]); i++)
   {
      largest = fabs(v[i]) <= fabs(v[largest]) ? largest : i;
   }
   return largest;
}

static trisweep_status check_change(const tsw_correct_job *job)
{
   const int64_t n = job->block->packed.n_rows;
   if (is_finite(job->r, n))
   {
      return TRISWEEP_OK;
   }
   const int64_t row = largest_entry(job->r, n);
   if (!job->how->zero_guess)
   {
      residual(job, job->z);
   }
   if (!is_finite(job->how->zero_guess ? job->b : job->z, n))
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

const tsw_corrections tsw_corrections_host = {
   .diagonal = diagonal,
   .start = start,
   .unscale = unscale,
   .finish = finish,
};

const tsw_corrections *tsw_corrections_of(TSW_UNUSED trisweep_space space)
{
#ifdef HAVE_CUDA
   return space == TRISWEEP_DEVICE ? &tsw_corrections_cuda : &tsw_corrections_host;
#else
   return &tsw_corrections_host;
#endif
}
