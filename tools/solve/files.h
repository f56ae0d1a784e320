/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_SOLVE_FILES_H
#define TSW_TOOLS_SOLVE_FILES_H

#include "tools/solve/run.h"

/** Write a file. Print a message and return false on a failure. */
bool tsw_write_json(const char *file, const tsw_solve_options *options, const tsw_facts *facts,
                    int n_ranks, const tsw_result *result, int n_results);
bool tsw_write_history(const char *file, const tsw_solve_options *options, int n_ranks,
                       const tsw_result *result, int n_results);

#endif
