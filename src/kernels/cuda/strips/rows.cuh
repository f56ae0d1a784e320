/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rows times a vector that is stored by slot. For all kernels of strips but the solving kernel. */
#pragma once

#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/device/strips.cuh"
#include "kernels/cuda/overlap.cuh"
#include "kernels/cuda/strips/strips.h"

namespace strips_rows {

constexpr int BLOCK = 256;

/* to[slot] = from[row] */
static __global__ void __launch_bounds__(BLOCK)
   permute(const double *from, strips_triangle t, double *to)
{
   const int32_t slot = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   tsw_let_next_begin();
   if (slot < t.n_rows)
   {
      to[slot] = from[t.row[strips_slot(t, slot)]];
   }
}

/* Multiply the row of this lane in slice s by x, stored by slot. G lanes share a row. */
template <int G>
static __device__ double slice_times(const strips_triangle &t, uint4 s, int lane, const double *x)
{
   const int32_t stride = strips_n_rows(s) * G;
   const int32_t end = strips_n_places(s);
   double        sum = 0.0;
   if (lane < stride)
   {
      const int32_t *code = t.code + (int64_t) s.x + lane;
      const double  *val = t.val + (int64_t) s.x + lane;
#pragma unroll 4
      for (int32_t k = 0; k < end; k++)
      {
         const int32_t at = strips::stream_word(code + (int64_t) k * stride);
         const double  a = strips::stream_double(val + (int64_t) k * stride);
         sum += at < 0 ? 0.0 : a * x[at];
      }
   }
   return tsw_sum_lanes<G>(sum);
}

static inline unsigned slice_blocks(const strips_triangle *t)
{
   return tsw_blocks(32 * (int64_t) t->n_steps * t->shape.team_warps, BLOCK);
}

} // namespace strips_rows
