/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Cycles with sweeps of rounded values (values=float). Sweeps of an iterate u would converge to the
 * solution of the rounded system. Therefore a cycle with a nonzero u starts from zero with the
 * residual of the matrix itself, and adds its result to u: then the rounding changes the speed of
 * convergence only. Krylov methods start each cycle from zero anyway.
 */
#pragma once

#include "hypre/state/registry.h"

/** y = alpha A u + beta f, by hypre. */
typedef HYPRE_Int tsw_product(HYPRE_Complex alpha, hypre_ParCSRMatrix *a, hypre_ParVector *u,
                              HYPRE_Complex beta, hypre_ParVector *f, hypre_ParVector *y);

/** The vectors of level 0 that a cycle for a correction replaces; NULL: none. */
typedef struct tsw_rounded
{
   hypre_ParVector *f, *u;
} tsw_rounded;

/**
 * Replace f[0] and u[0] by residual and zero, if the solver's sweeps are rounded. product: for the
 * residual, where the plug has no product. Collective.
 */
tsw_rounded tsw_rounded_begin(tsw_solver *solver, hypre_ParVector **f, hypre_ParVector **u,
                              tsw_product *product);

/** Put the vectors back, and add the correction. */
void tsw_rounded_end(const tsw_rounded *outer, hypre_ParVector **f, hypre_ParVector **u);
