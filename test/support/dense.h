/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The reference: a sweep on dense rows, written from the formula in trisweep.h
 * in long double, and a bound on the error that a correct double computation
 * may make in this very sweep (running error analysis: every operation of a row
 * adds a few units in the last place, and earlier rows hand on their errors). A
 * pass that is composed of a residual and a solve also rounds sums over the x
 * before the pass.
 */
#ifndef TEST_SUPPORT_DENSE_H
#define TEST_SUPPORT_DENSE_H

#include "support/blocks.h"

typedef struct dense
{
   int64_t       n;
   long double  *a;       /* [n n] row by row, repeated entries added */
   double       *size;    /* [n n] absolute values of the entries, added */
   int64_t      *n_terms; /* [n] stored entries of each row */
   const double *l1;      /* [n] borrowed from the block */
   bool          composed; /* bounds are for passes made of a residual and a solve */
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
