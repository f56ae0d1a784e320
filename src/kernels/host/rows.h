/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The arithmetic of a pass for consecutive rows. */
#pragma once

#include "kernels/schedule.h"

/** The values of the lower and the upper triangle as floats, where all are exactly that. */
typedef struct tsw_floats
{
   float *val[2]; /* both NULL: some value is not exactly a float */
} tsw_floats;

/**
 * Perform a pass on the packed rows begin .. end - 1. Rows that these depend on must be done.
 * floats: read in place of the values; the bits are the same. NULL: none.
 */
void tsw_rows_pass(const tsw_floats *floats, const tsw_packed *p, const tsw_pass *pass,
                   int64_t begin, int64_t end);

/** tsw_schedule.residual after passes by tsw_rows_pass. n_threads does not change the result. */
void tsw_rows_residual(const tsw_floats *floats, const tsw_packed *p, const tsw_pass *pass,
                       int n_threads, double *r);
