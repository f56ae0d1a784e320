/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The sweep graph (analysis/levels.h): the lower and the transposed upper triangle. */
#pragma once

#include "analysis/graph.h"
#include "base/memory.h"

TRISWEEP_BEGIN_C

typedef struct tsw_sweep_graph
{
   tsw_graph graph;   /* device arrays: of the lower triangle, or the two below */
   int32_t  *row_ptr; /* NULL if the pattern is symmetric */
   int32_t  *col_idx;
} tsw_sweep_graph;

/**
 * Find the sweep graph. Columns of lower ascend, columns of upper descend. Keep the arrays of lower
 * as long as s. The work on the stream is finished on return. Free s also after a failure.
 * OK, MEMORY, CUDA.
 */
trisweep_status tsw_sweep_graph_find(const tsw_graph *lower, const tsw_graph *upper, void *stream,
                                     tsw_memory *owner, tsw_sweep_graph *s);

void tsw_sweep_graph_free(tsw_memory *owner, tsw_sweep_graph *s);

TRISWEEP_END_C
