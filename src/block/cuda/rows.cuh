/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What kernels that loop over the rows of a block share. */
#pragma once

#include "base/device/rows.cuh"
#include "block/packed.h"

namespace tsw_rows {

/* This lane's part of (row k of a triangle) x; 0 behind the last row. */
static __device__ __forceinline__ double row_share(const tsw_triangle &t, int64_t k, int64_t n_rows,
                                                   const double *x)
{
   double        sum = 0.0;
   const int32_t end = k < n_rows ? t.row_ptr[k + 1] : 0;
   for (int32_t e = k < n_rows ? t.row_ptr[k] + lanes::lane() : 0; e < end; e += LANES)
   {
      sum += t.val[e] * x[t.col_idx[e]];
   }
   return sum;
}

/* The reciprocal, or 0 for 0; clears good if the number or the reciprocal is not finite. */
static __device__ __forceinline__ double reciprocal(double number, bool *good)
{
   const double inverse = number == 0.0 ? 0.0 : 1.0 / number;
   *good = *good && isfinite(number) && isfinite(inverse);
   return inverse;
}

/* Store the reciprocals and ratios of row i for which p has arrays. */
static __device__ __forceinline__ void scale_row(const tsw_packed &p, const double *l1_norms,
                                                 int64_t i, double diagonal, bool *good,
                                                 int32_t *n_zero)
{
   const double inverse = reciprocal(diagonal, good);
   if (p.inv_diag)
   {
      p.inv_diag[i] = inverse;
   }
   if (diagonal == 0.0)
   {
      atomicAdd(n_zero, 1);
   }
   if (l1_norms)
   {
      const double of_norm = reciprocal(l1_norms[i], good);
      *good = *good && isfinite(diagonal * of_norm);
      if (p.inv_l1)
      {
         p.inv_l1[i] = of_norm;
         p.diag_l1[i] = diagonal * of_norm;
      }
   }
}

/* The index of column j of t in [low, high), or -1. */
static __device__ __forceinline__ int32_t find_entry(const tsw_triangle &t, int32_t low,
                                                     int32_t high, int32_t j, bool descending)
{
   while (low < high)
   {
      const int32_t middle = low + (high - low) / 2;
      const int32_t c = t.col_idx[middle];
      if (c == j)
      {
         return middle;
      }
      if ((c < j) != descending)
      {
         low = middle + 1;
      }
      else
      {
         high = middle;
      }
   }
   return -1;
}

} // namespace tsw_rows
