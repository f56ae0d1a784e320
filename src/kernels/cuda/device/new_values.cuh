/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* New values of x, which are their own flags (base/device/order.cuh). */
#pragma once

#include <stdint.h>

#include "base/device/wait.cuh"
#include "kernels/cuda/overlap.cuh"

static constexpr int TSW_MOVE = 256; /* threads of a block of tsw_move_values */

/* Move the new values to x, and mark them unknown for the next pass. */
static __global__ void __launch_bounds__(TSW_MOVE)
   tsw_move_values(double *fresh, double *x, int64_t n_rows)
{
   const int64_t i = (int64_t) blockIdx.x * TSW_MOVE + threadIdx.x;
   tsw_wait_for_last();
   if (i < n_rows)
   {
      x[i] = fresh[i];
      fresh[i] = tsw_unknown();
   }
}

/*
 * This lane's part of a row's sum over new values: val[e] fresh[col[e]] for e = begin + k * lanes
 * less than end. A lane polls DEPTH values at a time. To be called by whole warps. No lane waits
 * for a value that the same warp computes.
 */
template <int DEPTH>
static __device__ __forceinline__ double tsw_share_new(const int32_t *col_idx, const double *values,
                                                       const double *fresh, int32_t begin,
                                                       int32_t end, int lanes, const tsw_wait &wait)
{
   tsw_wait_clock clock;
   double         sum = 0.0;
   bool           given_up = false;
   for (int32_t first = begin; __any_sync(0xffffffffu, first < end); first += DEPTH * lanes)
   {
      int32_t   col[DEPTH];
      double    val[DEPTH];
      long long bits[DEPTH];
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const int32_t e = first + q * lanes;
         col[q] = e < end ? __ldcs(&col_idx[e]) : -1;
         val[q] = e < end ? __ldcs(&values[e]) : 0.0;
         bits[q] = e < end ? TSW_UNKNOWN : 0;
      }
      bool known;
      do
      {
         known = true;
#pragma unroll
         for (int q = 0; q < DEPTH; q++)
         {
            if (bits[q] == TSW_UNKNOWN)
            {
               bits[q] = tsw_peek_bits(&fresh[col[q]]);
            }
         }
#pragma unroll
         for (int q = 0; q < DEPTH; q++)
         {
            known = known && bits[q] != TSW_UNKNOWN;
         }
         given_up = given_up || (!known && clock.expired(wait));
      } while (!__all_sync(0xffffffffu, known || given_up));
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         sum += first + q * lanes < end ? val[q] * __longlong_as_double(bits[q]) : 0.0;
      }
   }
   return sum;
}
