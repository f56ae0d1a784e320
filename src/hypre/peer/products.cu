/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/peer/kernels.h"

#include <type_traits>

#include "base/device/sum.cuh"
#include "hypre/peer/operations.cuh"
#include "kernels/cuda/overlap.cuh"

namespace {

using namespace exchange;

constexpr int BLOCK = 256;
constexpr int DEPTH = 4; /* entries that a lane loads before it uses them */

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
 * value that a waiting block would have to send. LANES lanes for each row.
 */
template <int LANES>
__global__ void __launch_bounds__(BLOCK) multiply(__grid_constant__ const multiply_arguments p)
{
   tsw_let_next_begin();
   tsw_wait_for_last();
   const uint32_t number = next_number(p.e);
   const int32_t  stride = (int32_t) gridDim.x * BLOCK;
   const int32_t  thread = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   for (int32_t k = thread; k < p.e.first_to[p.e.n_to]; k += stride)
   {
      const int32_t i = p.row ? p.row[k < p.e.n_values ? k : 0] : k;
      send(p.e, k, k < p.e.n_values ? p.u[i] : 0.0, number);
   }
   hear_all(p.e, number);
   const int32_t n = __ldg(p.rows.n);
   const int32_t end_of_warp = (n + 32 / LANES - 1) / (32 / LANES) * (32 / LANES);
   for (int32_t k = thread / LANES; k < end_of_warp; k += stride / LANES)
   {
      const int32_t i = k < n ? p.rows.row[k] : 0;
      const int32_t end = k < n ? p.a.row_ptr[i + 1] : 0;
      double        sum = 0.0;
      for (int32_t first = (k < n ? p.a.row_ptr[i] : 0) + thread % LANES; first < end;
           first += DEPTH * LANES)
      {
         int32_t  col[DEPTH];
         tsw_slot slot[DEPTH];
#pragma unroll
         for (int q = 0; q < DEPTH; q++)
         {
            const int32_t e = first + q * LANES;
            col[q] = e < end ? p.a.col_idx[e] : -1;
         }
#pragma unroll
         for (int q = 0; q < DEPTH; q++)
         {
            slot[q] = peek(place_of(p.e, col[q] < 0 ? 0 : col[q], number));
         }
#pragma unroll
         for (int q = 0; q < DEPTH; q++)
         {
            sum += col[q] < 0 ? 0.0
                              : p.a.val[first + q * LANES] * value_of(p.e, col[q], number, slot[q]);
         }
      }
      sum = tsw_sum_lanes<LANES>(sum);
      if (k < n && thread % LANES == 0)
      {
         p.y[i] += p.alpha * sum;
      }
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

unsigned blocks_for(int64_t n)
{
   return (unsigned) (n > BLOCK ? (n + BLOCK - 1) / BLOCK : 1);
}

/* Blocks for n threads, but only as many as the device holds at once: these blocks wait. */
cudaError_t resident_blocks_for(const void *kernel, int *most, int64_t n, unsigned *blocks)
{
   int         device = 0;
   int         processors = 0;
   int         each = 0;
   cudaError_t error = cudaSuccess;
   if (*most == 0)
   {
      error = cudaGetDevice(&device);
      error = error ? error
                    : cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
      error =
         error ? error : cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, BLOCK, 0);
      *most = processors * each;
   }
   const unsigned wanted = blocks_for(n);
   *blocks = wanted < (unsigned) *most ? wanted : (unsigned) *most;
   return error || *blocks > 0 ? error : cudaErrorLaunchOutOfResources;
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

/* Call launch with the number of lanes for a row, as a constant: at least DEPTH entries a lane. */
template <class Launch> static cudaError_t with_lanes(int64_t nnz, int64_t n_rows, Launch launch)
{
   const int64_t entries = n_rows > 0 ? nnz / n_rows : 0;
   return entries <= 4 * DEPTH    ? launch(std::integral_constant<int, 4>())
          : entries <= 8 * DEPTH  ? launch(std::integral_constant<int, 8>())
          : entries <= 16 * DEPTH ? launch(std::integral_constant<int, 16>())
                                  : launch(std::integral_constant<int, 32>());
}

cudaError_t tsw_exchange_multiply(const tsw_exchange_view *e, const int32_t *row, const double *u,
                                  const tsw_device_csr *a, const tsw_row_list *rows, double alpha,
                                  double *y, cudaStream_t stream)
{
   const multiply_arguments p = { *e, row, u, *a, *rows, alpha, y };
   const int64_t            sent = e->first_to[e->n_to];
   if (e->n_to == 0)
   {
      return cudaSuccess;
   }
   return with_lanes(a->nnz, rows->most, [&](auto lanes) {
      constexpr int     LANES = decltype(lanes)::value;
      static int        most;
      unsigned          blocks;
      const int64_t     threads = LANES * rows->most > sent ? LANES * rows->most : sent;
      const cudaError_t error =
         resident_blocks_for((const void *) multiply<LANES>, &most, threads, &blocks);
      return error ? error : tsw_launch(true, multiply<LANES>, blocks, BLOCK, stream, p);
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
   return with_lanes(a->nnz, a->n_rows, [&](auto lanes) {
      constexpr int LANES = decltype(lanes)::value;
      return tsw_launch(true, send_product<LANES>,
                        blocks_for((int64_t) LANES * e->first_to[e->n_to]), BLOCK, stream, p);
   });
}

cudaError_t tsw_exchange_add(const tsw_exchange_view *e, const int32_t *row, double *y,
                             cudaStream_t stream)
{
   static int  most;
   cudaError_t error = cudaSuccess;
   for (int32_t q = 0; q < e->n_from && error == cudaSuccess; q++)
   {
      const add_arguments p = {
         *e, row, y, e->first_from[q], e->first_from[q + 1], e->n_received, q + 1 == e->n_from
      };
      unsigned blocks;
      error = resident_blocks_for((const void *) add, &most, p.end - p.first, &blocks);
      error = error ? error : tsw_launch(true, add, blocks, BLOCK, stream, p);
   }
   return error;
}
