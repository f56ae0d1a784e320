/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The sweep graph of a host block in natural order: neighbours have a_ij or a_ji stored. */
#pragma once

#include "analysis/graph.h"
#include "base/memory.h"

typedef struct tsw_edges
{
   tsw_graph graph; /* made of the two arrays below; row i lists each earlier neighbour j */
   int32_t  *row_ptr;
   int32_t  *col_idx; /* unsorted within a row; j appears twice if both entries are stored */
} tsw_edges;

/** Find the edges of a valid block. Free with tsw_edges_free, also after a failure. OK, MEMORY. */
trisweep_status tsw_edges_find(const trisweep_csr *a, tsw_memory *owner, tsw_edges *edges);

void tsw_edges_free(tsw_memory *owner, tsw_edges *edges);
