/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

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
