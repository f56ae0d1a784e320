/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_SOLVE_COMPARE_H
#define TSW_TOOLS_SOLVE_COMPARE_H

#include "tools/common/machine.h"
#include "tools/solve/options.h"

/**
 * Compare hypre's smoothers with trisweep's on one problem: print a table and advice, write the
 * files. Collective. Returns an exit status.
 */
int tsw_compare(const tsw_solve_options *options, const tsw_machine *machine, int rank,
                int n_ranks);

#endif
