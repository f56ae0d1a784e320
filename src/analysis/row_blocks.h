/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Blocks of consecutive rows and the wavefronts over them. Because a block is a
 * range of rows in natural order, the graph of blocks has no cycle, each block
 * is swept in natural order as it stands in memory, and blocks of one wavefront
 * are independent. On a grid a block is a line or a few, and the wavefronts are
 * those of Lamport's hyperplane method over lines instead of points.
 */
#pragma once

#include <trisweep.h>

#include "base/memory.h"

typedef struct tsw_row_blocks
{
   int64_t  n_blocks;
   int64_t  n_fronts;  /* wavefronts: levels of the graph of blocks */
   int32_t *start;     /* [n_blocks + 1] first row of each block */
   int32_t *front_ptr; /* [n_fronts + 1] where each wavefront starts in order */
   int32_t *order;     /* [n_blocks] blocks by wavefront, ascending within one */
} tsw_row_blocks;

/**
 * Cut the rows into blocks and order the blocks by wavefronts of the sweep
 * graph (levels.h). A block ends at a row that is not coupled to the row before
 * it, as soon as it has min_rows rows; a cut elsewhere would chain the blocks.
 *
 * @param[in]     a         validated host block, pattern only
 * @param[in]     min_rows  least rows of a block, at least 1
 * @param[in,out] owner     account of the memory
 * @param[out]    blocks    free it with tsw_row_blocks_free, also after a failure
 * @return OK, MEMORY
 */
trisweep_status tsw_row_blocks_compute(const trisweep_csr *a, int64_t min_rows,
                                       tsw_memory *owner, tsw_row_blocks *blocks);

/** Free the arrays and zero the struct. */
void tsw_row_blocks_free(tsw_memory *owner, tsw_row_blocks *blocks);
