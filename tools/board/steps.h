/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Board steps: time steps with other values of a matrix, each with a setup and a solve. */
#ifndef TSW_TOOLS_BOARD_STEPS_H
#define TSW_TOOLS_BOARD_STEPS_H

#include "tools/board/row.h"

/**
 * Run the steps of all rows, one solver after the other: each step sets up and solves from x = 0.
 * The first steps run once before, to warm up the process. All solvers of a step use the same seed.
 * options: those of tsw_board_options. Collective. Returns false if an allocation fails, or if
 * hypre reports an error with a smoother of trisweep.
 */
bool tsw_board_steps(const tsw_solve_options *options, const tsw_machine *machine,
                     tsw_change change, int n_rows, tsw_row *row);

#endif
