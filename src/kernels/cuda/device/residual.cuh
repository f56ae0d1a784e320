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

/* This lane's part of (row i of a triangle) x: every LANES-th entry. */
template <int LANES>
__device__ __forceinline__ double times(const tsw_triangle &t, int32_t i, int lane, const double *x)
{
   const int32_t end = t.row_ptr[i + 1];
   double        sum = 0.0;
   for (int32_t first = t.row_ptr[i] + lane; first < end; first += LANES * DEPTH)
   {
      int32_t col[DEPTH];
      double  val[DEPTH];
      double  with[DEPTH];
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const int32_t e = first + LANES * q;
         col[q] = e < end ? __ldcs(t.col_idx + e) : -1;
         val[q] = e < end ? __ldcs(t.val + e) : 0.0;
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

} // namespace residual
