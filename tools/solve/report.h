/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_SOLVE_REPORT_H
#define TSW_TOOLS_SOLVE_REPORT_H

#include "tools/solve/run.h"

/** "hypre 6", "trisweep 1013/1014", ... */
void tsw_result_name(const tsw_result *result, char *name, size_t size);

/** True if result i is trisweep's and result i - 1 is hypre's of the same smoother. */
bool tsw_result_pair(const tsw_result *result, int i);

/** Print on rank 0. hypre: the result that result is compared with, or NULL. */
void tsw_print_problem(const tsw_solve_options *options, const tsw_facts *facts, int n_ranks);
void tsw_print_header(void);
void tsw_print_result(const tsw_result *result, const tsw_result *hypre);
void tsw_print_notes(const tsw_solve_options *options, const tsw_result *result, int n_results);

#endif
