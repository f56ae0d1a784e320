/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How well a hierarchy renewed by values converges, and solves that go on after a full setup where
 * it serves badly. The measure: the cycles of a solve, compared with those after the last full
 * setup. Where the plug knows no solves (a Krylov method of another library), all cycles since the
 * setup count as one solve.
 */
#pragma once

#include "extensions/resetup/kept.h"
#include "hypre/extension.h"

/**
 * Solve by a solver that uses BoomerAMG amg. If the hierarchy is one of a setup by values of a, and
 * the solver has not converged after the cycles of most_cycles_of: a full setup, and the solver
 * goes on from u; from the first u if the residual is not less than one. A method that is not
 * flexible must not get another preconditioner while it runs. If max_iter is too small for both
 * parts, or a Krylov method solves for a right side of zero, there is one part. If a solve fails,
 * but the last one after a full setup did not, the next setup is full. False: the solver has no
 * setups by values.
 */
bool tsw_values_solve(const tsw_iterative *s, void *amg, hypre_ParCSRMatrix *a, hypre_ParVector *f,
                      hypre_ParVector *u, HYPRE_Int *status);

/**
 * If the program has left a solve of this solver that ran in parts, by a jump or an exception: set
 * the parameters of the whole solve again. s->tol has no meaning yet.
 */
void tsw_values_recover(const tsw_iterative *s, void *amg);

/** A cycle of a solver begins. */
void tsw_measure_cycle(const void *amg);

/** Before a setup: take the cycles since the last one into account. */
void tsw_measure_end(tsw_kept *kept);

/**
 * Must the next setup be full, because cycles were too many, were never measured, or two solves in
 * a row had a full setup within?
 */
bool tsw_measure_is_bad(const tsw_solver *record);

/** After a setup. */
void tsw_measure_setup(tsw_kept *kept, bool full);
