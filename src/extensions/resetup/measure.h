/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How well a hierarchy renewed by values converges: the cycles of a solve, compared with those
 * after the last full setup. Where the plug knows no solves (a Krylov method of another library),
 * all cycles since the setup count as one solve.
 */
#pragma once

#include "extensions/resetup/kept.h"
#include "hypre/extension.h"

/** A cycle of a solver begins. */
void tsw_measure_cycle(const void *amg);

/** A solve begins: the cycles before belong to another one. */
void tsw_measure_begin(const void *amg);

/**
 * A solve with matrix a ends. If it has failed after a setup by values, and the last one after a
 * full setup has not, the next setup is full.
 */
void tsw_measure_solve(const void *amg, const hypre_ParCSRMatrix *a, bool failed);

/** Before a setup: take the cycles since the last one into account. */
void tsw_measure_end(tsw_kept *kept);

/** Must the next setup be full, because cycles were too many, or were never measured? */
bool tsw_measure_is_bad(const tsw_solver *record);

/** After a setup. */
void tsw_measure_setup(tsw_kept *kept, bool full);
