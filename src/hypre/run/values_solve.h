/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Solves that go on after a full setup, where a hierarchy renewed by values serves badly. */
#pragma once

#include "hypre/plug.h"

/** An iterative solver of hypre: BoomerAMG, or a Krylov method that BoomerAMG preconditions. */
typedef struct tsw_iterative
{
   HYPRE_Int (*solve)(void *solver, hypre_ParCSRMatrix *a, hypre_ParVector *f, hypre_ParVector *u);
   HYPRE_Int (*setup)(void *amg, hypre_ParCSRMatrix *a, hypre_ParVector *f, hypre_ParVector *u);
   HYPRE_Real (*inner_product)(hypre_ParVector *x, hypre_ParVector *y); /* NULL: BoomerAMG */
   void            *solver;
   HYPRE_Int       *max_iter, *n_iterations;
   HYPRE_Int       *min_iter;  /* NULL: none */
   HYPRE_Real      *residual;  /* relative */
   const HYPRE_Int *converged; /* NULL: the residual has reached tol */
   HYPRE_Real       tol;
   HYPRE_Real      *tol_of_start; /* where tol is, if it refers to the first residual; else NULL */
   HYPRE_Int        n_cycles;     /* of an iteration */
} tsw_iterative;

/**
 * Solve by a solver that uses BoomerAMG amg. If the hierarchy is one of a setup by values of a, and
 * the solver has not converged after the cycles of tsw_measure_most_cycles: a full setup, and the
 * solver goes on from u; from the first u if the residual is not less than one. A method that is
 * not flexible must not get another preconditioner while it runs. If max_iter is too small for both
 * parts, or a Krylov method solves for a right side of zero, there is one part. If a solve fails,
 * but the last one after a full setup did not, the next setup is full. Returns the solver's result.
 */
HYPRE_Int tsw_values_solve(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a,
                           hypre_ParVector *f, hypre_ParVector *u);
