/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_SOLVE_ARGUMENTS_H
#define TSW_TOOLS_SOLVE_ARGUMENTS_H

#include "tools/solve/options.h"

/**
 * Read the command line; task: if no option asks for another one. Rank 0 prints a fault. The result
 * is the same on all ranks.
 */
bool tsw_solve_options_read(int argc, char **argv, int rank, tsw_task task,
                            tsw_solve_options *options);

#endif
