/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernel of schedule persistent. schedule.cu describes the algorithm. */
#pragma once

#include <stdint.h>

#include "base/device/sum.cuh"
#include "kernels/cuda/device/new_values.cuh"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/overlap.cuh"
#include "kernels/schedule.h"

/* x: old values; v: NULL if omega is 1. */
struct persistent_pass : tsw_pass
{
   tsw_slices   slices;
   tsw_triangle new_part; /* columns whose x must be new */
   tsw_triangle old_part; /* columns whose x must be old */
   tsw_wait     wait;
};

namespace persistent {

template <int LANES>
__device__ __forceinline__ double share_known(const tsw_triangle &t, int32_t begin, int32_t end,
                                              int lane, const double *x)
{
   double sum = 0.0;
#pragma unroll 4
   for (int32_t e = begin + lane; e < end; e += LANES)
   {
      sum += __ldcs(&t.val[e]) * x[__ldcs(&t.col_idx[e])];
   }
   return sum;
}

/* Sweep row i; i < 0: none. A lane polls DEPTH values at a time. To be called by whole warps. */
template <int LANES, tsw_pass_kind KIND, int DEPTH>
__device__ __forceinline__ void sweep_row(const persistent_pass &a, int32_t i, int lane)
{
   const int32_t begin = i >= 0 ? a.new_part.row_ptr[i] : 0;
   const int32_t end = i >= 0 ? a.new_part.row_ptr[i + 1] : 0;
   const double  inv = i >= 0 && a.inv_scale ? a.inv_scale[i] : 1.0;
   const bool    kept = i >= 0 && tsw_is_kept(a, i, inv);
   double        right = 0.0;
   double        start = 0.0;
   double        old = 0.0;
   double        before = 0.0;
   if (i >= 0 && !kept)
   {
      right = KIND == TSW_PASS_HALF ? a.t[i] : a.omega * a.b[i];
   }
   if (KIND != TSW_PASS_ZERO && i >= 0)
   {
      start = tsw_row_start(a, i, kept);
   }
   if (KIND == TSW_PASS_FULL)
   {
      const int32_t first = i >= 0 ? a.old_part.row_ptr[i] : 0;
      const int32_t last = i >= 0 ? a.old_part.row_ptr[i + 1] : 0;
      old = tsw_sum_lanes<LANES>(share_known<LANES>(a.old_part, first, last, lane, a.x));
      if (a.v)
      {
         before = tsw_sum_lanes<LANES>(share_known<LANES>(a.old_part, first, last, lane, a.v) +
                                       share_known<LANES>(a.new_part, begin, end, lane, a.v));
      }
   }
   /* A kept row does not wait. */
   const double sum =
      tsw_sum_lanes<LANES>(tsw_share_new<DEPTH>(a.new_part.col_idx, a.new_part.val, a.slices.fresh,
                                                begin + lane, kept ? begin : end, LANES, a.wait));
   if (i < 0 || lane != 0)
   {
      return;
   }
   double x = start;
   if (!kept)
   {
      const double t = right - sum + (KIND == TSW_PASS_FULL ? (1.0 - a.omega) * before : 0.0);
      if (KIND != TSW_PASS_HALF && a.t)
      {
         a.t[i] = t;
      }
      x += a.relax_weight * inv * (t - old);
   }
   tsw_publish(&a.slices.fresh[i], x);
}

} // namespace persistent

template <int LANES, tsw_pass_kind KIND, int DEPTH>
__global__ void __launch_bounds__(TSW_SLICES_THREADS)
   persistent_run(__grid_constant__ const persistent_pass a)
{
   tsw_let_next_begin();
   tsw_each_slice<LANES>(a.slices, a.backward, [&](int32_t i, int lane) {
      persistent::sweep_row<LANES, KIND, DEPTH>(a, i, lane);
   });
}
