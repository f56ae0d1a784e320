/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "block/cuda/index.h"

#include <cub/device/device_scan.cuh>

#include "base/cub_call.h"
#include "base/device/each.cuh"

trisweep_status tsw_rows_sum_lengths(int32_t *row_ptr, int64_t n_rows, cudaStream_t stream)
{
   TSW_CUDA(cudaMemsetAsync(row_ptr, 0, sizeof *row_ptr, stream));
   return tsw_cub("the sum of row lengths", [=](void *storage, size_t &bytes) {
      return cub::DeviceScan::InclusiveSum(storage, bytes, row_ptr + 1, row_ptr + 1, (int) n_rows,
                                           stream);
   });
}

trisweep_status tsw_order_invert(const int32_t *row, int64_t n_rows, cudaStream_t stream,
                                 int32_t *place)
{
   return tsw_each(n_rows, stream, [=] __device__(int64_t k) { place[row[k]] = (int32_t) k; });
}

trisweep_status tsw_find_not_finite(const double *v, int64_t n, int32_t *found, void *stream)
{
   return tsw_each(n, stream, [=] __device__(int64_t k) {
      if (!isfinite(v[k]))
      {
         *found = 1;
      }
   });
}
