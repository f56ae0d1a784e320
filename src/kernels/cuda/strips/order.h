/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The order of the rows in schedule strips: by strip or tile and level. */
#pragma once

#include "analysis/cuda/graph.h"
#include "kernels/cuda/strips/strips.h"

/** Device arrays, but for work_bytes. Rows of one strip and level are a group. */
typedef struct strips_order
{
   strips_tiles tiles;
   int          tile_lanes; /* of a team; 0: the strips are not these tiles */
   int32_t     *level;   /* [n_rows] by row */
   int32_t     *words;   /* the allocation in which the arrays stand */
   int32_t     *slot;    /* [n_rows] of each row in the lower triangle */
   int32_t     *bounds;  /* [n_strips + 1] slots at which strips begin */
   uint32_t    *key;     /* [n_rows] strip and level, by row */
   uint32_t    *sorted;  /* [n_rows] the same by slot */
   int32_t     *fed;     /* [n_rows + 1] rows, later groups by slot; behind them the longest row */
   int32_t     *start;   /* [n_groups + 1] slot at which a group begins */
   int32_t     *first;   /* [n_groups + 1] its first step */
   void        *work;
   size_t       work_bytes;
   int32_t      n_groups;
   int32_t      longest; /* entries of a row in a triangle */
} strips_order;

/**
 * Order the rows: by tiles, if the block is a grid and their lanes are not mostly idle; else
 * by strips, at most most of them. s is zeroed, to be freed also after a failure; its fed
 * counts the groups up to and with each slot. t: n_rows, n_strips as a first guess and room
 * for row are given; n_strips and row are set. OK, MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_strips_order(const tsw_packed *p, const tsw_graph_levels *levels, int most,
                                 cudaStream_t stream, strips_order *s, strips_triangle *t);

void tsw_strips_order_free(strips_order *s);
