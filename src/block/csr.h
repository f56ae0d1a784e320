/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Validation of the caller's matrix block, and of the values of its rows. */
#pragma once

#include <float.h>
#include <math.h>

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** The checks of tsw_csr_validate that read no array. OK, ARGUMENT, PATTERN. */
trisweep_status tsw_csr_validate_sizes(const trisweep_csr *a);

/** Is this a square CSR pattern for 32-bit indices? OK, ARGUMENT, PATTERN. */
trisweep_status tsw_csr_validate(const trisweep_csr *a);

/** The checks of tsw_csr_validate that read arrays, of a matrix with rows. OK, PATTERN. */
trisweep_status tsw_csr_validate_arrays(const trisweep_csr *a);

/** A 64-bit hash of sizes, row_ptr and col_idx of a validated block. */
uint64_t tsw_csr_pattern_hash(const trisweep_csr *a);

/** The sum of the diagonal entries of a row; rows may have none or several. */
static inline double tsw_csr_diagonal(const trisweep_csr *a, int64_t row)
{
   double diagonal = 0.0;
   for (int32_t e = a->row_ptr[row]; e < a->row_ptr[row + 1]; e++)
   {
      diagonal += a->col_idx[e] == row ? a->val[e] : 0.0;
   }
   return diagonal;
}

/** Are the entries of the row finite? OK, VALUE. */
trisweep_status tsw_check_row(const trisweep_csr *a, int64_t row);

/** The reciprocal, or 0 for 0. OK, VALUE (not finite, or too small for a reciprocal). */
trisweep_status tsw_check_reciprocal(double number, int64_t row, const char *what, double *inverse);

/** Of a valid diagonal entry and an l1 norm: 1 / norm and diag / norm, 0 for 0. OK, VALUE. */
trisweep_status tsw_check_norm(double norm, double diag, int64_t row, double *inverse,
                               double *diag_over_norm);

/** diag / norm, without underflow. inverse: 1 / norm, or 0 for a norm of 0. */
static inline double tsw_diag_over_norm(double diag, double norm, double inverse)
{
   const double size = fabs(norm);
   return size > 1.0 && fabs(diag) < DBL_MIN * size ? 0.0 : diag * inverse;
}

TRISWEEP_END_C
