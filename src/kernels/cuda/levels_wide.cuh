/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Kernels of schedule levels for a level that fills the device: bytes count, not
 * latency. Few lanes share a row, and all that a lane reads beside x is under way
 * before the launch waits for the level before it. Entries come row by row as the
 * packed block has them, or in slices (levels_slices.h).
 */
#ifndef TSW_KERNELS_CUDA_LEVELS_WIDE_CUH
#define TSW_KERNELS_CUDA_LEVELS_WIDE_CUH

#include "kernels/cuda/levels.cuh"

static constexpr int LEVELS_WIDE_THREADS = 128; /* of a block */
static constexpr int LEVELS_DEPTH = 4;          /* entries that a lane has under way */
static constexpr int LEVELS_ROW_DEPTH = 6;      /* the same in rows as the packed block has them */

namespace levels {

/* Loads that stay where they are, of what is read once in a pass. */
__device__ __forceinline__ double stream_now(const double *at)
{
   double value;
   asm volatile("ld.global.cs.f64 %0, [%1];" : "=d"(value) : "l"(at));
   return value;
}

__device__ __forceinline__ float stream_now(const float *at)
{
   float value;
   asm volatile("ld.global.cs.f32 %0, [%1];" : "=f"(value) : "l"(at));
   return value;
}

__device__ __forceinline__ int32_t stream_now(const int32_t *at)
{
   int32_t value;
   asm volatile("ld.global.cs.s32 %0, [%1];" : "=r"(value) : "l"(at));
   return value;
}

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

/* This lane's entries of a row in a triangle: count of them, each stride behind the one before. */
template <class VALUE> struct part
{
   const int32_t *col;
   const VALUE   *val;
   int32_t        count;
};

/* The entries of a row as the packed block has them. */
template <int LANES>
__device__ __forceinline__ part<double> part_of(const tsw_triangle &t, int32_t begin, int32_t end,
                                                int lane)
{
   const int32_t length = end - begin;
   return { t.col_idx + begin + lane, t.val + begin + lane,
            length > lane ? (length - lane + LANES - 1) / LANES : 0 };
}

/* DEPTH entries of a lane: asked for, then added up. */
template <int DEPTH, int STRIDE, tsw_pass_kind KIND, class VALUE> struct batch
{
   int32_t col[DEPTH]; /* -1: none */
   VALUE   val[DEPTH];

   /* From the n-th on. */
   __device__ __forceinline__ void ask(const part<VALUE> &fresh, const part<VALUE> &stale,
                                       int32_t n)
   {
#pragma unroll
      for (int q = 0; q < DEPTH; q++, n++)
      {
         const bool    first = KIND != TSW_PASS_FULL || n < fresh.count;
         const int32_t k = STRIDE * (first ? n : n - fresh.count);
         col[q] = -1;
         if (n < fresh.count + (KIND == TSW_PASS_FULL ? stale.count : 0))
         {
            col[q] = stream_now((first ? fresh.col : stale.col) + k);
            val[q] = stream_now((first ? fresh.val : stale.val) + k);
         }
      }
   }

   /* No product with an x that does not belong to the row: it may be NaN. */
   __device__ __forceinline__ void add(const levels_pass &a, int32_t n_fresh, int32_t n,
                                       sums *s) const
   {
      double x[DEPTH];
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         x[q] = col[q] >= 0 ? a.x[col[q]] : 0.0;
      }
#pragma unroll
      for (int q = 0; q < DEPTH; q++, n++)
      {
         if (col[q] < 0)
         {
            continue;
         }
         if (KIND != TSW_PASS_FULL || n < n_fresh)
         {
            s->fresh += (double) val[q] * x[q];
         }
         else
         {
            s->stale += (double) val[q] * x[q];
         }
         if (KIND == TSW_PASS_FULL && a.v)
         {
            s->before += (double) val[q] * a.v[col[q]];
         }
      }
   }
};

/* A row whose place is known, and -1 for none. To be called by whole warps. */
template <int LANES, int DEPTH, int STRIDE, tsw_pass_kind KIND, class VALUE>
__device__ __forceinline__ void sweep_parts(const levels_pass &a, const row_place &at,
                                            const part<VALUE> &fresh, const part<VALUE> &stale,
                                            int lane)
{
   const int32_t n_all = fresh.count + (KIND == TSW_PASS_FULL ? stale.count : 0);
   sums          s = {};
   row_data      r = {};
   batch<DEPTH, STRIDE, KIND, VALUE> entries;
   r.at = at;
   entries.ask(fresh, stale, 0);
   if (at.i >= 0)
   {
      fetch_scalars<KIND>(a, &r);
   }
   tsw_wait_for_last();
   entries.add(a, fresh.count, 0, &s);
   for (int32_t n = DEPTH; n < n_all; n += DEPTH)
   {
      entries.ask(fresh, stale, n);
      entries.add(a, fresh.count, n, &s);
   }
   finish_sums<LANES, KIND>(a, r, s, lane);
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
   tsw_let_next_begin();
   const levels::row_place at = levels::find_row<KIND>(a, place < last ? place : -1);
   levels::sweep_parts<LANES, LEVELS_ROW_DEPTH, LANES, KIND>(
      a, at, levels::part_of<LANES>(a.fresh, at.fresh_begin, at.fresh_end, lane),
      levels::part_of<LANES>(a.stale, at.stale_begin, at.stale_end, lane), lane);
}

#endif
