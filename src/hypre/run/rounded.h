/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Cycles with sweeps of rounded values (values=float). Sweeps of an iterate u would converge to the
 * solution of the rounded system. Therefore a cycle with a nonzero u starts from zero with the
 * residual of the matrix itself, and adds its result to u: then the rounding changes the speed of
 * convergence only. Krylov methods start each cycle from zero anyway.
 */
#pragma once

#include "hypre/state/registry.h"

/** The vectors of level 0 that a cycle for a correction replaces; NULL: none. */
typedef struct tsw_rounded
{
   hypre_ParVector *f, *u;
} tsw_rounded;

/** Replace f[0] and u[0] by residual and zero, if sweeps are rounded. Collective. */
tsw_rounded tsw_rounded_begin(tsw_solver *solver, hypre_ParVector **f, hypre_ParVector **u);

/** Put the vectors back, and add the correction. */
void tsw_rounded_end(const tsw_rounded *outer, hypre_ParVector **f, hypre_ParVector **u);
