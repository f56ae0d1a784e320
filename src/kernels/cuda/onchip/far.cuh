/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Far entries of the onchip schedule (doc/glossary.md). Blocks beside the solving block poll x, sum
 * the far entries in the order of the steps, and publish the right-hand sides minus the sums. Each
 * value is its own flag.
 */
#pragma once

static constexpr int FAR_DEPTH = 4; /* values that a lane polls at a time */

/* The slots of the columns of entries. */
struct far_slots
{
   const int32_t *col_idx;
   const int32_t *slot;

   __device__ __forceinline__ const int32_t &operator[](int32_t e) const
   {
      return slot[__ldcs(&col_idx[e])];
   }
};

__device__ __forceinline__ tsw_onchip_far_slice far_slice(const onchip_triangle &t, int k)
{
   return k < t.far.n_slices ? t.far.slice[k] : tsw_onchip_far_slice{ 0, 0, 0 };
}

/* Lanes of a row. One row has all lanes. */
__device__ __forceinline__ int far_lanes(const onchip_triangle &t, const tsw_onchip_far_slice &s)
{
   return s.end - s.begin > 1 ? t.far.lanes : 32;
}

/* The entries of the row of a lane. */
__device__ __forceinline__ int2 far_row(const onchip_triangle &t, const tsw_onchip_far_slice &s,
                                        int lane)
{
   const int32_t slot = s.begin + lane / far_lanes(t, s);
   return slot < s.end ? t.far.row[slot] : make_int2(0, 0);
}

/*
 * Sum the slices of a warp. Neighbouring slices are on different SMs. The next slices and rows are
 * read meanwhile.
 */
__device__ __forceinline__ void far_warp(const onchip_triangle &t, const onchip_vectors &v,
                                         int lane, int warp)
{
   const int            n_warps = t.far.blocks * (int) (blockDim.x / 32);
   int                  k = warp * t.far.blocks + (int) blockIdx.x - 1;
   tsw_onchip_far_slice slice = far_slice(t, k);
   tsw_onchip_far_slice second = far_slice(t, k + n_warps);
   int2                 row = far_row(t, slice, lane);
   for (; k < t.far.n_slices; k += n_warps)
   {
      const tsw_onchip_far_slice third = far_slice(t, k + 2 * n_warps);
      const int2                 next = far_row(t, second, lane);
      const int                  lanes = far_lanes(t, slice);
      const int                  part = lane % lanes;
      const int32_t              slot = slice.begin + lane / lanes;
      const double               right = row.x < row.y ? v.right[slot] : 0.0;
      double sum = tsw_share_new<FAR_DEPTH>(far_slots{ t.far.col_idx, t.far.slot }, t.far.val,
                                            v.fresh, row.x + part, row.y, lanes, v.wait,
                                            [&](int32_t column) { return column < slice.old; });
      for (int d = lanes / 2; d; d /= 2)
      {
         sum += __shfl_xor_sync(~0u, sum, d);
      }
      if (part == 0 && row.x < row.y)
      {
         tsw_publish(&v.reduced[slot], right - sum);
      }
      slice = second;
      second = third;
      row = next;
   }
}
