/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_SOLVE_ADVICE_H
#define TSW_TOOLS_SOLVE_ADVICE_H

#include "tools/solve/run.h"

/** Print the best smoother by column, the hypre calls that select it, and a line of advice. */
void tsw_print_advice(const tsw_solve_options *options, const tsw_result *result, int n_results);

#endif
