/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Far entries of the onchip schedule (doc/glossary.md). Blocks beside the solving block poll x, sum
 * the far entries in the order of the steps, and publish the right-hand sides minus the sums. Each
 * value is its own flag.
 */
#pragma once

static constexpr int FAR_DEPTH = 4; /* values that a lane polls at a time */

/* Sum the slices of a warp. Neighbouring slices are on different SMs. One row has all lanes. */
__device__ __forceinline__ void far_warp(const onchip_triangle &t, const onchip_vectors &v,
                                         int lane, int warp)
{
   const int n_warps = t.far.blocks * (int) (blockDim.x / 32);
   for (int k = warp * t.far.blocks + (int) blockIdx.x - 1; k < t.far.n_slices; k += n_warps)
   {
      const int2    slice = t.far.slice[k];
      const int     lanes = slice.y - slice.x > 1 ? t.far.lanes : 32;
      const int     part = lane % lanes;
      const int32_t slot = slice.x + lane / lanes;
      const bool    mine = slot < slice.y;
      const int32_t begin = mine ? t.far.ptr[slot] : 0;
      const int32_t end = mine ? t.far.ptr[slot + 1] : 0;
      const double  right = begin < end ? v.right[slot] : 0.0;
      double        sum =
         tsw_share_new<FAR_DEPTH>(t.far.slot, t.far.val, v.fresh, begin + part, end, lanes, v.wait);
      for (int d = lanes / 2; d; d /= 2)
      {
         sum += __shfl_xor_sync(~0u, sum, d);
      }
      if (part == 0 && begin < end)
      {
         tsw_publish(&v.reduced[slot], right - sum);
      }
   }
}
