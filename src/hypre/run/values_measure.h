/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How well a hierarchy renewed by values converges: the cycles of a solve, compared with those
 * after the last full setup. Where the plug knows no solves (a Krylov method of another library),
 * all cycles since the setup count as one solve.
 */
#pragma once

#include "hypre/state/kept.h"
#include "hypre/state/registry.h"

/** A cycle of a solver begins. */
void tsw_measure_cycle(const void *amg);

/** A solve by the solver, or by a Krylov method that the solver preconditions, begins. */
void tsw_measure_solve(const void *amg);

/** A solve converges slowly: the next setup, within the solve, must be full. */
void tsw_measure_stuck(const void *amg);

/**
 * A solve has ended. If it failed after a setup by values, and solves after full setups do not, the
 * next setup must be full.
 */
void tsw_measure_outcome(const void *amg, bool failed);

/** A solve goes on after a full setup within the solve: the rest is no measure if there is one. */
void tsw_measure_rest(const void *amg);

/**
 * The number of cycles after which a full setup within the solve is better; 0: never. all: cycles
 * that are allowed in the solve; half of these if no solve after a full setup was measured.
 */
long tsw_measure_most_cycles(const void *amg, long all);

/** Before a setup: take the cycles since the last one into account. */
void tsw_measure_end(tsw_kept *kept);

/**
 * Must the next setup be full, because cycles were too many, were never measured, or two solves in
 * a row had a full setup within?
 */
bool tsw_measure_is_bad(const tsw_solver *record, const tsw_kept *kept);

/** After a setup. */
void tsw_measure_setup(tsw_kept *kept, bool full);
