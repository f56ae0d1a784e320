/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Arguments of the ILU kernels, and rows too long for a cache: computed in global memory. */
#pragma once

#include "factor/cuda/rows.cuh"

namespace factor {

struct ilu
{
   progress      f;
   const double *diagonal;   /* [n_rows] a_ii */
   const double *from_lower; /* the values of the matrix in the places of the factors; may be */
   const double *from_upper; /* those of `lower` */
   tsw_triangle  lower;      /* the factors */
   tsw_triangle  upper;
   double       *work; /* [entries of upper], for long rows; may be from_upper */
   double       *inv_diag;
};

/* The current row, with its range in the triangles. */
struct row_work
{
   int32_t i;
   int32_t lane;
   int32_t lower_begin;
   int32_t lower_end;
   int32_t upper_begin;
   int32_t upper_end;
};

__device__ __forceinline__ row_work row_work_of(const ilu &s, int32_t i)
{
   return { i,
            (int32_t) (threadIdx.x % 32),
            s.lower.row_ptr[i],
            s.lower.row_ptr[i + 1],
            s.upper.row_ptr[i],
            s.upper.row_ptr[i + 1] };
}

/* Copy the numbers of the matrix into the row. Returns the largest entry. */
static __device__ double long_row_fetch(const ilu &s, const row_work &r)
{
   double most = fabs(s.diagonal[r.i]);
   for (int32_t e = r.lower_begin + r.lane; e < r.lower_end; e += 32)
   {
      s.lower.val[e] = s.from_lower[e];
      most = fmax(most, fabs(s.from_lower[e]));
   }
   for (int32_t e = r.upper_begin + r.lane; e < r.upper_end; e += 32)
   {
      s.work[e] = s.from_upper[e];
      most = fmax(most, fabs(s.from_upper[e]));
   }
   if (r.lane == 0)
   {
      s.f.pivot[r.i] = s.diagonal[r.i];
   }
   __syncwarp();
   return reduce_max(most);
}

/* Subtract l times the upper part of row m. Columns are distinct: lanes write different entries. */
static __device__ void long_row_subtract(const ilu &s, const row_work &r, int32_t m, int32_t after,
                                         double l)
{
   const int32_t end = s.upper.row_ptr[m + 1];
   for (int32_t u = s.upper.row_ptr[m] + r.lane; u < end; u += 32)
   {
      const int32_t c = s.upper.col_idx[u];
      if (c == r.i)
      {
         s.f.pivot[r.i] -= l * s.f.wait_for(&s.upper.val[u]);
         continue;
      }
      const bool          below = c < r.i;
      const tsw_triangle &t = below ? s.lower : s.upper;
      const int32_t       at =
         find_entry(t, below ? after : r.upper_begin, below ? r.lower_end : r.upper_end, c, !below);
      if (at >= 0)
      {
         (below ? s.lower.val : s.work)[at] -= l * s.f.wait_for(&s.upper.val[u]);
      }
   }
}

static __device__ void long_row_eliminate(const ilu &s, const row_work &r)
{
   for (int32_t e = r.lower_begin; e < r.lower_end; e++)
   {
      const int32_t m = s.lower.col_idx[e];
      const double  l = s.lower.val[e] * s.f.wait_for(&s.inv_diag[m]);
      __syncwarp();
      if (r.lane == 0)
      {
         s.lower.val[e] = l;
      }
      if (l != 0.0)
      {
         long_row_subtract(s, r, m, e + 1, l);
      }
      __syncwarp();
   }
}

/* Are all numbers of the row finite? x - x is 0 for finite x and NaN otherwise. */
static __device__ bool long_row_is_finite(const ilu &s, const row_work &r)
{
   double sum = 0.0;
   for (int32_t e = r.lower_begin + r.lane; e < r.lower_end; e += 32)
   {
      sum += s.lower.val[e] - s.lower.val[e];
   }
   for (int32_t e = r.upper_begin + r.lane; e < r.upper_end; e += 32)
   {
      sum += s.work[e] - s.work[e];
   }
   return __all_sync(WARP, sum == 0.0);
}

/* Store the upper part; a skipped row becomes zero. */
static __device__ void long_row_store(const ilu &s, const row_work &r, bool skipped)
{
   for (int32_t e = r.upper_begin + r.lane; e < r.upper_end; e += 32)
   {
      tsw_post(&s.upper.val[e], skipped ? 0.0 : s.work[e]);
   }
   for (int32_t e = r.lower_begin + r.lane; e < r.lower_end && skipped; e += 32)
   {
      s.lower.val[e] = 0.0;
   }
}

/* Factorise one row in global memory. To be called by whole warps. */
static __device__ __noinline__ void factorise_long_row(const ilu &s, row_work r)
{
   const double most = long_row_fetch(s, r);
   long_row_eliminate(s, r);
   const bool finite = long_row_is_finite(s, r);
   double     inverse = 0.0;
   if (r.lane == 0)
   {
      inverse = s.f.judge(r.i, s.f.pivot[r.i], most, finite);
      tsw_post(&s.inv_diag[r.i], inverse);
   }
   long_row_store(s, r, __shfl_sync(WARP, inverse, 0) == 0.0);
}

} // namespace factor
