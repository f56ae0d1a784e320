/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stdint.h>

/* Sum over LANES neighbouring lanes, in all of these lanes, in a fixed order. For whole warps. */
template <int LANES, class Number>
static __device__ __forceinline__ Number tsw_sum_lanes(Number sum)
{
   for (int step = LANES / 2; step > 0; step /= 2)
   {
      sum += __shfl_xor_sync(0xffffffffu, sum, step);
   }
   return sum;
}

/*
 * Raise *most to the largest value of the warp. Few values are larger, and only these need an
 * atomic operation. For whole warps.
 */
static __device__ __forceinline__ void tsw_raise_max(int32_t *most, int32_t value)
{
   const int32_t largest = __reduce_max_sync(0xffffffffu, value);
   if (threadIdx.x % 32 == 0 && largest > *(const volatile int32_t *) most)
   {
      atomicMax(most, largest);
   }
}
