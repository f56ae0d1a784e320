/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Checks of residuals behind sweeps. */
#ifndef TEST_SUPPORT_RESIDUALS_H
#define TEST_SUPPORT_RESIDUALS_H

#include <stdbool.h>

#include "support/sweeps.h"

/** A performed sweep with its vectors, all in host memory. */
typedef struct swept
{
   const sweep_case     *c;
   const trisweep_sweep *how;
   const double         *b;
   const double         *x;
   const double         *middle; /* [n_rows] x between the passes of a symmetric sweep, or NULL */
} swept;

/** Is the residual available after this sweep in schedules that compute residuals? */
bool residual_is_kept(const trisweep_sweep *how);

/** Fail unless r is b - A x up to rounding. */
void residual_check(const swept *s, const double *r);

#endif
