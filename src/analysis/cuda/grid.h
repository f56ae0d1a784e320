/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Grids (analysis/grid.h) in the pattern of a device block. Arrays of graphs are device arrays.
 */
#pragma once

#include <trisweep.h>

#include "analysis/graph.h"
#include "analysis/grid.h"

TRISWEEP_BEGIN_C

/** A row's line and plane, as tsw_grid_places gives them in one number. */
enum
{
   TSW_GRID_LINE_BITS = 15,
   TSW_GRID_LINES = 1 << TSW_GRID_LINE_BITS, /* at most */
   TSW_GRID_PLANES = 1 << 16
};

/** Look for the classes in a sample of the rows of a lower triangle. OK, MEMORY, CUDA. */
trisweep_status tsw_grid_find(const tsw_graph *lower, void *stream, tsw_grid *grid);

/**
 * A line and a plane for each row that are not less than those of a row it depends on: steps
 * to another line and to another plane on the longest path to it. place, device [n_rows], is
 * plane << TSW_GRID_LINE_BITS | line; the last ones stand for all behind them, too. OK,
 * MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_grid_places(const tsw_graph *lower, const tsw_grid *grid, void *stream,
                                int32_t *place);

TRISWEEP_END_C
