/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The sweep graph of a device block: row i follows each earlier j with a_ij or
 * a_ji stored (analysis/levels.h). It is the lower triangle if the pattern is
 * symmetric, else the union of that and the transposed upper triangle.
 */
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
 * Find the sweep graph.
 *
 * @param[in]     lower   device, columns ascending; must outlive the result
 * @param[in]     upper   device, columns descending
 * @param[in]     stream  cudaStream_t of the work, which is finished when the call returns
 * @param[in,out] owner   account of the memory
 * @param[out]    s       free it with tsw_sweep_graph_free, also after a failure
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_sweep_graph_find(const tsw_graph *lower, const tsw_graph *upper, void *stream,
                                     tsw_memory *owner, tsw_sweep_graph *s);

void tsw_sweep_graph_free(tsw_memory *owner, tsw_sweep_graph *s);

TRISWEEP_END_C
