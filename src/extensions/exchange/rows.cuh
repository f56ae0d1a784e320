/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rows of matrices in kernels that exchange values, and the shape of the launch. */
#pragma once

#include "base/device/sum.cuh"
#include "extensions/exchange/operations.cuh"
#include "kernels/cuda/device/row.cuh"

namespace exchange {

static constexpr int BLOCK = 256;
static constexpr int DEPTH = 4; /* entries that a lane loads before it uses them */

/* What a lane has loaded of a row: its next DEPTH entries. */
struct row_part
{
   int32_t next, end;
   int32_t col[DEPTH];
   double  val[DEPTH];
};

/* Load the next entries of a lane, of LANES lanes for each row. */
template <int LANES> __device__ __forceinline__ void load(const tsw_device_csr &a, row_part *r)
{
#pragma unroll
   for (int q = 0; q < DEPTH; q++)
   {
      const int32_t e = r->next + q * LANES;
      r->col[q] = e < r->end ? __ldcs(&a.col_idx[e]) : -1;
      r->val[q] = e < r->end ? __ldcs(&a.val[e]) : 0.0;
   }
   r->next += DEPTH * LANES;
}

/* The first entries of row i; of no row if i is negative. */
template <int LANES>
__device__ __forceinline__ row_part load_row(const tsw_device_csr &a, int64_t i, int lane)
{
   row_part r;
   r.next = (i < 0 ? 0 : __ldg(&a.row_ptr[i])) + lane;
   r.end = i < 0 ? 0 : __ldg(&a.row_ptr[i + 1]);
   load<LANES>(a, &r);
   return r;
}

/* The sum over a row, in all of its lanes. The next entries are loaded before these are used. */
template <int LANES>
__device__ __forceinline__ double sum_of(const tsw_device_csr &a, row_part r, const double *x)
{
   double sum = 0.0;
   for (bool more = true; more;)
   {
      const row_part now = r;
      more = r.next < r.end;
      load<LANES>(a, &r);
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         sum += now.col[q] < 0 ? 0.0 : now.val[q] * x[now.col[q]];
      }
   }
   return tsw_sum_lanes<LANES>(sum);
}

/* As sum_of for a row whose columns are slots of this exchange. */
template <int LANES>
__device__ __forceinline__ double external_sum(const tsw_exchange_view &e, const tsw_device_csr &a,
                                               row_part r, uint32_t number)
{
   double sum = 0.0;
   for (bool more = true; more;)
   {
      const row_part now = r;
      tsw_slot       slot[DEPTH];
      more = r.next < r.end;
      load<LANES>(a, &r);
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         slot[q] = now.col[q] < 0 ? tsw_slot() : peek_cached(slot_of(e, now.col[q], number));
      }
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         sum += now.col[q] < 0 ? 0.0 : now.val[q] * value_of(e, now.col[q], number, slot[q]);
      }
   }
   return tsw_sum_lanes<LANES>(sum);
}

/*
 * Wait until the last value of each sender has come, in whole blocks: one thread a sender polls.
 * If all threads polled the values that they need, their loads would delay the stores of other
 * GPUs. See also "A window has two sets" in the header.
 */
__device__ __forceinline__ void hear_all(const tsw_exchange_view &e, uint32_t number)
{
   if ((int32_t) threadIdx.x < e.n_from)
   {
      (void) get(e, e.first_from[threadIdx.x + 1] - 1, number);
   }
   __syncthreads();
}

static inline unsigned blocks_for(int64_t n)
{
   return (unsigned) (n > BLOCK ? (n + BLOCK - 1) / BLOCK : 1);
}

/* The number of blocks of a kernel that a device holds at once; all zero before the first use. */
struct residents
{
   unsigned blocks;
   int      device;
};

static inline cudaError_t resident_blocks(const void *kernel, residents *known)
{
   int         device = 0;
   int         processors = 0;
   int         each = 0;
   cudaError_t error = cudaGetDevice(&device);
   if (!error && (known->blocks == 0 || known->device != device))
   {
      error = cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device);
      error =
         error ? error : cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, BLOCK, 0);
      *known = { (unsigned) (processors * each), device };
   }
   return error || known->blocks > 0 ? error : cudaErrorLaunchOutOfResources;
}

/* Blocks for n threads, but only as many as the device holds at once: these blocks wait. */
static inline cudaError_t resident_blocks_for(const void *kernel, residents *known, int64_t n,
                                              unsigned *blocks)
{
   const cudaError_t error = resident_blocks(kernel, known);
   const unsigned    wanted = blocks_for(n);
   *blocks = wanted < known->blocks ? wanted : known->blocks;
   return error;
}

/* Lanes for a row of a matrix: at most DEPTH entries a lane in the mean. */
static inline int lanes_for(const tsw_device_csr *a)
{
   return tsw_lanes_for((double) a->nnz / (double) (a->n_rows > 0 ? a->n_rows : 1), DEPTH);
}

} // namespace exchange
