/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * compose: sweeps from a triangular solve, with a_ii = m_i diag_scale_i. The old x enters
 * x_i = x_i + z_i even where k_i is 0:
 *
 *    FULL  r_i = omega (b_i - a_ii x_i - ((T + S) x)_i), z by a solve from r with
 *          omega = 1 and t_i = r_i - (T z)_i; then t_i += omega a_ii x_i + (S x)_i
 *    HALF  r_i = t_i - omega a_ii x_i - (T x)_i, z by a solve from r with omega = 1
 *
 * FULL reads x in place of v: x equals v in the first pass of a sweep.
 */
#pragma once

#include "kernels/sptrsv.h"

typedef struct tsw_compose
{
   const tsw_sptrsv *solve;
   void             *state; /* of solve */
   double           *work;  /* [3 * n_rows] r, z, and what is added to r - T z in t */
} tsw_compose;

/** The solve for z of a FULL or HALF pass: with b = r, x = z and, for FULL, t. */
static inline tsw_pass tsw_compose_zero(const tsw_compose *c, int64_t n_rows, const tsw_pass *pass)
{
   tsw_pass zero = *pass;
   zero.kind = TSW_PASS_ZERO;
   zero.diag_scale = NULL;
   zero.omega = 1.0;
   zero.b = c->work;
   zero.x = c->work + n_rows;
   zero.v = NULL;
   zero.t = pass->kind == TSW_PASS_FULL ? pass->t : NULL;
   return zero;
}
