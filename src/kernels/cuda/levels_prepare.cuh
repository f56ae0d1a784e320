/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What goes before levels_flow, on the whole device. */
#ifndef TSW_KERNELS_CUDA_LEVELS_PREPARE_CUH
#define TSW_KERNELS_CUDA_LEVELS_PREPARE_CUH

#include "kernels/cuda/levels_shared.cuh"
#include "kernels/cuda/levels_wide.cuh"

static constexpr int PREPARE_THREADS = 256;

/* For FULL passes: right and stale, by row. */
template <int LANES>
__global__ void __launch_bounds__(PREPARE_THREADS)
   levels_prepare(__grid_constant__ const levels_pass a, int32_t n_rows, double *right,
                  double *stale)
{
   const int     lane = (int) (threadIdx.x % LANES);
   const int32_t place = (int32_t) ((blockIdx.x * PREPARE_THREADS + threadIdx.x) / LANES);
   tsw_let_next_begin();
   const levels::row_place at = levels::find_row<TSW_PASS_FULL>(a, place < n_rows ? place : -1);
   const double            old = tsw_sum_lanes<LANES>(
      levels::share<LANES>(a.stale, at.stale_begin, at.stale_end, lane, a.x));
   double before = 0.0;
   if (a.v)
   {
      before = tsw_sum_lanes<LANES>(
         levels::share<LANES>(a.stale, at.stale_begin, at.stale_end, lane, a.v) +
         levels::share<LANES>(a.fresh, at.fresh_begin, at.fresh_end, lane, a.v));
   }
   if (at.i >= 0 && lane == 0)
   {
      stale[at.i] = old;
      right[at.i] = a.omega * a.b[at.i] + (a.v ? (1.0 - a.omega) * before : 0.0);
   }
}

#endif
