/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The sweep graph (analysis/levels.h): the lower triangle, with the transposed upper if need be. */
#pragma once

#include "analysis/graph.h"
#include "base/memory.h"

TRISWEEP_BEGIN_C

typedef struct tsw_sweep_graph
{
   tsw_graph graph;   /* device arrays: the lower triangle's, or those below */
   int32_t  *row_ptr; /* NULL if the pattern is symmetric */
   int32_t  *col_idx;
} tsw_sweep_graph;

/**
 * Find the sweep graph. Columns of lower ascend, those of upper descend; lower must outlive
 * the result. The work on the stream is finished on return. To be freed also after a failure.
 * OK, MEMORY, CUDA.
 */
trisweep_status tsw_sweep_graph_find(const tsw_graph *lower, const tsw_graph *upper, void *stream,
                                     tsw_memory *owner, tsw_sweep_graph *s);

void tsw_sweep_graph_free(tsw_memory *owner, tsw_sweep_graph *s);

TRISWEEP_END_C
