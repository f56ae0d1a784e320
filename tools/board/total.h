/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Board total: setup and solve by new solvers in a warm process. */
#ifndef TSW_TOOLS_BOARD_TOTAL_H
#define TSW_TOOLS_BOARD_TOTAL_H

#include "tools/board/row.h"

/**
 * Measure all smoothers in turn on a problem: one warm-up round, then `repeat` rounds. A
 * measurement creates a new solver, sets up and solves, then sets up and solves with a second
 * matrix. All smoothers of a round use the same seed, each round another seed. A smoother with a
 * hypre error counts as not converged. options: those of tsw_board_options. Collective. Returns
 * false if an allocation fails, or if hypre reports an error with a smoother of trisweep: then the
 * measured sweeps were not trisweep's.
 */
bool tsw_total_run(const tsw_solve_options *options, const tsw_machine *machine, int n_rows,
                   tsw_row *row);

#endif
