/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernel of schedule inplace. schedule.cu describes the algorithm. */
#pragma once

#include <stdint.h>

#include "base/device/wait.cuh"
#include "kernels/cuda/device/new_values.cuh"
#include "kernels/cuda/device/row.cuh"
#include "kernels/schedule.h"

static constexpr int INPLACE_THREADS = 1024; /* of a block at most, one block a multiprocessor */
static constexpr int INPLACE_DEPTH = 4;      /* new values that a lane polls at a time */

/* x: old values; v: NULL if not used. */
struct inplace_pass : tsw_pass
{
   int32_t        n_rows;
   const int32_t *order; /* rows by level; NULL for the natural order */
   tsw_entries    rows;  /* the caller's block */
   const double  *l1_norms;
   double        *fresh; /* the new x */
   tsw_wait       wait;

   /* Does row i need the new x_j? */
   __device__ __forceinline__ bool is_fresh(int32_t j, int32_t i) const
   {
      return backward ? j > i : j < i;
   }
};

namespace inplace {

struct row
{
   int32_t i; /* -1 for none */
   int32_t begin;
   int32_t end;
   bool    kept;
   double  scale; /* 1 / m_i */
   double  start; /* k_i x_i (schedule.h) */
   double  right; /* t_i - (S x)_i without the terms of new values */
};

/* This lane's sums of terms without new values. */
struct shares
{
   double diagonal = 0.0;
   double old = 0.0;    /* (S x)_i */
   double before = 0.0; /* ((T + S) v)_i */
};

template <int LANES, tsw_pass_kind KIND>
__device__ __forceinline__ shares add_known(const inplace_pass &a, const row &r, int lane)
{
   shares sum;
#pragma unroll 4
   for (int32_t e = r.begin + lane; e < r.end; e += LANES)
   {
      const int32_t j = a.rows.idx[e];
      const double  value = a.rows.val[e];
      if (j == r.i)
      {
         sum.diagonal += value;
      }
      else if (KIND == TSW_PASS_FULL)
      {
         sum.old += a.is_fresh(j, r.i) ? 0.0 : value * a.x[j];
         sum.before += a.v ? value * a.v[j] : 0.0;
      }
   }
   return sum;
}

__device__ __forceinline__ double inverse(double number)
{
   return number == 0.0 ? 0.0 : 1.0 / number;
}

/* The terms of row order[k] without new values; k: -1 for no row. To be called by whole warps. */
template <int LANES, tsw_pass_kind KIND>
__device__ __forceinline__ row begin_row(const inplace_pass &a, int32_t k, int lane)
{
   row r = { -1, 0, 0, true, 0.0, 0.0, 0.0 };
   if (k >= 0)
   {
      r.i = a.order ? a.order[k] : k;
      r.begin = a.rows.ptr[r.i];
      r.end = a.rows.ptr[r.i + 1];
   }
   const shares mine = add_known<LANES, KIND>(a, r, lane);
   const double diagonal = tsw_sum_lanes<LANES>(mine.diagonal);
   const double old = KIND == TSW_PASS_FULL ? tsw_sum_lanes<LANES>(mine.old) : 0.0;
   const double before = KIND == TSW_PASS_FULL && a.v ? tsw_sum_lanes<LANES>(mine.before) : 0.0;
   if (k < 0)
   {
      return r;
   }
   const bool l1 = a.scale == TSW_SCALE_L1;
   r.scale = a.scale == TSW_SCALE_ONE ? 1.0 : inverse(l1 ? a.l1_norms[r.i] : diagonal);
   r.kept = tsw_is_kept(a, r.i, r.scale);
   r.right = r.kept ? 0.0 : a.omega * a.b[r.i] - old + (1.0 - a.omega) * before;
   if (KIND == TSW_PASS_FULL)
   {
      const double ratio = l1 ? diagonal * r.scale : 1.0;
      const double keep = r.kept ? 1.0 : 1.0 - a.relax_weight * a.omega * ratio;
      r.start = keep == 0.0 ? 0.0 : keep * a.x[r.i];
   }
   return r;
}

/* This lane's entries with new values, polled INPLACE_DEPTH at a time, added in a fixed order. */
template <int LANES> struct new_entries
{
   int32_t   e;
   double    sum;
   int32_t   col[INPLACE_DEPTH];
   double    val[INPLACE_DEPTH];
   long long bits[INPLACE_DEPTH];

   __device__ __forceinline__ void fetch(const inplace_pass &a, const row &r)
   {
#pragma unroll
      for (int q = 0; q < INPLACE_DEPTH; q++)
      {
         const int32_t at = e + q * LANES;
         col[q] = at < r.end ? a.rows.idx[at] : r.i;
         const bool counts = at < r.end && a.is_fresh(col[q], r.i);
         val[q] = counts ? a.rows.val[at] : 0.0;
         bits[q] = counts ? TSW_UNKNOWN : 0;
      }
   }

   /* Add entries while their new values are known; true at the end of the row. */
   __device__ __forceinline__ bool advance(const inplace_pass &a, const row &r)
   {
      bool known = true;
#pragma unroll
      for (int q = 0; q < INPLACE_DEPTH; q++)
      {
         if (bits[q] == TSW_UNKNOWN)
         {
            bits[q] = tsw_peek_bits(&a.fresh[col[q]]);
         }
      }
#pragma unroll
      for (int q = 0; q < INPLACE_DEPTH; q++)
      {
         known = known && bits[q] != TSW_UNKNOWN;
      }
      if (!known)
      {
         return false;
      }
#pragma unroll
      for (int q = 0; q < INPLACE_DEPTH; q++)
      {
         sum += val[q] * __longlong_as_double(bits[q]);
      }
      e += INPLACE_DEPTH * LANES;
      if (e < r.end)
      {
         fetch(a, r);
      }
      return e >= r.end;
   }
};

/* Rows of a warp may depend on each other: x_i is published in the round of the row's last lane. */
template <int LANES>
__device__ __forceinline__ void finish_rows(const inplace_pass &a, const row &r, int lane)
{
   constexpr unsigned ALL = LANES == 32 ? TSW_FULL_WARP : (1u << LANES % 32) - 1u;
   const int          first = (int) (threadIdx.x % 32) / LANES * LANES;
   new_entries<LANES> f;
   tsw_wait_clock     clock;
   bool               finished = r.i < 0;
   f.e = r.begin + lane;
   f.sum = 0.0;
   bool done = finished || r.kept || f.e >= r.end;
   if (!done)
   {
      f.fetch(a, r);
   }
   do
   {
      done = done || f.advance(a, r) || clock.expired(a.wait);
      const unsigned votes = __ballot_sync(TSW_FULL_WARP, done);
      const bool     now = !finished && (votes >> first & ALL) == ALL;
      if (__any_sync(TSW_FULL_WARP, now))
      {
         const double sum = tsw_sum_lanes<LANES>(f.sum);
         if (now && lane == 0)
         {
            const double add = r.kept ? 0.0 : a.relax_weight * r.scale * (r.right - sum);
            tsw_publish(&a.fresh[r.i], r.kept ? r.start : r.start + add);
         }
         finished = finished || now;
      }
   } while (!__all_sync(TSW_FULL_WARP, finished));
}

} // namespace inplace

template <int LANES, tsw_pass_kind KIND>
__global__ void __launch_bounds__(INPLACE_THREADS)
   inplace_run(__grid_constant__ const inplace_pass a)
{
   constexpr int32_t ROWS = 32 / LANES;
   const int         lane = (int) (threadIdx.x % LANES);
   const int32_t     mine = (int32_t) (threadIdx.x % 32 / LANES);
   const int32_t     groups = (a.n_rows + ROWS - 1) / ROWS;
   /* Neighbouring groups are on different multiprocessors. */
   for (int32_t g = (int32_t) (threadIdx.x / 32 * gridDim.x + blockIdx.x); g < groups;
        g += (int32_t) (gridDim.x * (blockDim.x / 32)))
   {
      const int64_t k = (int64_t) g * ROWS + mine;
      const int32_t place = (int32_t) (a.backward ? a.n_rows - 1 - k : k);
      const bool    none = k >= a.n_rows;
      inplace::finish_rows<LANES>(a, inplace::begin_row<LANES, KIND>(a, none ? -1 : place, lane),
                                  lane);
   }
}
