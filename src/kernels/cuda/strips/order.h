/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The order of the rows in schedule strips: by strip or tile and level. */
#pragma once

#include "analysis/cuda/graph.h"
#include "kernels/cuda/strips/strips.h"

/** All arrays are on the device. The rows of one strip and level are a group. */
typedef struct strips_order
{
   strips_tiles   tiles;
   int            tile_lanes; /* lanes of a team; 0: strips of consecutive rows, no tiles */
   const int32_t *level;      /* [n_rows] by row */
   int32_t       *words;      /* the allocation that holds the arrays below */
   int32_t       *slot;       /* [n_rows] slot (strips.h) of each row in the lower triangle */
   int32_t       *bounds;     /* [n_strips + 1] slots at which strips begin */
   uint32_t      *key;        /* [n_rows] strip and level, by row */
   uint32_t      *sorted;     /* [n_rows] the same by slot */
   int32_t       *group; /* [n_rows] by slot: number of groups so far; first the rows to sort */
   int32_t       *start; /* [n_groups + 1] slot at which a group begins */
   int32_t       *first; /* [n_groups + 1] first step of a group */
   void          *work;
   size_t         work_bytes;
   int32_t        n_groups;
} strips_order;

/**
 * Order the rows by tiles if the block is a grid and tiles leave few lanes idle, else by at most
 * most strips. The caller zeroes s, sets n_rows and a first guess of n_strips in t, and allocates
 * row. n_strips and row are set. s->group counts the groups up to and including each slot. Free s
 * also after a failure. OK, MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_strips_order(const tsw_packed *p, const tsw_graph_levels *levels, int most,
                                 cudaStream_t stream, strips_order *s, strips_triangle *t);

void tsw_strips_order_free(strips_order *s);
