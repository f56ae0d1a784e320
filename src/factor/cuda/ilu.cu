/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ILU on the device, in place: a warp a row (IKJ). For each entry of the row's lower
 * part, in ascending order, the lanes subtract the multiple of an earlier row's
 * upper part, whose columns they look up in this row's pattern.
 */
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "factor/cuda/rows.cuh"
#include "factor/device.h"

using namespace factor;

namespace {

struct ilu
{
   progress     f;
   trisweep_csr a;
   tsw_triangle lower;
   tsw_triangle upper;
   double      *inv_diag;
};

/* Entries of the matrix into the pattern, a warp a row; of more than two repeated ones the sum may
 * differ from run to run in the last bit. */
__global__ void __launch_bounds__(BLOCK) spread(ilu s)
{
   const int64_t i = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   if (i >= s.f.n_rows)
   {
      return;
   }
   const int32_t k = s.f.place_of((int32_t) i);
   for (int32_t e = s.a.row_ptr[i] + (int32_t) (threadIdx.x % 32); e < s.a.row_ptr[i + 1]; e += 32)
   {
      const int32_t j = s.a.col_idx[e];
      if (j == i)
      {
         atomicAdd(&s.f.pivot[i], s.a.val[e]);
         continue;
      }
      const tsw_triangle &t = j < i ? s.lower : s.upper;
      const int32_t       at = find(t, t.row_ptr[k], t.row_ptr[k + 1], j, j > i);
      if (at >= 0)
      {
         atomicAdd(&t.val[at], s.a.val[e]);
      }
   }
}

/* One row at work, with its place in both triangles. */
struct row_work
{
   int32_t i;
   int32_t lane;
   int32_t lower_begin;
   int32_t lower_end;
   int32_t upper_begin;
   int32_t upper_end;
};

__device__ double largest_entry(const ilu &s, const row_work &r)
{
   double most = fabs(s.f.pivot[r.i]);
   for (int32_t e = r.lower_begin + r.lane; e < r.lower_end; e += 32)
   {
      most = fmax(most, fabs(s.lower.val[e]));
   }
   for (int32_t e = r.upper_begin + r.lane; e < r.upper_end; e += 32)
   {
      most = fmax(most, fabs(s.upper.val[e]));
   }
   return reduce_max(most);
}

/* Subtract l times the upper part of row m. Each column occurs once, so that lanes never meet. */
__device__ void subtract(const ilu &s, const row_work &r, int32_t m, int32_t after, double l)
{
   const int32_t place = s.f.place_of(m);
   const int32_t end = s.upper.row_ptr[place + 1];
   for (int32_t u = s.upper.row_ptr[place] + r.lane; u < end; u += 32)
   {
      const int32_t c = s.upper.col_idx[u];
      const double  change = l * __ldcg(&s.upper.val[u]);
      if (c == r.i)
      {
         s.f.pivot[r.i] -= change;
         continue;
      }
      const bool          below = c < r.i;
      const tsw_triangle &t = below ? s.lower : s.upper;
      const int32_t       at = find(t, below ? after : r.upper_begin,
                                    below ? r.lower_end : r.upper_end, c, !below);
      if (at >= 0)
      {
         t.val[at] -= change;
      }
   }
}

__device__ void eliminate(const ilu &s, const row_work &r)
{
   for (int32_t e = r.lower_begin; e < r.lower_end; e++)
   {
      const int32_t m = s.lower.col_idx[e];
      s.f.wait_for(m);
      const double l = s.lower.val[e] * __ldcg(&s.inv_diag[m]);
      __syncwarp();
      if (r.lane == 0)
      {
         s.lower.val[e] = l;
      }
      if (l != 0.0)
      {
         subtract(s, r, m, e + 1, l);
      }
      __syncwarp();
   }
}

/* x - x is 0 for finite x and NaN otherwise. */
__device__ bool is_finite(const ilu &s, const row_work &r)
{
   double sum = 0.0;
   for (int32_t e = r.lower_begin + r.lane; e < r.lower_end; e += 32)
   {
      sum += s.lower.val[e] - s.lower.val[e];
   }
   for (int32_t e = r.upper_begin + r.lane; e < r.upper_end; e += 32)
   {
      sum += s.upper.val[e] - s.upper.val[e];
   }
   return __all_sync(WARP, sum == 0.0);
}

__device__ void clear(const ilu &s, const row_work &r)
{
   for (int32_t e = r.lower_begin + r.lane; e < r.lower_end; e += 32)
   {
      s.lower.val[e] = 0.0;
   }
   for (int32_t e = r.upper_begin + r.lane; e < r.upper_end; e += 32)
   {
      s.upper.val[e] = 0.0;
   }
}

__global__ void __launch_bounds__(BLOCK) factorise(ilu s)
{
   for (int32_t i = s.f.take(); i >= 0; i = s.f.take())
   {
      const int32_t  k = s.f.place_of(i);
      const row_work r = { i,
                           (int32_t) (threadIdx.x % 32),
                           s.lower.row_ptr[k],
                           s.lower.row_ptr[k + 1],
                           s.upper.row_ptr[k],
                           s.upper.row_ptr[k + 1] };
      const double   most = largest_entry(s, r);
      eliminate(s, r);
      const bool finite = is_finite(s, r);
      double     inverse = 0.0;
      if (r.lane == 0)
      {
         inverse = s.f.judge(i, s.f.pivot[i], most, finite);
         s.inv_diag[i] = inverse;
      }
      if (__shfl_sync(WARP, inverse, 0) == 0.0)
      {
         clear(s, r);
      }
      s.f.finish(i);
   }
}

trisweep_status run(const trisweep_csr *a, tsw_packed *p, cudaStream_t stream, ilu *s)
{
   int32_t  nnz[2];
   unsigned blocks;
   TSW_CUDA(cudaMemcpyAsync(&nnz[0], p->lower.row_ptr + p->n_rows, sizeof nnz[0],
                            cudaMemcpyDeviceToHost, stream));
   TSW_CUDA(cudaMemcpyAsync(&nnz[1], p->upper.row_ptr + p->n_rows, sizeof nnz[1],
                            cudaMemcpyDeviceToHost, stream));
   TSW_CUDA(cudaStreamSynchronize(stream));
   s->a = *a;
   s->lower = p->lower;
   s->upper = p->upper;
   s->inv_diag = p->inv_diag;
   TSW_CUDA(cudaMemsetAsync(p->lower.val, 0, (size_t) nnz[0] * sizeof(double), stream));
   TSW_CUDA(cudaMemsetAsync(p->upper.val, 0, (size_t) nnz[1] * sizeof(double), stream));
   spread<<<(unsigned) ((32 * p->n_rows + BLOCK - 1) / BLOCK), BLOCK, 0, stream>>>(*s);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_factor_grid_of((const void *) factorise, &blocks));
   factorise<<<blocks, BLOCK, 0, stream>>>(*s);
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_device_ilu_factorise(const trisweep_csr *a, const int32_t *order,
                                         tsw_packed *factors, tsw_pivots *pivots, void *stream)
{
   ilu s = {};
   tsw_pivots_restart(pivots);
   if (factors->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   trisweep_status status = tsw_factor_begin(factors, order, pivots, (cudaStream_t) stream, &s.f);
   if (status == TRISWEEP_OK)
   {
      status = run(a, factors, (cudaStream_t) stream, &s);
   }
   if (status == TRISWEEP_OK)
   {
      status = tsw_factor_conclude(&s.f, factors, (cudaStream_t) stream, pivots);
   }
   tsw_factor_end(&s.f);
   return status;
}
