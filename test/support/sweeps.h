/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A block with vectors, on which all variants of sweeps are performed and compared. */
#ifndef TEST_SUPPORT_SWEEPS_H
#define TEST_SUPPORT_SWEEPS_H

#include "support/blocks.h"
#include "support/variants.h"

typedef struct sweep_case
{
   const char       *name;        /* of the matrix */
   const test_block *m;           /* borrowed */
   char              options[96]; /* of the context that performs the sweeps */
   double           *b;           /* [variant_b_size] */
   double           *x;           /* [variant_x_size] on entry of each sweep */
} sweep_case;

/** Fill a case with random vectors for a block. */
void sweep_case_open(sweep_case *c, const char *name, const test_block *m);
void sweep_case_close(sweep_case *c);

/**
 * Perform every stride-th variant with the options of the case, each from the x of
 * the case. Stride 5 covers every value of every setting.
 *
 * @param[out] results  [VARIANT_COUNT * variant_x_size] x after each sweep
 */
void sweep_case_run(const sweep_case *c, int stride, double *results);

/** As sweep_case_run, with a smoother that has the matrix and the norms loaded. */
void sweep_case_run_with(const sweep_case *c, trisweep_smoother *s, int stride, double *results);

/** Perform one sweep over a host block by a smoother with these options. */
void sweep_block(const char *options, const test_block *m, const trisweep_sweep *how);

/** Perform one variant. @param[out] x  [variant_x_size] */
void sweep_case_run_one(const sweep_case *c, trisweep_smoother *s, trisweep_sweep *how, double *x);

/** Fail unless both results of a variant are bitwise the same, padding included. */
void sweep_case_same_bits(const sweep_case *c, const trisweep_sweep *how, const double *got,
                          const double *want);

/** Print the failed case with the seed that repeats the case. */
void sweep_case_print(const sweep_case *c, const trisweep_sweep *how);

#endif
