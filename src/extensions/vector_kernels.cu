/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/vector_kernels.h"

#include "base/device/each.cuh"
#include "base/device/sum.cuh"
#include "extensions/inner.cuh"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/overlap.cuh"

static constexpr int BLOCK = 256;

cudaError_t tsw_copy_strided(const int32_t *from, int32_t stride, int64_t n, int32_t *to,
                             cudaStream_t stream)
{
   return tsw_queue_each(n, stream, [=] __device__(int64_t i) { to[i] = from[i * stride]; });
}

/*
 * LANES lanes for each row; each lane loads DEPTH entries before it uses them. The first entries of
 * the matrix are loaded before tsw_wait_for_last: only the vectors depend on earlier launches.
 * Entries are loaded as streaming data (__ldcs), so that x stays in L2.
 */
template <int LANES>
static __global__ void __launch_bounds__(BLOCK, 6)
   multiply(__grid_constant__ const tsw_device_csr a, double alpha, const double *x, double beta,
            const double *z, double *y)
{
   constexpr int DEPTH = 4;
   const int64_t i = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int     lane = (int) (threadIdx.x % LANES);
   const bool    writes = lane == 0 && i < a.n_rows;
   const int32_t begin = (i < a.n_rows ? __ldg(&a.row_ptr[i]) : 0) + lane;
   const int32_t end = i < a.n_rows ? __ldg(&a.row_ptr[i + 1]) : 0;
   double        old = 0.0;
   double        sum = 0.0;
   for (int32_t e = begin; e == begin || e < end; e += DEPTH * LANES)
   {
      int32_t col[DEPTH];
      double  val[DEPTH];
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const int32_t k = e + q * LANES;
         col[q] = k < end ? __ldcs(&a.col_idx[k]) : -1;
         val[q] = k < end ? __ldcs(&a.val[k]) : 0.0;
      }
      if (e == begin)
      {
         tsw_let_next_begin();
         tsw_wait_for_last();
         old = writes && beta != 0.0 ? z[i] : 0.0;
      }
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         sum += col[q] < 0 ? 0.0 : val[q] * x[col[q]];
      }
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (writes)
   {
      y[i] = alpha * sum + (beta != 0.0 ? beta * old : 0.0);
   }
}

cudaError_t tsw_multiply(const tsw_device_csr *a, double alpha, const double *x, double beta,
                         const double *z, double *y, cudaStream_t stream)
{
   static constexpr double ENTRIES_A_LANE = 4.0;
   if (a->n_rows == 0)
   {
      return cudaSuccess;
   }
   const int lanes = tsw_lanes_for((double) a->nnz / (double) a->n_rows, ENTRIES_A_LANE);
   auto     *kernel = multiply<1>;
   TSW_PER_LANES(kernel = multiply, lanes, );
   return tsw_launch(true, kernel, tsw_blocks(a->n_rows * lanes, BLOCK), BLOCK, stream, *a, alpha,
                     x, beta, z, y);
}

static __global__ void __launch_bounds__(INNER_BLOCK)
   inner_product(const double *x, const double *y, int64_t n, tsw_inner_result *result)
{
   double product;
   if (add_products(x, y, n, &product))
   {
      store_product(result, product);
   }
}

cudaError_t tsw_inner_product(const double *x, const double *y, int64_t n, tsw_inner_result *result,
                              cudaStream_t stream)
{
   inner_product<<<inner_blocks(n), INNER_BLOCK, 0, stream>>>(x, y, n, result);
   return cudaGetLastError();
}
