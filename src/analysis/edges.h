/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The sweep graph of a host block in natural order: what is coupled by a_ij or by a_ji. */
#pragma once

#include "analysis/graph.h"
#include "base/memory.h"

typedef struct tsw_edges
{
   tsw_graph graph; /* of the two arrays below, which belong to it; row i lists each earlier j */
   int32_t  *row_ptr;
   int32_t  *col_idx; /* of a row in no particular order; coupled both ways, j stands twice */
} tsw_edges;

/** Find them in a valid block. Free with tsw_edges_free, also after a failure. OK, MEMORY. */
trisweep_status tsw_edges_find(const trisweep_csr *a, tsw_memory *owner, tsw_edges *edges);

void tsw_edges_free(tsw_memory *owner, tsw_edges *edges);
