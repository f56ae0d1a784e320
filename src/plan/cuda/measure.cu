/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/measure.h"

#include "analysis/cuda/graph.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"

namespace {

constexpr int BLOCK = 256;

__global__ void __launch_bounds__(BLOCK)
   find_longest(tsw_triangle lower, tsw_triangle upper, int64_t n_rows, int *longest)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   int           length = 0;
   if (i < n_rows)
   {
      length = lower.row_ptr[i + 1] - lower.row_ptr[i] + upper.row_ptr[i + 1] - upper.row_ptr[i];
   }
   const int most = __reduce_max_sync(0xffffffffu, length);
   if (threadIdx.x % 32 == 0 && most > *(const volatile int *) longest)
   {
      atomicMax(longest, most);
   }
}

} // namespace

trisweep_status tsw_measure_block(const tsw_packed *p, void *stream, tsw_shape *shape,
                                  tsw_grid *grid)
{
   TSW_SCRATCH_DEVICE int *device = NULL;
   const cudaStream_t      cuda_stream = (cudaStream_t) stream;
   const tsw_graph         lower = tsw_packed_graph(p, false);
   int                     longest;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 1, "the longest row"));
   TSW_CUDA(cudaMemsetAsync(device, 0, sizeof *device, cuda_stream));
   find_longest<<<tsw_blocks(p->n_rows, BLOCK), BLOCK, 0, cuda_stream>>>(p->lower, p->upper,
                                                                         p->n_rows, device);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_memory_read(&longest, device, sizeof longest, stream));
   TSW_TRY(tsw_grid_find(&lower, stream, grid));
   shape->grid = grid->plane > 0;
   shape->n_rows = p->n_rows;
   shape->longest_row = longest;
   return TRISWEEP_OK;
}
