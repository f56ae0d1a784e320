/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "block/cuda/index.h"

#include <cub/device/device_scan.cuh>

#include "base/cub_call.h"

trisweep_status tsw_rows_sum_lengths(int32_t *row_ptr, int64_t n_rows, cudaStream_t stream)
{
   TSW_CUDA(cudaMemsetAsync(row_ptr, 0, sizeof *row_ptr, stream));
   return tsw_cub("the sum of row lengths", [=](void *storage, size_t &bytes) {
      return cub::DeviceScan::InclusiveSum(storage, bytes, row_ptr + 1, row_ptr + 1, (int) n_rows,
                                           stream);
   });
}

static constexpr int BLOCK = 256;

static __global__ void __launch_bounds__(BLOCK)
   invert(const int32_t *row, int64_t n_rows, int32_t *place)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n_rows)
   {
      place[row[k]] = (int32_t) k;
   }
}

trisweep_status tsw_order_invert(const int32_t *row, int64_t n_rows, cudaStream_t stream,
                                 int32_t *place)
{
   invert<<<tsw_blocks(n_rows, BLOCK), BLOCK, 0, stream>>>(row, n_rows, place);
   return TSW_CUDA_STATUS(cudaGetLastError());
}
