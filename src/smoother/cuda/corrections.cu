/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Vectors in device memory; sums over the lanes of a row have a fixed order. */
#include "smoother/corrections.h"

#include "base/cuda_call.h"
#include "base/device/sum.cuh"

namespace {

constexpr int BLOCK = 256;
constexpr int LANES = 8; /* of a row */

/* No test of the size: the size of a correction depends on the scale of the matrix. */
__device__ bool is_too_large(double v)
{
   return !isfinite(v);
}

__global__ void __launch_bounds__(BLOCK) find_diagonal(trisweep_csr a, double *diagonal)
{
   const int64_t i = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int     lane = (int) (threadIdx.x % LANES);
   double        sum = 0.0;
   if (i < a.n_rows)
   {
      for (int32_t e = a.row_ptr[i] + lane; e < a.row_ptr[i + 1]; e += LANES)
      {
         sum += a.col_idx[e] == i ? a.val[e] : 0.0;
      }
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (i < a.n_rows && lane == 0)
   {
      diagonal[i] = sum;
   }
}

__device__ double row_times(const tsw_triangle &t, int64_t k, int lane, const double *x)
{
   double sum = 0.0;
   for (int32_t e = t.row_ptr[k] + lane; e < t.row_ptr[k + 1]; e += LANES)
   {
      sum += t.val[e] * x[t.col_idx[e]];
   }
   return sum;
}

__global__ void __launch_bounds__(BLOCK)
   residual(tsw_packed p, const double *diagonal, const double *b, const double *x, double *r,
            int32_t *found)
{
   const int64_t k = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int     lane = (int) (threadIdx.x % LANES);
   double        sum = 0.0;
   if (k < p.n_rows)
   {
      sum = row_times(p.lower, k, lane, x) + row_times(p.upper, k, lane, x);
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (k < p.n_rows && lane == 0)
   {
      const int64_t i = p.row ? p.row[k] : k;
      const double  value = b[i] - diagonal[i] * x[i] - sum;
      r[i] = value;
      if (is_too_large(value))
      {
         *found = 1;
      }
   }
}

__global__ void __launch_bounds__(BLOCK) find_too_large(const double *v, int64_t n, int32_t *found)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n && is_too_large(v[i]))
   {
      *found = 1;
   }
}

__global__ void __launch_bounds__(BLOCK) multiply(const double *inverse, double *z, int64_t n)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      z[i] = inverse[i] == 0.0 ? 0.0 : z[i] / inverse[i];
   }
}

struct change
{
   int64_t        n_rows;
   const int32_t *marker; /* NULL: all rows */
   int32_t        points;
   double         weight;
   bool           zero_guess;
   const double  *r;
   double        *x;
   const int32_t *words;
   int32_t       *report;
};

/* Add the change to x; if only the change is too large (words), report VALUE instead. */
__global__ void __launch_bounds__(BLOCK) apply(change c)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i >= c.n_rows)
   {
      return;
   }
   if (c.words[1] && !c.words[0])
   {
      if (i == 0)
      {
         *(volatile int32_t *) c.report = (int32_t) TRISWEEP_ERROR_VALUE;
      }
      return;
   }
   const bool mine = !c.marker || c.marker[i] == c.points;
   if (c.zero_guess)
   {
      c.x[i] = mine ? c.weight * c.r[i] : 0.0;
   }
   else if (mine)
   {
      c.x[i] += c.weight * c.r[i];
   }
}

trisweep_status diagonal(const trisweep_csr *a, double *diagonal, void *stream)
{
   if (a->n_rows > 0)
   {
      find_diagonal<<<tsw_blocks(LANES * a->n_rows, BLOCK), BLOCK, 0, (cudaStream_t) stream>>>(
         *a, diagonal);
      TSW_CUDA(cudaGetLastError());
   }
   return TRISWEEP_OK;
}

trisweep_status start(const tsw_correct_job *job, void *stream)
{
   const cudaStream_t queue = (cudaStream_t) stream;
   const tsw_packed  *p = &job->block->packed;
   TSW_CUDA(cudaMemsetAsync(job->words, 0, 2 * sizeof(int32_t), queue));
   if (job->how->zero_guess)
   {
      find_too_large<<<tsw_blocks(p->n_rows, BLOCK), BLOCK, 0, queue>>>(job->b, p->n_rows,
                                                                        job->words);
   }
   else
   {
      residual<<<tsw_blocks(LANES * p->n_rows, BLOCK), BLOCK, 0, queue>>>(
         *p, job->diagonal, job->b, job->x, job->r, job->words);
   }
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

trisweep_status unscale(const tsw_correct_job *job, void *stream)
{
   const int64_t n = job->block->packed.n_rows;
   multiply<<<tsw_blocks(n, BLOCK), BLOCK, 0, (cudaStream_t) stream>>>(job->inv_pivot, job->z, n);
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

__global__ void __launch_bounds__(BLOCK) mix(change c)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < c.n_rows)
   {
      const bool   mine = !c.marker || c.marker[i] == c.points;
      const double before = c.zero_guess ? 0.0 : c.x[i];
      c.x[i] = mine ? before + c.weight * (c.r[i] - before) : before;
   }
}

trisweep_status blend(const tsw_correct_job *job, void *stream)
{
   const trisweep_correction *how = job->how;
   const int64_t              n = job->block->packed.n_rows;
   mix<<<tsw_blocks(n, BLOCK), BLOCK, 0, (cudaStream_t) stream>>>(
      { n, how->points ? how->cf_marker : NULL, how->points, how->relax_weight,
        how->zero_guess != 0, job->z, job->x, NULL, NULL });
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

trisweep_status finish(const tsw_correct_job *job, void *stream)
{
   const cudaStream_t         queue = (cudaStream_t) stream;
   const trisweep_correction *how = job->how;
   const int64_t              n = job->block->packed.n_rows;
   const int32_t             *marker = how->points ? how->cf_marker : NULL;
   find_too_large<<<tsw_blocks(n, BLOCK), BLOCK, 0, queue>>>(job->r, n, job->words + 1);
   apply<<<tsw_blocks(n, BLOCK), BLOCK, 0, queue>>>({ n, marker, how->points, how->relax_weight,
                                                      how->zero_guess != 0, job->r, job->x,
                                                      job->words, job->report });
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

} // namespace

extern "C" const tsw_corrections tsw_corrections_cuda = {
   .diagonal = diagonal,
   .start = start,
   .unscale = unscale,
   .blend = blend,
   .finish = finish,
};
