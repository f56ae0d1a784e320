/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ILU on the device: a warp computes a row (IKJ). For each lower entry of the row, in ascending
 * order, the lanes subtract a multiple of the upper part of an earlier row. The lanes first find
 * the columns of a group of earlier rows in the current row (row_cache.cuh), and then poll the
 * values of the group together.
 */
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "factor/cuda/long_row.cuh"
#include "factor/cuda/row_cache.cuh"
#include "factor/cuda/row_group.cuh"
#include "factor/ilu.h"

using namespace factor;

namespace {

/* Scatter into a wider pattern. Sums of over two repeated entries may round differently by run. */
trisweep_status spread(const trisweep_csr &a, const tsw_triangle &lower, const tsw_triangle &upper,
                       cudaStream_t stream)
{
   return tsw_rows::each_row(a.n_rows, stream, [=] __device__(int64_t i, int lane) {
      const int32_t end = i < a.n_rows ? a.row_ptr[i + 1] : 0;
      for (int32_t e = i < a.n_rows ? a.row_ptr[i] + lane : 0; e < end; e += tsw_rows::LANES)
      {
         const int32_t       j = a.col_idx[e];
         const tsw_triangle &t = j < i ? lower : upper;
         const int32_t at = j == i ? -1 : find_entry(t, t.row_ptr[i], t.row_ptr[i + 1], j, j > i);
         if (at >= 0)
         {
            atomicAdd(&t.val[at], a.val[e]);
         }
      }
   });
}

/* Load the row of the matrix into the cache. Returns the largest entry. */
__device__ double fetch(const ilu &s, const row_work &r, row_cache &c)
{
   const int32_t lower = r.lower_end - r.lower_begin;
   const int32_t length = lower + r.upper_end - r.upper_begin;
   double        most = 0.0;
   c.clear(length + 1);
   for (int32_t k = r.lane; k <= length; k += 32)
   {
      int32_t column = r.i;
      double  value;
      if (k < lower)
      {
         column = s.lower.col_idx[r.lower_begin + k];
         value = s.from_lower[r.lower_begin + k];
      }
      else if (k < length)
      {
         column = s.upper.col_idx[r.upper_begin + k - lower];
         value = s.from_upper[r.upper_begin + k - lower];
      }
      else
      {
         value = s.diagonal[r.i];
      }
      c.insert(column, k, value);
      most = fmax(most, fabs(value));
   }
   __syncwarp();
   return reduce_max(most);
}

/* Eliminate n lower entries, in the cache from `at` on, by the earlier rows of lanes first, ... */
template <int GROUP, int CHUNKS>
__device__ __forceinline__ void eliminate(const ilu &s, row_cache &c, const earlier &m,
                                          int32_t first, int32_t n, int32_t at)
{
   const int32_t            lane = (int32_t) (threadIdx.x % 32);
   const bool               mine = lane >= first && lane < first + n;
   double                   inverse = mine ? tsw_unknown() : 0.0;
   row_group<GROUP, CHUNKS> group;
   group.n = n;
   group.lane = lane;
   group.find_places(s.upper, c, m, first);
   tsw_wait_warp(s.f.wait, false, [&] {
      if (!tsw_is_known(inverse))
      {
         inverse = tsw_peek(&s.inv_diag[m.row]);
      }
      return group.poll(s.upper) && tsw_is_known(inverse);
   });
#pragma unroll
   for (int g = 0; g < GROUP; g++)
   {
      if (g >= n)
      {
         break;
      }
      const double l = c.val[at + g] * __shfl_sync(WARP, inverse, first + g);
      if (l != 0.0)
      {
         group.subtract(s, c, g, l);
      }
      __syncwarp();
      if (lane == 0)
      {
         c.val[at + g] = l; /* not read again before the row is stored */
      }
   }
}

/* x - x is 0 for finite x and NaN otherwise. */
__device__ bool is_finite(const row_cache &c, int32_t n, int32_t lane)
{
   double sum = 0.0;
   for (int32_t k = lane; k < n; k += 32)
   {
      sum += c.val[k] - c.val[k];
   }
   return __all_sync(WARP, sum == 0.0);
}

template <int GROUP, int CHUNKS>
__device__ void do_row(const ilu &s, const row_work &r, row_cache &c)
{
   const int32_t lower = r.lower_end - r.lower_begin;
   const int32_t upper = r.upper_end - r.upper_begin;
   const double  most = fetch(s, r, c);
   for (int32_t base = 0; base < lower; base += 32)
   {
      const earlier m = look_up(s, r, base);
      const int32_t here = min(32, lower - base);
      for (int32_t first = 0; first < here; first += GROUP)
      {
         eliminate<GROUP, CHUNKS>(s, c, m, first, min(GROUP, here - first), base + first);
      }
   }
   __syncwarp();
   const bool finite = is_finite(c, lower + upper, r.lane);
   double     inverse = 0.0;
   if (r.lane == 0)
   {
      inverse = s.f.judge(r.i, c.val[lower + upper], most, finite);
      tsw_post(&s.inv_diag[r.i], inverse);
   }
   const bool skipped = __shfl_sync(WARP, inverse, 0) == 0.0;
   for (int32_t k = r.lane; k < upper; k += 32)
   {
      tsw_post(&s.upper.val[r.upper_begin + k], skipped ? 0.0 : c.val[lower + k]);
   }
   for (int32_t k = r.lane; k < lower; k += 32)
   {
      s.lower.val[r.lower_begin + k] = skipped ? 0.0 : c.val[k];
   }
   __syncwarp();
}

/* GROUP earlier rows are loaded together, CHUNKS * 32 entries of each: the mean upper part. */
template <int GROUP, int CHUNKS>
__global__ void __launch_bounds__(ROW_BLOCK)
   factorise(__grid_constant__ const ilu s, int32_t capacity)
{
   extern __shared__ double memory[];
   const size_t             bytes = row_cache::bytes(capacity);
   row_cache                c((char *) memory + threadIdx.x / 32 * bytes, capacity);
   int32_t                  ticket = s.f.draw();
   for (int32_t i = s.f.row_of(ticket); i >= 0; i = s.f.row_of(ticket))
   {
      ticket = s.f.draw();
      const row_work r = row_work_of(s, i);
      if (r.lower_end - r.lower_begin + r.upper_end - r.upper_begin < capacity)
      {
         do_row<GROUP, CHUNKS>(s, r, c);
      }
      else
      {
         factorise_long_row(s, r);
      }
   }
}

constexpr size_t DEFAULT_SHARED = 48 << 10; /* bytes, without a function attribute */

typedef void (*kernel)(const ilu, int32_t);

kernel kernel_for(double mean_upper, int32_t longest)
{
   return mean_upper <= 5.0 && longest <= 32 ? factorise<4, 1>
          : mean_upper <= 20.0               ? factorise<8, 1>
          : mean_upper <= 48.0               ? factorise<4, 2>
                                             : factorise<2, 4>;
}

trisweep_status launch(const ilu *s, const tsw_packed *p, int64_t n_levels, cudaStream_t stream)
{
   const double mean = (double) p->n_entries[1] / (double) p->n_rows;
   kernel       k = kernel_for(mean, p->longest);
   int32_t      capacity = 16;
   unsigned     blocks;
   while (capacity <= p->longest && capacity < row_cache::MOST)
   {
      capacity *= 2;
   }
   const size_t bytes = ROW_BLOCK / 32 * row_cache::bytes(capacity);
   if (bytes > DEFAULT_SHARED)
   {
      TSW_CUDA(cudaFuncSetAttribute((const void *) k, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    (int) bytes));
   }
   TSW_TRY(tsw_factor_grid_of((const void *) k, ROW_BLOCK, bytes, p->n_rows, n_levels, &blocks));
   k<<<blocks, ROW_BLOCK, bytes, stream>>>(*s, capacity);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

/* Source of the rows: the loaded block, or its entries in a wider pattern. */
trisweep_status gather(const tsw_ilu_source *from, tsw_packed *p, cudaStream_t stream, ilu *s)
{
   const size_t lower = (size_t) p->n_entries[0] * sizeof(double);
   const size_t upper = (size_t) p->n_entries[1] * sizeof(double);
   TSW_CUDA(cudaMemsetAsync(p->upper.val, 0xff, upper, stream)); /* unknown */
   TSW_CUDA(cudaMemsetAsync(p->inv_diag, 0xff, (size_t) p->n_rows * sizeof(double), stream));
   if (from->loaded)
   {
      s->from_lower = from->loaded->lower.val;
      s->from_upper = from->loaded->upper.val;
      return TRISWEEP_OK;
   }
   s->from_lower = p->lower.val;
   s->from_upper = s->work;
   TSW_CUDA(cudaMemsetAsync(p->lower.val, 0, lower, stream));
   TSW_CUDA(cudaMemsetAsync(s->work, 0, upper, stream));
   return spread(*from->a, p->lower, { p->upper.row_ptr, p->upper.col_idx, s->work }, stream);
}

} // namespace

trisweep_status tsw_device_ilu_factorise(const tsw_ilu_source *from, const int32_t *order,
                                         tsw_packed *factors, tsw_pivots *pivots, void *stream)
{
   TSW_AT_END(tsw_factor_end) progress f = {};
   TSW_SCRATCH_DEVICE double          *work = NULL;
   const cudaStream_t                  cuda_stream = (cudaStream_t) stream;
   ilu                                 s = {};
   tsw_pivots_restart(pivots);
   if (factors->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_factor_begin(factors, order, pivots, cuda_stream, &f));
   if (!from->loaded || factors->longest >= row_cache::MOST)
   {
      TSW_TRY(TSW_ALLOC_DEVICE(NULL, &work, factors->n_entries[1], "the factorisation"));
   }
   s.f = f;
   s.work = work;
   s.lower = factors->lower;
   s.upper = factors->upper;
   s.inv_diag = factors->inv_diag;
   s.diagonal = from->diagonal;
   TSW_TRY(gather(from, factors, cuda_stream, &s));
   TSW_TRY(launch(&s, factors, from->n_levels, cuda_stream));
   return tsw_factor_conclude(&f, cuda_stream, pivots);
}
