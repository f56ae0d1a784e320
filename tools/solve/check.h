/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_SOLVE_CHECK_H
#define TSW_TOOLS_SOLVE_CHECK_H

#include "tools/solve/options.h"

/**
 * Set what follows from several options, and check the options against each other. On failure
 * fault is the text of the reason.
 */
bool tsw_solve_options_check(tsw_solve_options *options, char *fault, size_t size);

#endif
