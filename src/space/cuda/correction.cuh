/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Kernels of corrections; sums over the lanes of a row have a fixed order. */
#pragma once

#include "base/device/each.cuh"
#include "base/device/sum.cuh"
#include "block/cuda/rows.cuh"
#include "plan/plan.h"

using namespace tsw_rows;

namespace {

__global__ void __launch_bounds__(BLOCK) find_diagonal(trisweep_csr a, double *diagonal)
{
   const int64_t i = mine();
   const int32_t end = i < a.n_rows ? a.row_ptr[i + 1] : 0;
   double        sum = 0.0;
   for (int32_t e = i < a.n_rows ? a.row_ptr[i] + lane() : 0; e < end; e += LANES)
   {
      sum += a.col_idx[e] == i ? a.val[e] : 0.0;
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (i < a.n_rows && lane() == 0)
   {
      diagonal[i] = sum;
   }
}

/* No test of the size: the size of a correction depends on the scale of the matrix. */
__global__ void __launch_bounds__(BLOCK)
   residual(tsw_packed p, const double *diagonal, const double *b, const double *x, double *r,
            int32_t *found)
{
   const int64_t k = mine();
   const double  sum =
      tsw_sum_lanes<LANES>(row_share(p.lower, k, p.n_rows, x) + row_share(p.upper, k, p.n_rows, x));
   if (k < p.n_rows && lane() == 0)
   {
      const int64_t i = p.row ? p.row[k] : k;
      r[i] = b[i] - diagonal[i] * x[i] - sum;
      if (!isfinite(r[i]))
      {
         *found = 1;
      }
   }
}

trisweep_status find_too_large(const double *v, int64_t n, int32_t *found, void *stream)
{
   return tsw_each(n, stream, [=] __device__(int64_t i) {
      if (!isfinite(v[i]))
      {
         *found = 1;
      }
   });
}

struct change
{
   int64_t        n_rows;
   const int32_t *marker; /* NULL: all rows */
   int32_t        points;
   double         weight;
   bool           zero_guess;
   bool           blends; /* r is the new x: x += weight (r - x); else x += weight r */
   const double  *r;
   double        *x;
   const int32_t *words; /* NULL: the change may be too large */
   int32_t       *host_status;
};

/* Change x; if the change, but not the residual, is too large (words), set VALUE instead. */
trisweep_status apply(const change &c, void *stream)
{
   return tsw_each(c.n_rows, stream, [=] __device__(int64_t i) {
      if (c.words && c.words[1] && !c.words[0])
      {
         if (i == 0)
         {
            *(volatile int32_t *) c.host_status = (int32_t) TRISWEEP_ERROR_VALUE;
         }
         return;
      }
      const double before = c.zero_guess ? 0.0 : c.x[i];
      if (!c.marker || c.marker[i] == c.points)
      {
         c.x[i] = before + c.weight * (c.blends ? c.r[i] - before : c.r[i]);
      }
      else if (c.zero_guess)
      {
         c.x[i] = 0.0;
      }
   });
}

} // namespace
