/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/base/device_kernels.h"

#include "base/device/each.cuh"
#include "base/device/rows.cuh"
#include "base/device/sum.cuh"

cudaError_t tsw_pack(const double *u, int64_t stride, int32_t n_columns, const int32_t *row,
                     int32_t k, int64_t n, double *send, cudaStream_t stream)
{
   return tsw_queue_each(n, stream, [=] __device__(int64_t i) {
      const int64_t j = i % k;
      send[i] = j < n_columns ? u[j * stride + row[i - j]] : 0.0;
   });
}

cudaError_t tsw_add_difference(const double *f, const double *b, int64_t n, double *r,
                               cudaStream_t stream)
{
   return tsw_queue_each(n, stream, [=] __device__(int64_t k) { r[k] += f[k] - b[k]; });
}

cudaError_t tsw_subtract_product(const tsw_device_csr *a, const double *x, int32_t stride,
                                 double *r, cudaStream_t stream)
{
   static constexpr int LANES = 4; /* for each row of the off-process part: few entries */
   return tsw_rows::queue_each_row<LANES>(
      a->n_rows, stream, [=, a = *a] __device__(int64_t i, int lane) {
         const int32_t begin = i < a.n_rows ? a.row_ptr[i] : 0;
         const int32_t end = i < a.n_rows ? a.row_ptr[i + 1] : 0;
         double        sum = 0.0;
         for (int32_t e = begin + lane; e < end; e += LANES)
         {
            sum += a.val[e] * x[(int64_t) a.col_idx[e] * stride];
         }
         sum = tsw_sum_lanes<LANES>(sum);
         if (lane == 0 && begin < end)
         {
            r[i] -= sum;
         }
      });
}
