/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/exchange/kernels.h"

#include "extensions/exchange/rows.cuh"
#include "kernels/cuda/overlap.cuh"

namespace {

using namespace exchange;

struct multiply_arguments
{
   tsw_exchange_view e;
   const int32_t    *row;
   const double     *u;
   tsw_device_csr    a;
   tsw_row_list      rows;
   double            alpha;
   double           *y;
};

/*
 * Each block sends its part before it waits, and all blocks are resident: no block waits for a
 * value that a waiting block would have to send. LANES lanes for each row. What no earlier launch
 * writes, the matrix and the lists, is loaded before tsw_wait_for_last.
 */
template <int LANES>
__global__ void __launch_bounds__(BLOCK) multiply(__grid_constant__ const multiply_arguments p)
{
   const int32_t stride = (int32_t) gridDim.x * BLOCK;
   const int32_t thread = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   const int32_t n = __ldg(p.rows.n);
   const int32_t end_of_warp = (n + 32 / LANES - 1) / (32 / LANES) * (32 / LANES);
   int32_t       i = thread / LANES < n ? p.rows.row[thread / LANES] : -1;
   row_part      r = load_row<LANES>(p.a, i, thread % LANES);
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   for (int32_t k = thread; k < p.e.first_to[p.e.n_to]; k += stride)
   {
      const int32_t from = p.row ? p.row[k < p.e.n_values ? k : 0] : k;
      send(p.e, k, k < p.e.n_values ? p.u[from] : 0.0, number);
   }
   hear_all(p.e, number);
   for (int32_t k = thread / LANES; k < end_of_warp; k += stride / LANES)
   {
      const double sum = external_sum<LANES>(p.e, p.a, r, number);
      if (i >= 0 && thread % LANES == 0)
      {
         p.y[i] += p.alpha * sum;
      }
      i = k + stride / LANES < n ? p.rows.row[k + stride / LANES] : -1;
      r = load_row<LANES>(p.a, i, thread % LANES);
   }
   finish(p.e, number);
}

struct send_product_arguments
{
   tsw_exchange_view e;
   tsw_device_csr    a;
   const double     *x;
};

/* Waits for nothing. LANES lanes for each row. */
template <int LANES>
__global__ void __launch_bounds__(BLOCK)
   send_product(__grid_constant__ const send_product_arguments p)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   const int32_t  thread = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   const int32_t  k = thread / LANES;
   const bool     has = k < p.a.n_rows;
   const int32_t  end = has ? p.a.row_ptr[k + 1] : 0;
   double         sum = 0.0;
#pragma unroll DEPTH
   for (int32_t e = (has ? p.a.row_ptr[k] : 0) + thread % LANES; e < end; e += LANES)
   {
      sum += p.a.val[e] * p.x[p.a.col_idx[e]];
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (k < p.e.first_to[p.e.n_to] && thread % LANES == 0)
   {
      send(p.e, k, k < p.e.n_values ? sum : 0.0, number);
   }
}

struct add_arguments
{
   tsw_exchange_view e;
   const int32_t    *row;
   double           *y;
   int32_t           first, end; /* slots of one sender */
   int32_t           n_rows;     /* slots from n_rows on carry no value */
   bool              last;
};

__global__ void __launch_bounds__(BLOCK) add(__grid_constant__ const add_arguments p)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   const int32_t  stride = (int32_t) gridDim.x * BLOCK;
   for (int32_t k = p.first + (int32_t) (blockIdx.x * BLOCK + threadIdx.x); k < p.end; k += stride)
   {
      const double value = get(p.e, k, number);
      if (k < p.n_rows)
      {
         p.y[p.row[k]] += value;
      }
   }
   if (p.last)
   {
      finish(p.e, number);
   }
}

__global__ void __launch_bounds__(BLOCK)
   list_rows(const int32_t *row_ptr, int64_t n_rows, int32_t *list, int32_t *n)
{
   const int64_t  i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   const bool     has = i < n_rows && row_ptr[i] < row_ptr[i + 1];
   const unsigned votes = __ballot_sync(0xffffffffu, has);
   int32_t        first = 0;
   if (threadIdx.x % 32 == 0 && votes)
   {
      first = atomicAdd(n, __popc(votes));
   }
   first = __shfl_sync(0xffffffffu, first, 0);
   if (has)
   {
      list[first + __popc(votes & ((1u << threadIdx.x % 32) - 1))] = (int32_t) i;
   }
}

} // namespace

cudaError_t tsw_list_rows(const int32_t *row_ptr, int64_t n_rows, int32_t *list, int32_t *n,
                          cudaStream_t stream)
{
   if (n_rows > 0)
   {
      list_rows<<<blocks_for(n_rows), BLOCK, 0, stream>>>(row_ptr, n_rows, list, n);
   }
   return cudaGetLastError();
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
   const multiply_arguments p = { *e, row, u, *a, *rows, alpha, y };
   const int64_t            sent = e->first_to[e->n_to];
   int                      lanes;
   const cudaError_t        error = lanes_at_once(a->nnz, rows->most, &lanes);
   if (error || e->n_to == 0)
   {
      return error;
   }
   return with_lanes(lanes, [&](auto constant) {
      constexpr int     LANES = decltype(constant)::value;
      static residents  known;
      unsigned          blocks;
      const int64_t     threads = LANES * rows->most > sent ? LANES * rows->most : sent;
      const cudaError_t status =
         resident_blocks_for((const void *) multiply<LANES>, &known, threads, &blocks);
      return status ? status : tsw_launch(true, multiply<LANES>, blocks, BLOCK, stream, p);
   });
}

cudaError_t tsw_exchange_send_product(const tsw_exchange_view *e, const tsw_device_csr *a,
                                      const double *x, cudaStream_t stream)
{
   const send_product_arguments p = { *e, *a, x };
   if (e->n_to == 0)
   {
      return cudaSuccess;
   }
   return with_lanes(lanes_for(a->nnz, a->n_rows, 4), [&](auto lanes) {
      constexpr int LANES = decltype(lanes)::value;
      return tsw_launch(true, send_product<LANES>,
                        blocks_for((int64_t) LANES * e->first_to[e->n_to]), BLOCK, stream, p);
   });
}

cudaError_t tsw_exchange_add(const tsw_exchange_view *e, const int32_t *row, double *y,
                             cudaStream_t stream)
{
   static residents known;
   cudaError_t      error = cudaSuccess;
   for (int32_t q = 0; q < e->n_from && error == cudaSuccess; q++)
   {
      const add_arguments p = {
         *e, row, y, e->first_from[q], e->first_from[q + 1], e->n_received, q + 1 == e->n_from
      };
      unsigned blocks;
      error = resident_blocks_for((const void *) add, &known, p.end - p.first, &blocks);
      error = error ? error : tsw_launch(true, add, blocks, BLOCK, stream, p);
   }
   return error;
}
