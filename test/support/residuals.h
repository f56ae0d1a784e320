/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a residual behind a sweep must be. */
#ifndef TEST_SUPPORT_RESIDUALS_H
#define TEST_SUPPORT_RESIDUALS_H

#include <stdbool.h>

#include "support/sweeps.h"

/** A sweep that was performed, with what it met and left, all in host memory. */
typedef struct swept
{
   const sweep_case     *c;
   const trisweep_sweep *how;
   const double         *b;
   const double         *x;
   const double         *middle; /* [n_rows] x after its first half, if it is symmetric */
} swept;

/** Is this a sweep behind which schedules that find residuals at all find one? */
bool residual_is_kept(const trisweep_sweep *how);

/** Fail unless r is b - A x up to rounding. */
void residual_check(const swept *s, const double *r);

#endif
