/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Common parts of both factorisations. Warps take rows by ticket, one level set after another, and
 * poll the values of earlier rows, which are their own flags (base/device/order.cuh).
 *
 * Progress: tickets follow the order of the rows, so that a running warp has the first unfinished
 * row, which depends on finished rows only. Waits are bounded (base/device/wait.cuh).
 */
#pragma once

#include <limits.h>
#include <stdint.h>

#include "base/device/order.cuh"
#include "base/device/wait.cuh"
#include "block/cuda/rows.cuh"
#include "factor/pivot.h"

namespace factor {

constexpr int      BLOCK = 256;
constexpr int      ROW_BLOCK = 128; /* of kernels that keep rows in shared memory */
constexpr uint32_t WARP = 0xffffffffu;

/* Results for the host, zero at the start. */
struct counts
{
   int32_t ticket;
   int32_t status; /* of the waits */
   int32_t n_boosted;
   int32_t n_skipped;
   int32_t before_first; /* INT32_MAX minus first boosted, skipped or refused row; 0: none */
};

/* The state of one factorisation; arrays on the device. */
struct progress
{
   int32_t          n_rows;
   const int32_t   *order; /* [n_rows] rows in the order of tickets */
   tsw_pivot_policy policy;
   double           tolerance;
   double          *pivot;   /* [n_rows] of rows with a refused pivot */
   double          *largest; /* [n_rows] likewise, largest entry of each row of the matrix */
   counts          *result;
   tsw_wait         wait;

   /* A ticket, in lane 0. Call ahead of row_of, to hide the latency of the atomic operation. */
   __device__ __forceinline__ int32_t draw() const
   {
      return threadIdx.x % 32 == 0 ? atomicAdd(&result->ticket, 1) : 0;
   }

   /* The row of a ticket; -1 behind the last. By whole warps. */
   __device__ __forceinline__ int32_t row_of(int32_t ticket) const
   {
      int32_t row = -1;
      if (threadIdx.x % 32 == 0)
      {
         row = ticket < n_rows ? order[ticket] : -1;
      }
      return __shfl_sync(WARP, row, 0);
   }

   /* Wait for a value of another row. Lanes of a warp may wait for different rows. */
   __device__ __forceinline__ double wait_for(const double *at) const
   {
      double number = tsw_unknown();
      tsw_wait_until(wait, [&] { return tsw_is_known(number = tsw_peek(at)); });
      return number;
   }

   /* tsw_pivot_judge, by one lane. Returns the reciprocal to use; 0: skip the row. */
   __device__ double judge(int32_t row, double value, double most, bool finite) const
   {
      double inverse = 1.0 / value;
      if (finite && isfinite(value) && fabs(value) > tolerance * most && isfinite(inverse))
      {
         return inverse;
      }
      pivot[row] = value;
      largest[row] = most;
      atomicMax(&result->before_first, INT32_MAX - row);
      inverse = 1.0 / copysign(most, value);
      if (policy != TSW_PIVOT_BOOST || !finite || !isfinite(value) || !isfinite(inverse))
      {
         atomicAdd(&result->n_skipped, 1);
         return 0.0;
      }
      atomicAdd(&result->n_boosted, 1);
      return inverse;
   }
};

using tsw_rows::find_entry;

template <class T> __device__ __forceinline__ double reduce_max(T x)
{
   for (int step = 16; step > 0; step /= 2)
   {
      x = fmax(x, __shfl_xor_sync(WARP, x, step));
   }
   return x;
}

/** Allocate the memory of a factorisation; call tsw_factor_end also after a failure. */
trisweep_status tsw_factor_begin(const tsw_packed *p, const int32_t *order,
                                 const tsw_pivots *pivots, cudaStream_t stream, progress *f);
void            tsw_factor_end(progress *f);

/** Wait for the kernels and return the status from their counts. OK, VALUE, CUDA, TIMEOUT. */
trisweep_status tsw_factor_conclude(const progress *f, cudaStream_t stream, tsw_pivots *pivots);

/** The number of blocks of a launch with so many threads and bytes of shared memory a block. */
trisweep_status tsw_factor_grid_of(const void *kernel, int threads, size_t bytes, int64_t n_rows,
                                   int64_t n_levels, unsigned *blocks);

} // namespace factor
