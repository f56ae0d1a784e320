/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Few colours (analysis/few_colors.h) split a block A = R + C: C has the entries between rows of
 * different units of one colour, R the other entries. A sweep over R with right-hand side b - C x,
 * x from before the sweep, is a hybrid sweep over A: exact between colours and within a unit,
 * Jacobi between units of one colour.
 *
 * Such a sweep converges for symmetric positive definite A if the diagonal of R outweighs C. Where
 * half of the sum s_i of |c_ij| is more than |a_ii| / 3, this half moves from C to the diagonal of
 * R, with the sign of a_ii (the shift): hypre's truncated l1 norms (Baker, Falgout, Kolev, Yang
 * 2011, Remark 6.2; option 4 of hypre_ParCSRComputeL1Norms). The divisor of an l1 sweep grows by
 * the shift as well: the norms of A contain the entries to other ranks, but not the entries of C.
 */
#pragma once

#include <float.h>

#include "base/inline.h"

/** The shift of a row from its diagonal and the sum of |c_ij|: a float, if not tiny. */
TSW_EVERYWHERE double tsw_cut_shift(double diagonal, double sum)
{
   const double size = diagonal < 0.0 ? -diagonal : diagonal;
   double       shift = 0.5 * sum < FLT_MAX ? 0.5 * sum : FLT_MAX;
   if (shift <= size / 3.0 || size == 0.0)
   {
      return 0.0;
   }
   shift = shift < FLT_MIN ? shift : (double) (float) shift;
   return diagonal < 0.0 ? -shift : shift;
}

/** The divisor of an l1 sweep over a row of R. The sweep keeps x of a row with norm 0. */
TSW_EVERYWHERE double tsw_cut_norm(double norm, double shift)
{
   return norm == 0.0 ? 0.0 : norm + shift;
}
