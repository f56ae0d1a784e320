/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernel of schedule levels for a level that fills the device: bytes count,
 * not latency, so that few lanes share a row and each has several entries under
 * way at once.
 */
#ifndef TSW_KERNELS_CUDA_LEVELS_WIDE_CUH
#define TSW_KERNELS_CUDA_LEVELS_WIDE_CUH

#include "kernels/cuda/levels.cuh"

static constexpr int LEVELS_DEPTH = 4; /* entries that a lane has under way */

namespace levels
{

/* A triangle's part of a row times x, this lane's share. */
template <int LANES>
__device__ __forceinline__ double share(const tsw_triangle &t, int32_t begin, int32_t end, int lane,
                                        const double *x)
{
   double sum = 0.0;
   for (int32_t first = begin + lane; first < end; first += LEVELS_DEPTH * LANES)
   {
      int32_t col[LEVELS_DEPTH];
      double  val[LEVELS_DEPTH];
#pragma unroll
      for (int q = 0; q < LEVELS_DEPTH; q++)
      {
         const int32_t e = first + q * LANES;
         col[q] = e < end ? __ldcs(&t.col_idx[e]) : 0;
         val[q] = e < end ? __ldcs(&t.val[e]) : 0.0;
      }
#pragma unroll
      for (int q = 0; q < LEVELS_DEPTH; q++)
      {
         /* No product with an x that does not belong to the row: it may be NaN. */
         if (first + q * LANES < end)
         {
            sum += val[q] * x[col[q]];
         }
      }
   }
   return sum;
}

} // namespace levels

/* One level, in places first .. last - 1. */
template <int LANES, tsw_pass_kind KIND>
__global__ void __launch_bounds__(LEVELS_WIDE_THREADS)
   levels_wide(__grid_constant__ const levels_pass a, int32_t first, int32_t last)
{
   const int     lane = (int) (threadIdx.x % LANES);
   const int32_t place =
      first + (int32_t) ((blockIdx.x * LEVELS_WIDE_THREADS + threadIdx.x) / LANES);
#if __CUDA_ARCH__ >= 900
   cudaTriggerProgrammaticLaunchCompletion();
#endif
   levels::row_data r = {};
   r.at.i = -1;
   if (place < last)
   {
      r.at = levels::find_row<KIND>(a, place);
   }
#if __CUDA_ARCH__ >= 900
   cudaGridDependencySynchronize();
#endif
   levels::sums s = {};
   s.fresh = levels::share<LANES>(a.fresh, r.at.fresh_begin, r.at.fresh_end, lane, a.x);
   if (KIND == TSW_PASS_FULL)
   {
      s.stale = levels::share<LANES>(a.stale, r.at.stale_begin, r.at.stale_end, lane, a.x);
      if (a.v)
      {
         s.before = levels::share<LANES>(a.fresh, r.at.fresh_begin, r.at.fresh_end, lane, a.v) +
                    levels::share<LANES>(a.stale, r.at.stale_begin, r.at.stale_end, lane, a.v);
         s.before = levels::sum_lanes<LANES>(s.before);
      }
      s.stale = levels::sum_lanes<LANES>(s.stale);
   }
   s.fresh = levels::sum_lanes<LANES>(s.fresh);
   if (r.at.i >= 0 && lane == 0)
   {
      levels::fetch_scalars<KIND>(a, &r);
      levels::finish_row<KIND>(a, r, s);
   }
}

#endif
