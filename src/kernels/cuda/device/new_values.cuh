/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* New values of x, which are their own flags (base/device/order.cuh), and the loop over slices. */
#pragma once

#include <stdint.h>

#include "base/device/wait.cuh"
#include "kernels/cuda/slices.h"

/* Call visit(row, lane) for the slices of this warp; row -1: none for these lanes. */
template <int LANES, class Visit>
static __device__ __forceinline__ void tsw_each_slice(const tsw_slices &s, bool backward,
                                                      Visit visit)
{
   const int lane = (int) (threadIdx.x % LANES);
   const int mine = (int) (threadIdx.x % 32 / LANES);
   /* Neighbouring slices are on different multiprocessors. */
   for (int32_t k = (int32_t) (threadIdx.x / 32 * gridDim.x + blockIdx.x); k < s.n;
        k += (int32_t) (gridDim.x * (blockDim.x / 32)))
   {
      const int32_t n = backward ? s.n - 1 - k : k;
      const int32_t place = s.first[n] + mine;
      visit(place >= s.first[n + 1] ? -1 : s.order ? s.order[place] : place, lane);
   }
}

/* All columns of a triangle are new. */
struct tsw_every_column
{
   __device__ __forceinline__ bool operator()(int32_t) const
   {
      return true;
   }
};

/*
 * This lane's part of a row's sum over new values: val[e] fresh[col[e]] for e = begin + k * lanes
 * less than end, in columns that are new. A lane polls DEPTH values at a time. To be called by
 * whole warps. No lane waits for a value that the same warp computes.
 */
template <int DEPTH, class IsNew = tsw_every_column, class Columns>
static __device__ __forceinline__ double tsw_share_new(const Columns &col_idx, const double *values,
                                                       const double *fresh, int32_t begin,
                                                       int32_t end, int lanes, const tsw_wait &wait,
                                                       IsNew is_new = IsNew())
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
         bits[q] = e < end && is_new(col[q]) ? TSW_UNKNOWN : 0;
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
