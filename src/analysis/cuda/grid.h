/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Grids (analysis/grid.h) in the pattern of a device block. Arrays of graphs are device arrays. */
#pragma once

#include <trisweep.h>

#include "analysis/graph.h"
#include "analysis/grid.h"

TRISWEEP_BEGIN_C

/** Limits of the line and the plane of a row in the numbers of tsw_grid_places. */
enum
{
   TSW_GRID_LINE_BITS = 15,
   TSW_GRID_LINES = 1 << TSW_GRID_LINE_BITS, /* at most */
   TSW_GRID_PLANES = 1 << 16
};

/** Look for the classes in a sample of the rows of a lower triangle. OK, MEMORY, CUDA. */
trisweep_status tsw_grid_find(const tsw_graph *lower, void *stream, tsw_grid *grid);

/**
 * The line and the plane of each row: the most steps to another line, and to another plane, on a
 * path to the row; never less than in a row that the row depends on. place, device [n_rows]:
 * plane << TSW_GRID_LINE_BITS | line, each at most its limit - 1. OK, MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_grid_places(const tsw_graph *lower, const tsw_grid *grid, void *stream,
                                int32_t *place);

TRISWEEP_END_C
