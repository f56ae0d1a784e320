/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_SOLVE_REPORT_H
#define TSW_TOOLS_SOLVE_REPORT_H

#include "tools/solve/run.h"

/** "hypre 6", "trisweep 1013/1014", ... */
void tsw_result_name(const tsw_result *result, char *name, size_t size);

/** Print on rank 0. */
void tsw_print_problem(const tsw_solve_options *options, const tsw_facts *facts, int n_ranks);
void tsw_print_header(void);
void tsw_print_result(const tsw_result *result, int i);
void tsw_print_notes(const tsw_solve_options *options, const tsw_result *result, int n_results);

#endif
