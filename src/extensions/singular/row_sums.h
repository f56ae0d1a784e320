/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Row sums of the part of a matrix on this rank, on hosts and devices: if every row sums to zero,
 * the matrix maps constants to zero, and is singular. Rows without couplings do not count, because
 * they belong to unknowns that are not in use, unless another row is coupled to their unknown: then
 * they hold boundary values, and the matrix is regular.
 */
#pragma once

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/inline.h"

/** Rounding of Galerkin products, in units of their largest entries. */
#define TSW_PRODUCT_ROUNDING (4096.0 * DBL_EPSILON)

/** The diagonal block and the off-process part of a matrix. */
typedef struct tsw_row_parts
{
   int32_t        n_rows;
   const int32_t *row_ptr[2]; /* row_ptr[1] is NULL if there is no off-process part */
   const int32_t *col_idx[2];
   const double  *val[2];
} tsw_row_parts;

/** The largest absolute value of row i; infinity if a value is not finite. */
TSW_EVERYWHERE double tsw_row_largest(const tsw_row_parts *a, int32_t i)
{
   double largest = 0.0;
   for (int part = 0; part < 2 && a->row_ptr[part]; part++)
   {
      for (int32_t e = a->row_ptr[part][i]; e < a->row_ptr[part][i + 1]; e++)
      {
         const double size = fabs(a->val[part][e]);
         largest = size <= DBL_MAX ? fmax(largest, size) : INFINITY;
      }
   }
   return largest;
}

/** The largest absolute value of a matrix in host memory, as tsw_row_largest. */
static inline double tsw_rows_largest(const tsw_row_parts *a)
{
   double largest = 0.0;
   for (int32_t i = 0; i < a->n_rows; i++)
   {
      largest = fmax(largest, tsw_row_largest(a, i));
   }
   return largest;
}

/** Has row i a nonzero entry in the column of another unknown? */
TSW_EVERYWHERE bool tsw_row_is_coupled(const tsw_row_parts *a, int32_t i)
{
   for (int part = 0; part < 2 && a->row_ptr[part]; part++)
   {
      for (int32_t e = a->row_ptr[part][i]; e < a->row_ptr[part][i + 1]; e++)
      {
         if (a->val[part][e] != 0.0 && (part > 0 || a->col_idx[0][e] != i))
         {
            return true;
         }
      }
   }
   return false;
}

/** Is the sum of row i zero but for rounding? */
TSW_EVERYWHERE bool tsw_row_has_zero_sum(const tsw_row_parts *a, int32_t i)
{
   const double rounding = 64.0 * DBL_EPSILON; /* of values that a program has summed itself */
   double       sum = 0.0;
   double       size = 0.0;
   for (int part = 0; part < 2 && a->row_ptr[part]; part++)
   {
      for (int32_t e = a->row_ptr[part][i]; e < a->row_ptr[part][i + 1]; e++)
      {
         sum += a->val[part][e];
         size += fabs(a->val[part][e]);
      }
   }
   return size < DBL_MIN / rounding ? sum == 0.0 : fabs(sum) <= rounding * size;
}

/**
 * Is row i a diagonal entry alone that is not zero, but at most negligible? Such a row of a coarse
 * matrix is what is left of unknowns that are coupled to no others: rounding of zero.
 */
TSW_EVERYWHERE bool tsw_row_is_negligible(const tsw_row_parts *a, int32_t i, double negligible)
{
   double size = 0.0;
   for (int32_t e = a->row_ptr[0][i]; e < a->row_ptr[0][i + 1]; e++)
   {
      size += fabs(a->val[0][e]);
   }
   return size > 0.0 && size <= negligible && !tsw_row_is_coupled(a, i);
}

/**
 * Set the entries val of the diagonal block, and the norm if there are norms, to zero if row i is
 * negligible. Returns whether it is.
 */
TSW_EVERYWHERE bool tsw_clear_row(const tsw_row_parts *a, int32_t i, double negligible, double *val,
                                  double *norms)
{
   if (!tsw_row_is_negligible(a, i, negligible))
   {
      return false;
   }
   for (int32_t e = a->row_ptr[0][i]; e < a->row_ptr[0][i + 1]; e++)
   {
      val[e] = 0.0;
   }
   if (norms)
   {
      norms[i] = 0.0;
   }
   return true;
}

/** Does row i show that the matrix does not map constants to zero? */
TSW_EVERYWHERE bool tsw_row_is_regular(const tsw_row_parts *a, int32_t i)
{
   if (!tsw_row_is_coupled(a, i))
   {
      return false;
   }
   bool regular = !tsw_row_has_zero_sum(a, i);
   for (int32_t e = a->row_ptr[0][i]; e < a->row_ptr[0][i + 1] && !regular; e++)
   {
      regular = a->val[0][e] != 0.0 && !tsw_row_is_coupled(a, a->col_idx[0][e]);
   }
   return regular;
}
