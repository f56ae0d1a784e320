/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/device_kernels.h"

struct hypre_DeviceData;
cudaStream_t hypre_DeviceDataComputeStream(hypre_DeviceData *data);

static constexpr int BLOCK = 256;
static constexpr int LANES = 4; /* of a row; few rows have any off-process entries */

static unsigned blocks(int64_t n)
{
   return (unsigned) ((n + BLOCK - 1) / BLOCK);
}

cudaStream_t tsw_hypre_stream(void *device_data)
{
   return hypre_DeviceDataComputeStream((hypre_DeviceData *) device_data);
}

static __global__ void __launch_bounds__(BLOCK) pack(const double *u, const int32_t *row, int64_t n,
                                                     double *send)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n)
   {
      send[k] = u[row[k]];
   }
}

static __global__ void __launch_bounds__(BLOCK)
   add_difference(const double *f, const double *b, int64_t n, double *r)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n)
   {
      r[k] += f[k] - b[k];
   }
}

static __global__ void __launch_bounds__(BLOCK)
   subtract_product(const int32_t *row_ptr, const int32_t *col_idx, const double *val,
                    int64_t n_rows, const double *x, double *r)
{
   const int64_t i = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int     lane = (int) (threadIdx.x % LANES);
   const int32_t begin = i < n_rows ? row_ptr[i] : 0;
   const int32_t end = i < n_rows ? row_ptr[i + 1] : 0;
   double        sum = 0.0;
   for (int32_t e = begin + lane; e < end; e += LANES)
   {
      sum += val[e] * x[col_idx[e]];
   }
   for (int step = LANES / 2; step > 0; step /= 2)
   {
      sum += __shfl_xor_sync(0xffffffffu, sum, step);
   }
   if (lane == 0 && begin < end)
   {
      r[i] -= sum;
   }
}

cudaError_t tsw_pack(const double *u, const int32_t *row, int64_t n, double *send,
                     cudaStream_t stream)
{
   if (n > 0)
   {
      pack<<<blocks(n), BLOCK, 0, stream>>>(u, row, n, send);
   }
   return cudaGetLastError();
}

cudaError_t tsw_add_difference(const double *f, const double *b, int64_t n, double *r,
                               cudaStream_t stream)
{
   if (n > 0)
   {
      add_difference<<<blocks(n), BLOCK, 0, stream>>>(f, b, n, r);
   }
   return cudaGetLastError();
}

cudaError_t tsw_subtract_product(const int32_t *row_ptr, const int32_t *col_idx, const double *val,
                                 int64_t n_rows, const double *x, double *r, cudaStream_t stream)
{
   if (n_rows > 0)
   {
      subtract_product<<<blocks(n_rows * LANES), BLOCK, 0, stream>>>(row_ptr, col_idx, val, n_rows,
                                                                     x, r);
   }
   return cudaGetLastError();
}
