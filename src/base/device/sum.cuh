/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

/* Sum over LANES neighbouring lanes, in all of them; a fixed order of additions. Whole warps. */
template <int LANES> static __device__ __forceinline__ double tsw_sum_lanes(double sum)
{
   for (int step = LANES / 2; step > 0; step /= 2)
   {
      sum += __shfl_xor_sync(0xffffffffu, sum, step);
   }
   return sum;
}
