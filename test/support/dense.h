/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The reference: a sweep over dense rows by the formula of trisweep.h, in long double, and a bound
 * on the error of a correct double computation of the same sweep. Running error analysis: every
 * operation of a row adds a few units in the last place, and errors of earlier rows propagate. A
 * pass composed of a residual and a solve also rounds sums over x from before the pass.
 */
#ifndef TEST_SUPPORT_DENSE_H
#define TEST_SUPPORT_DENSE_H

#include "support/blocks.h"

typedef struct dense
{
   int64_t       n;
   long double  *a;        /* [n n] row by row, repeated entries added */
   double       *size;     /* [n n] absolute values of the entries, added */
   int64_t      *n_terms;  /* [n] stored entries of each row */
   const double *l1;       /* [n] borrowed from the block */
   bool          composed; /* bounds hold for passes composed of a residual and a solve */
} dense;

void dense_open(const test_block *m, dense *a);
void dense_free(dense *a);

/**
 * One sweep on one vector.
 *
 * @param[in]     how    direction, scaling, weights, guess and points; b, x and sizes are not read
 * @param[in]     b      [n]
 * @param[in,out] x      [n]
 * @param[out]    bound  [n] largest allowed distance from x
 */
void dense_sweep(const dense *a, const trisweep_sweep *how, const double *b, long double *x,
                 double *bound);

#endif
