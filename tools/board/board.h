/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Boards: setup and solve of generated problems, measured with options and smoothers that do not
 * change, so that results of different times and machines can be compared.
 */
#ifndef TSW_TOOLS_BOARD_BOARD_H
#define TSW_TOOLS_BOARD_BOARD_H

#include "tools/common/machine.h"
#include "tools/solve/options.h"

/** Run the board of the options: print rows, write the file. Collective. Returns an exit status. */
int tsw_board(const tsw_solve_options *options, const tsw_machine *machine, int rank, int n_ranks);

#endif
