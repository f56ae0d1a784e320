/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernel of schedule levels for a level in slices. */
#ifndef TSW_KERNELS_CUDA_LEVELS_SLICED_CUH
#define TSW_KERNELS_CUDA_LEVELS_SLICED_CUH

#include "kernels/cuda/levels_slices.h"
#include "kernels/cuda/levels_wide.cuh"

/* A level: its slices, and its places. */
struct slices_level
{
   int32_t first_slice;
   int32_t n_slices;
   int32_t first;
   int32_t last;
};

/* Without its values: the kernel has them by their type. */
struct slices_part
{
   const int64_t *ptr;
   const int32_t *col;
};

template <class VALUE> struct slices_pass
{
   slices_level level;
   slices_part  fresh;
   slices_part  stale;
   const VALUE *fresh_val;
   const VALUE *stale_val;
};

namespace levels {

template <class VALUE>
__device__ __forceinline__ part<VALUE> part_of_slice(const slices_part &t, const VALUE *val,
                                                     int32_t slice)
{
   const int64_t begin = load_now(&t.ptr[slice]);
   const int64_t end = load_now(&t.ptr[slice + 1]);
   const int64_t mine = begin + threadIdx.x % 32;
   return { t.col + mine, val + mine, (int32_t) ((end - begin) / 32) };
}

} // namespace levels

template <int LANES, tsw_pass_kind KIND, class VALUE>
__global__ void __launch_bounds__(LEVELS_WIDE_THREADS)
   levels_sliced(__grid_constant__ const levels_pass a,
                 __grid_constant__ const slices_pass<VALUE> s)
{
   const int     lane = (int) (threadIdx.x % LANES);
   const int32_t warp = (int32_t) ((blockIdx.x * LEVELS_WIDE_THREADS + threadIdx.x) / 32);
   const int32_t slice = s.level.first_slice + warp;
   const int32_t place = s.level.first + warp * (32 / LANES) + (int32_t) (threadIdx.x % 32 / LANES);
   tsw_let_next_begin();
   if (warp >= s.level.n_slices)
   {
      return;
   }
   levels::row_place         at = { -1, place, 0, 0, 0, 0 };
   const levels::part<VALUE> fresh = levels::part_of_slice(s.fresh, s.fresh_val, slice);
   levels::part<VALUE>       stale = {};
   if (KIND == TSW_PASS_FULL)
   {
      stale = levels::part_of_slice(s.stale, s.stale_val, slice);
   }
   if (place < s.level.last)
   {
      at.i = levels::load_now(&a.row[place]);
   }
   levels::sweep_parts<LANES, LEVELS_DEPTH, 32, KIND>(a, at, fresh, stale, lane);
}

#endif
