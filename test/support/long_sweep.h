/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A reference sweep over CSR rows, for matrices too large for support/dense.h. */
#ifndef TEST_SUPPORT_LONG_SWEEP_H
#define TEST_SUPPORT_LONG_SWEEP_H

#include "support/blocks.h"

/**
 * One sweep on one vector, in long double, by the formula of trisweep.h.
 *
 * @param[in]     how    direction, scaling, weights, guess and points; b, x and sizes are not read
 * @param[in]     b      [n]
 * @param[in,out] x      [n]
 * @param[out]    bound  [n] error bound of a correct double computation of x
 */
void long_sweep(const test_block *m, const trisweep_sweep *how, const double *b, long double *x,
                double *bound);

#endif
