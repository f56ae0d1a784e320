/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Rows of a residual: independent of each other, in any order. */
#ifndef TSW_KERNELS_CUDA_DEVICE_RESIDUAL_CUH
#define TSW_KERNELS_CUDA_DEVICE_RESIDUAL_CUH

#include "kernels/cuda/levels_wide.cuh"
#include "kernels/cuda/residual.h"

namespace residual {

/* Did the pass leave row i alone? Then t says nothing about it. */
__device__ __forceinline__ bool is_kept(const tsw_residual &q, int32_t i)
{
   return q.t &&
          ((q.inv_scale && q.inv_scale[i] == 0.0) || (q.cf_marker && q.cf_marker[i] != q.points));
}

/* Row i before the products that are left, of the stale triangle or, if kept, of both. */
__device__ __forceinline__ double start(const tsw_residual &q, int32_t i, int32_t place, bool kept)
{
   if (!q.t)
   {
      return 0.0;
   }
   const double rest = kept ? q.b[i] : q.t[q.by_place ? place : i];
   if (q.half && !kept)
   {
      return q.b[i] - rest;
   }
   const double inverse = q.inv_diag[i];
   return inverse == 0.0 ? rest : rest - q.x[i] / inverse;
}

/* This lane's entries times x. */
template <int DEPTH, int STRIDE, class VALUE>
__device__ __forceinline__ double times(const levels::part<VALUE> &p, const double *x)
{
   double sum = 0.0;
   for (int32_t n = 0; n < p.count; n += DEPTH)
   {
      int32_t col[DEPTH];
      VALUE   val[DEPTH];
      double  with[DEPTH];
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const bool has = n + q < p.count;
         col[q] = has ? __ldcs(p.col + STRIDE * (n + q)) : -1;
         val[q] = has ? __ldcs(p.val + STRIDE * (n + q)) : (VALUE) 0;
      }
      /* No product with an x that does not belong to the row, nor with padding: it may be NaN. */
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         with[q] = col[q] >= 0 ? x[col[q]] : 0.0;
      }
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         sum += col[q] >= 0 ? (double) val[q] * with[q] : 0.0;
      }
   }
   return sum;
}

/* Row i, and -1 for none. To be called by whole warps. */
template <int LANES, int DEPTH, int STRIDE, class VALUE>
__device__ __forceinline__ void find_row(const tsw_residual &q, int32_t i, int32_t place,
                                         const levels::part<VALUE> &fresh,
                                         const levels::part<VALUE> &stale, int lane)
{
   const bool   kept = i >= 0 && is_kept(q, i);
   const double first = i >= 0 && lane == 0 ? start(q, i, place, kept) : 0.0;
   double       sum = times<DEPTH, STRIDE>(stale, q.x);
   if (kept)
   {
      sum += times<DEPTH, STRIDE>(fresh, q.x);
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (i >= 0 && lane == 0)
   {
      q.r[i] = first - sum;
   }
}

} // namespace residual

#endif
