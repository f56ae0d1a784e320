/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/exchange/kernels.h"

#include "base/device/rows.cuh"
#include "extensions/exchange/rows.cuh"
#include "kernels/cuda/overlap.cuh"

namespace {

using namespace exchange;

/*
 * Each block sends its part before it waits, and all blocks are resident: no block waits for a
 * value that a waiting block would have to send. LANES lanes for each row. What no earlier launch
 * writes, the matrix and the lists, is loaded before tsw_wait_for_last.
 */
template <int LANES>
__global__ void __launch_bounds__(BLOCK)
   multiply(__grid_constant__ const tsw_exchange_view e, const int32_t *row, const double *u,
            __grid_constant__ const tsw_device_csr a, __grid_constant__ const tsw_row_list rows,
            double alpha, double *y)
{
   const int32_t stride = (int32_t) gridDim.x * BLOCK;
   const int32_t thread = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   const int32_t n = __ldg(rows.n);
   const int32_t end_of_warp = (n + 32 / LANES - 1) / (32 / LANES) * (32 / LANES);
   int32_t       i = thread / LANES < n ? rows.row[thread / LANES] : -1;
   row_part      r = load_row<LANES>(a, i, thread % LANES);
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(e);
   for (int32_t k = thread; k < e.first_to[e.n_to]; k += stride)
   {
      const int32_t from = row ? row[k < e.n_values ? k : 0] : k;
      send(e, k, k < e.n_values ? u[from] : 0.0, number);
   }
   hear_all(e, number);
   for (int32_t k = thread / LANES; k < end_of_warp; k += stride / LANES)
   {
      const double sum = external_sum<LANES>(e, a, r, number);
      if (i >= 0 && thread % LANES == 0)
      {
         y[i] += alpha * sum;
      }
      i = k + stride / LANES < n ? rows.row[k + stride / LANES] : -1;
      r = load_row<LANES>(a, i, thread % LANES);
   }
   finish(e, number);
}

/* Waits for nothing. LANES lanes for each row. */
template <int LANES>
__global__ void __launch_bounds__(BLOCK)
   send_product(__grid_constant__ const tsw_exchange_view e,
                __grid_constant__ const tsw_device_csr a, const double *x)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(e);
   const int32_t  thread = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   const int32_t  k = thread / LANES;
   const bool     has = k < a.n_rows;
   const int32_t  end = has ? a.row_ptr[k + 1] : 0;
   double         sum = 0.0;
#pragma unroll DEPTH
   for (int32_t n = (has ? a.row_ptr[k] : 0) + thread % LANES; n < end; n += LANES)
   {
      sum += a.val[n] * x[a.col_idx[n]];
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (k < e.first_to[e.n_to] && thread % LANES == 0)
   {
      send(e, k, k < e.n_values ? sum : 0.0, number);
   }
}

/* y[row[k]] += received value k for the slots of sender q. */
__global__ void __launch_bounds__(BLOCK)
   add(__grid_constant__ const tsw_exchange_view e, const int32_t *row, double *y, int32_t q)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(e);
   const int32_t  stride = (int32_t) gridDim.x * BLOCK;
   for (int32_t k = e.first_from[q] + (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
        k < e.first_from[q + 1]; k += stride)
   {
      const double value = get(e, k, number);
      if (k < e.n_received)
      {
         y[row[k]] += value;
      }
   }
   if (q + 1 == e.n_from)
   {
      finish(e, number);
   }
}

} // namespace

cudaError_t tsw_list_rows(const int32_t *row_ptr, int64_t n_rows, int32_t *list, int32_t *n,
                          cudaStream_t stream)
{
   using warp = tsw_rows::row_lanes<32>;
   return tsw_rows::queue_each_row<1>(n_rows, stream, [=] __device__(int64_t i, int) {
      const bool     has = i < n_rows && row_ptr[i] < row_ptr[i + 1];
      const unsigned votes = warp::vote(has);
      int32_t        first = 0;
      if (warp::lane() == 0 && votes)
      {
         first = atomicAdd(n, __popc(votes));
      }
      first = __shfl_sync(0xffffffffu, first, 0);
      if (has)
      {
         list[first + warp::before_me(votes)] = (int32_t) i;
      }
   });
}

/*
 * Lanes for a row, 4 to 32: as many as the rows have entries in the mean, but so few that the
 * device holds nearly all rows at once. Rows of coarse levels have up to ten times the mean.
 */
static cudaError_t lanes_at_once(int64_t nnz, int64_t n_rows, int *lanes)
{
   static residents  known;
   const cudaError_t error = resident_blocks((const void *) multiply<32>, &known);
   const int64_t     most = (int64_t) known.blocks * BLOCK / 4 * 5;
   *lanes = 32;
   while (*lanes > 4 && (*lanes / 2 * n_rows >= nnz || *lanes * n_rows > most))
   {
      *lanes /= 2;
   }
   return error;
}

cudaError_t tsw_exchange_multiply(const tsw_exchange_view *e, const int32_t *row, const double *u,
                                  const tsw_device_csr *a, const tsw_row_list *rows, double alpha,
                                  double *y, cudaStream_t stream)
{
   const int64_t sent = e->first_to[e->n_to];
   int           lanes;
   cudaError_t   error = lanes_at_once(a->nnz, rows->most, &lanes);
   if (error || e->n_to == 0)
   {
      return error;
   }
   static residents known[6];
   unsigned         blocks;
   const int64_t    threads = lanes * rows->most > sent ? lanes * rows->most : sent;
   auto            *kernel = multiply<1>;
   TSW_PER_LANES(kernel = multiply, lanes, );
   error =
      resident_blocks_for((const void *) kernel, &known[tsw_lanes_index(lanes)], threads, &blocks);
   return error ? error
                : tsw_launch(true, kernel, blocks, BLOCK, stream, *e, row, u, *a, *rows, alpha, y);
}

cudaError_t tsw_exchange_send_product(const tsw_exchange_view *e, const tsw_device_csr *a,
                                      const double *x, cudaStream_t stream)
{
   if (e->n_to == 0)
   {
      return cudaSuccess;
   }
   const int lanes = lanes_for(a) < 4 ? 4 : lanes_for(a);
   auto     *kernel = send_product<1>;
   TSW_PER_LANES(kernel = send_product, lanes, );
   return tsw_launch(true, kernel, blocks_for((int64_t) lanes * e->first_to[e->n_to]), BLOCK,
                     stream, *e, *a, x);
}

cudaError_t tsw_exchange_add(const tsw_exchange_view *e, const int32_t *row, double *y,
                             cudaStream_t stream)
{
   static residents known;
   cudaError_t      error = cudaSuccess;
   for (int32_t q = 0; q < e->n_from && error == cudaSuccess; q++)
   {
      const int64_t n = e->first_from[q + 1] - e->first_from[q];
      unsigned      blocks;
      error = resident_blocks_for((const void *) add, &known, n, &blocks);
      error = error ? error : tsw_launch(true, add, blocks, BLOCK, stream, *e, row, y, q);
   }
   return error;
}
