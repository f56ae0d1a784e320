/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Partition of a triangle's graph, and the time slots of its edges (Picciau et al. 2016). */
#pragma once

#include <trisweep.h>

#include "analysis/graph.h"
#include "base/memory.h"

TRISWEEP_BEGIN_C

/**
 * Sub-graphs ("parts") in an order of solution. The edges of a part end in rows of the part: first
 * outer edges, from earlier parts, then inner edges. Edges of one slot end in different rows; edges
 * of an inner slot start in rows that earlier slots completed.
 */
typedef struct tsw_partition
{
   int32_t  n_parts;
   int32_t  n_levels;
   int32_t *level_ptr; /* [n_levels + 1] parts of a level do not depend on each other */
   int32_t *part_ptr;  /* [n_parts + 1] where each part starts in row */
   int32_t *row;       /* [n_rows] rows by part */
   int32_t *part_slot; /* [2 n_parts + 1] outer slots of part s from 2 s, inner from 2 s + 1 */
   int32_t *slot_ptr;  /* [part_slot[2 n_parts] + 1] where each slot starts in the edges */
   int32_t *target;    /* [nnz] row where the edge ends, as index in its part */
   int32_t *source;    /* [nnz] row where the edge starts; of inner edges, as index in the part */
   int32_t *entry;     /* [nnz] the edge's entry in the triangle */
} tsw_partition;

/** Partition a triangle (Alg. 3 to 5) into parts of at most most_rows rows. OK, MEMORY. */
trisweep_status tsw_partition_find(const tsw_graph *g, int64_t most_rows, tsw_memory *owner,
                                   tsw_partition *p);

void tsw_partition_free(tsw_memory *owner, tsw_partition *p);

/**
 * Assign each row to a part of at most most_rows rows (Alg. 3). Edges end in the same or in a later
 * part. part: [n_rows], from 0. OK, MEMORY.
 */
trisweep_status tsw_associate_rows(const tsw_graph *g, int64_t most_rows, int32_t *part,
                                   int32_t *n_parts);

TRISWEEP_END_C
