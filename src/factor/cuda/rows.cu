/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "factor/cuda/rows.cuh"

#include <limits.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"

namespace factor {

static __global__ void __launch_bounds__(BLOCK)
   invert_order(const int32_t *row, int32_t n_rows, int32_t *place)
{
   const int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (k < n_rows)
   {
      place[row[k]] = k;
   }
}

trisweep_status tsw_factor_begin(const tsw_packed *p, const int32_t *order,
                                 const tsw_pivots *pivots, cudaStream_t stream, progress *f)
{
   const char   *what = "the factorisation";
   const int64_t n = p->n_rows;
   const counts  none = { 0, 0, 0, INT32_MAX };
   int32_t      *place = NULL;
   *f = {};
   f->n_rows = (int32_t) n;
   f->order = order;
   f->policy = pivots->policy;
   f->tolerance = pivots->tolerance;
   f->wait = { p->wait_status, NULL, p->wait_limit_ns };
   TSW_TRY(tsw_memory_alloc_device(NULL, &f->pivot, n, sizeof(double), what));
   TSW_TRY(tsw_memory_alloc_device(NULL, &f->largest, n, sizeof(double), what));
   TSW_TRY(tsw_memory_alloc_device(NULL, &f->done, n, sizeof(int32_t), what));
   TSW_TRY(tsw_memory_alloc_device(NULL, &f->result, 1, sizeof(counts), what));
   if (p->row)
   {
      TSW_TRY(tsw_memory_alloc_device(NULL, &place, n, sizeof(int32_t), what));
      f->place = place;
      invert_order<<<(unsigned) ((n + BLOCK - 1) / BLOCK), BLOCK, 0, stream>>>(p->row, f->n_rows,
                                                                               place);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_CUDA(cudaMemsetAsync(f->pivot, 0, (size_t) n * sizeof(double), stream));
   TSW_CUDA(cudaMemsetAsync(f->done, 0, (size_t) n * sizeof(int32_t), stream));
   TSW_CUDA(cudaMemcpyAsync(f->result, &none, sizeof none, cudaMemcpyHostToDevice, stream));
   return TSW_CUDA_STATUS(cudaStreamSynchronize(stream));
}

void tsw_factor_end(progress *f)
{
   tsw_memory_free_device(NULL, &f->pivot);
   tsw_memory_free_device(NULL, &f->largest);
   tsw_memory_free_device(NULL, &f->done);
   tsw_memory_free_device(NULL, &f->result);
   tsw_memory_free_device(NULL, &f->place);
}

static trisweep_status read(void *to, const void *from, size_t bytes, cudaStream_t stream)
{
   TSW_CUDA(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToHost, stream));
   return TSW_CUDA_STATUS(cudaStreamSynchronize(stream));
}

trisweep_status tsw_factor_conclude(const progress *f, const tsw_packed *p, cudaStream_t stream,
                                    tsw_pivots *pivots)
{
   counts  c;
   int32_t status;
   TSW_TRY(read(&c, f->result, sizeof c, stream));
   TSW_TRY(read(&status, p->wait_status, sizeof status, stream));
   if (status != TRISWEEP_OK)
   {
      TSW_CUDA(cudaMemsetAsync(p->wait_status, 0, sizeof status, stream));
      return TSW_ERROR(TIMEOUT, "a row of the factorisation waited longer than %lld ms for another "
                       "one; if other programs share the device, raise the option wait_limit",
                       (long long) (p->wait_limit_ns / 1000000));
   }
   pivots->n_boosted = c.n_boosted;
   pivots->n_skipped = c.n_skipped;
   pivots->first_row = c.first_row == INT32_MAX ? -1 : c.first_row;
   if (pivots->first_row >= 0 && pivots->policy == TSW_PIVOT_ERROR)
   {
      double pivot;
      double largest;
      TSW_TRY(read(&pivot, f->pivot + pivots->first_row, sizeof pivot, stream));
      TSW_TRY(read(&largest, f->largest + pivots->first_row, sizeof largest, stream));
      const int64_t row = pivots->first_row;
      tsw_pivots_restart(pivots);
      return tsw_pivot_refuse(row, pivot, largest);
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_factor_grid_of(const void *kernel, unsigned *blocks)
{
   int device;
   int processors;
   int each;
   TSW_CUDA(cudaGetDevice(&device));
   TSW_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
   TSW_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, BLOCK, 0));
   *blocks = (unsigned) (processors * (each > 0 ? each : 1));
   return TRISWEEP_OK;
}

} // namespace factor
