/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_SOLVE_ROWS_H
#define TSW_TOOLS_SOLVE_ROWS_H

#include "examples/assembly.h"
#include "tools/matrix/read.h"
#include "tools/solve/options.h"

/** Send the rows of the matrix from rank 0 to their ranks. Collective. */
bool tsw_rows_scatter(const tsw_file_matrix *a, const tsw_facts *facts, int block, rows *s);

/** Fill in the right-hand side. Collective. */
bool tsw_rows_rhs(const tsw_solve_options *options, tsw_facts *facts, rows *s);

#endif
