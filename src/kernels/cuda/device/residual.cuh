/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One row of a residual. The rows are independent of each other. */
#pragma once

#include "kernels/cuda/device/row.cuh"
#include "kernels/schedule.h"

/** Arguments of residual kernels besides the entries of the rows: the pass, and these members. */
struct tsw_residual : tsw_pass
{
   int32_t       n_rows;
   const double *inv_diag;
   double       *r;
};

static inline tsw_residual tsw_residual_of(const tsw_packed *p, const tsw_pass *pass, double *r)
{
   return { *pass, (int32_t) p->n_rows, p->inv_diag, r };
}

namespace residual {

constexpr int DEPTH = 6;

/* This lane's entries of a row of a triangle: every LANES-th entry. */
struct part
{
   const int32_t *col;
   const double  *val;
   int32_t        count;
};

template <int LANES>
__device__ __forceinline__ part part_of(const tsw_triangle &t, int32_t i, int lane)
{
   const int32_t begin = t.row_ptr[i] + lane;
   const int32_t end = t.row_ptr[i + 1];
   return { t.col_idx + begin, t.val + begin, end > begin ? (end - begin + LANES - 1) / LANES : 0 };
}

/* Was row i kept in the pass, so that t_i is not defined? Without t no row was kept. */
__device__ __forceinline__ bool is_kept(const tsw_residual &q, int32_t i)
{
   return q.t && tsw_is_kept(q, i, q.inv_scale ? q.inv_scale[i] : 1.0);
}

/* r_i before the product with the triangle of old values or, if kept, with both triangles. */
__device__ __forceinline__ double start(const tsw_residual &q, int32_t i, bool kept)
{
   if (!q.t)
   {
      return 0.0;
   }
   const double right = kept ? q.b[i] : q.t[i];
   if (q.kind == TSW_PASS_HALF && !kept)
   {
      return q.b[i] - right;
   }
   const double inverse = q.inv_diag[i];
   return inverse == 0.0 ? right : right - q.x[i] / inverse;
}

template <int LANES> __device__ __forceinline__ double times(const part &p, const double *x)
{
   double sum = 0.0;
   for (int32_t n = 0; n < p.count; n += DEPTH)
   {
      int32_t col[DEPTH];
      double  val[DEPTH];
      double  with[DEPTH];
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const bool has = n + q < p.count;
         col[q] = has ? __ldcs(p.col + LANES * (n + q)) : -1;
         val[q] = has ? __ldcs(p.val + LANES * (n + q)) : 0.0;
      }
      /* An x that does not belong to the row may be NaN: no product with such an x. */
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         with[q] = col[q] >= 0 ? x[col[q]] : 0.0;
      }
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         sum += col[q] >= 0 ? val[q] * with[q] : 0.0;
      }
   }
   return sum;
}

/* Store r_i; i: -1 for no row. To be called by whole warps. */
template <int LANES>
__device__ __forceinline__ void find_row(const tsw_residual &q, int32_t i, const part &fresh,
                                         const part &stale, int lane)
{
   const bool   kept = i >= 0 && is_kept(q, i);
   const double first = i >= 0 && lane == 0 ? start(q, i, kept) : 0.0;
   double       sum = times<LANES>(stale, q.x);
   if (kept)
   {
      sum += times<LANES>(fresh, q.x);
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (i >= 0 && lane == 0)
   {
      q.r[i] = first - sum;
   }
}

} // namespace residual
