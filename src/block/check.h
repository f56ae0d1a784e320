/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Checks of values of one row, with the messages of bad values. */
#pragma once

#include <float.h>
#include <math.h>

#include <trisweep.h>

TRISWEEP_BEGIN_C

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
