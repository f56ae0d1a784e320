/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Kernels of corrections; sums over the lanes of a row have a fixed order. */
#pragma once

#include "base/device/sum.cuh"
#include "plan/plan.h"

namespace {

constexpr int BLOCK = 256;
constexpr int LANES = 8; /* of a row */

/* No test of the size: the size of a correction depends on the scale of the matrix. */
__device__ bool is_too_large(double v)
{
   return !isfinite(v);
}

__global__ void __launch_bounds__(BLOCK) find_diagonal(trisweep_csr a, double *diagonal)
{
   const int64_t i = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int     lane = (int) (threadIdx.x % LANES);
   double        sum = 0.0;
   if (i < a.n_rows)
   {
      for (int32_t e = a.row_ptr[i] + lane; e < a.row_ptr[i + 1]; e += LANES)
      {
         sum += a.col_idx[e] == i ? a.val[e] : 0.0;
      }
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (i < a.n_rows && lane == 0)
   {
      diagonal[i] = sum;
   }
}

__device__ double row_times(const tsw_triangle &t, int64_t k, int lane, const double *x)
{
   double sum = 0.0;
   for (int32_t e = t.row_ptr[k] + lane; e < t.row_ptr[k + 1]; e += LANES)
   {
      sum += t.val[e] * x[t.col_idx[e]];
   }
   return sum;
}

__global__ void __launch_bounds__(BLOCK)
   residual(tsw_packed p, const double *diagonal, const double *b, const double *x, double *r,
            int32_t *found)
{
   const int64_t k = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int     lane = (int) (threadIdx.x % LANES);
   double        sum = 0.0;
   if (k < p.n_rows)
   {
      sum = row_times(p.lower, k, lane, x) + row_times(p.upper, k, lane, x);
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (k < p.n_rows && lane == 0)
   {
      const int64_t i = p.row ? p.row[k] : k;
      const double  value = b[i] - diagonal[i] * x[i] - sum;
      r[i] = value;
      if (is_too_large(value))
      {
         *found = 1;
      }
   }
}

__global__ void __launch_bounds__(BLOCK) find_too_large(const double *v, int64_t n, int32_t *found)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n && is_too_large(v[i]))
   {
      *found = 1;
   }
}

__global__ void __launch_bounds__(BLOCK) multiply(const double *inverse, double *z, int64_t n)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      z[i] = inverse[i] == 0.0 ? 0.0 : z[i] / inverse[i];
   }
}

struct change
{
   int64_t        n_rows;
   const int32_t *marker; /* NULL: all rows */
   int32_t        points;
   double         weight;
   bool           zero_guess;
   const double  *r;
   double        *x;
   const int32_t *words;
   int32_t       *host_status;
};

/* Add the change to x; if only the change is too large (words), set VALUE instead. */
__global__ void __launch_bounds__(BLOCK) apply(change c)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i >= c.n_rows)
   {
      return;
   }
   if (c.words[1] && !c.words[0])
   {
      if (i == 0)
      {
         *(volatile int32_t *) c.host_status = (int32_t) TRISWEEP_ERROR_VALUE;
      }
      return;
   }
   const bool mine = !c.marker || c.marker[i] == c.points;
   if (c.zero_guess)
   {
      c.x[i] = mine ? c.weight * c.r[i] : 0.0;
   }
   else if (mine)
   {
      c.x[i] += c.weight * c.r[i];
   }
}

__global__ void __launch_bounds__(BLOCK) mix(change c)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < c.n_rows)
   {
      const bool   mine = !c.marker || c.marker[i] == c.points;
      const double before = c.zero_guess ? 0.0 : c.x[i];
      c.x[i] = mine ? before + c.weight * (c.r[i] - before) : before;
   }
}

} // namespace
