/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "block/cuda/order.h"

#include "base/cuda_call.h"

static constexpr int BLOCK = 256;

static __global__ void __launch_bounds__(BLOCK) invert(const int32_t *row, int64_t n_rows,
                                                       int32_t *place)
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
