/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The inner product of two vectors, as a part of a kernel. */
#pragma once

#include <stdint.h>

#include <cub/block/block_reduce.cuh>

#include "base/cuda_call.h"

static constexpr int INNER_BLOCK = 256;
static constexpr int MOST_BLOCKS = 512;
static constexpr int ENTRIES = 8; /* entries of a thread; more if n needs more than MOST_BLOCKS */

static __device__ double   sum_of_block[MOST_BLOCKS];
static __device__ unsigned blocks_done;

static unsigned inner_blocks(int64_t n)
{
   return min(max(tsw_blocks(n, INNER_BLOCK * ENTRIES), 1u), (unsigned) MOST_BLOCKS);
}

/*
 * Multiply vectors x, y [n]. The block that finishes last adds the sums of all blocks in a
 * fixed order. True in thread 0 of this block, which gets the product.
 */
static __device__ __forceinline__ bool add_products(const double *x, const double *y, int64_t n,
                                                    double *product)
{
   typedef cub::BlockReduce<double, INNER_BLOCK> reduce;
   __shared__ reduce::TempStorage space;
   __shared__ bool                is_last;
   const int64_t                  stride = (int64_t) gridDim.x * INNER_BLOCK;
   double                         sum = 0.0;
#pragma unroll ENTRIES
   for (int64_t i = (int64_t) blockIdx.x * INNER_BLOCK + threadIdx.x; i < n; i += stride)
   {
      sum += x[i] * y[i];
   }
   sum = reduce(space).Sum(sum);
   if (threadIdx.x == 0)
   {
      sum_of_block[blockIdx.x] = sum;
      __threadfence();
      is_last = atomicInc(&blocks_done, gridDim.x - 1) == gridDim.x - 1;
   }
   __syncthreads();
   if (!is_last)
   {
      return false;
   }
   __threadfence();
   sum = 0.0;
   for (unsigned b = threadIdx.x; b < gridDim.x; b += INNER_BLOCK)
   {
      sum += __ldcg(&sum_of_block[b]);
   }
   *product = reduce(space).Sum(sum);
   return threadIdx.x == 0;
}

/* Result: tsw_inner_result of device_kernels.h */
template <class Result>
static __device__ __forceinline__ void store_product(Result *result, double product)
{
   *(volatile double *) &result->product = product;
   __threadfence_system();
   *(volatile uint32_t *) &result->is_done = 1;
}
