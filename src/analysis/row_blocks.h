/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Blocks of consecutive rows and the wavefronts of blocks. Blocks of one wavefront are independent;
 * the rows of a block are swept in natural order, as stored. On a grid, a block is one or a few
 * grid lines, and the wavefronts are those of Lamport, over lines instead of points.
 */
#pragma once

#include <trisweep.h>

#include "block/packed.h"

enum
{
   TSW_BLOCK_ROWS = 64 /* measured: bench/results/cpu16-threads-2026-11-26.txt */
};

typedef struct tsw_row_blocks
{
   int64_t  n_blocks;
   int64_t  n_fronts;  /* wavefronts: levels of the graph of blocks */
   int32_t *start;     /* [n_blocks + 1] first row of each block */
   int32_t *front_ptr; /* [n_fronts + 1] where each wavefront starts in order */
   int32_t *order;     /* [n_blocks] blocks by wavefront, then ascending */
} tsw_row_blocks;

/**
 * Split the rows of a packed host block into blocks, ordered by wavefronts of the sweep graph
 * (levels.h). A block of min_rows rows or more ends before the first row that is not coupled to its
 * predecessor. Free blocks also after a failure. OK, MEMORY.
 */
trisweep_status tsw_row_blocks_compute(const tsw_packed *p, int64_t min_rows, tsw_memory *owner,
                                       tsw_row_blocks *blocks);

/** Free the arrays. */
void tsw_row_blocks_free(tsw_memory *owner, tsw_row_blocks *blocks);
