/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_MATRIX_INSPECT_H
#define TSW_TOOLS_MATRIX_INSPECT_H

#include "tools/matrix/read.h"

/** Refuse NaN and infinite entries, store a zero for each missing diagonal entry, fill in facts. */
bool tsw_inspect(const char *name, tsw_file_matrix *a, tsw_facts *facts);

/** Replace a by the Laplacian of the graph of its pattern, plus shift times the mean degree. */
bool tsw_graph_laplacian(tsw_file_matrix *a, double shift, tsw_facts *facts);

#endif
