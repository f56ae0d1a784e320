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

/**
 * Look for the classes in a sample of the rows.
 *
 * @param[in]  lower   a lower triangle
 * @param[in]  stream  cudaStream_t of the work, which is finished when the call returns
 * @param[out] grid    what was found
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_grid_find(const tsw_graph *lower, void *stream, tsw_grid *grid);

/**
 * A line and a plane for each row such that neither is less than that of a row it depends on: the
 * longest paths to it, counted in steps to another line and in steps to another plane. On a grid
 * of seven points the coordinates; where there are diagonal neighbours, lines are skewed.
 *
 * @param[in]  lower   a lower triangle
 * @param[in]  grid    found in it
 * @param[in]  stream  as above
 * @param[out] place   device [n_rows] plane << TSW_GRID_LINE_BITS | line; the last ones stand for
 *                     all behind them, too
 * @return OK, MEMORY, CUDA, TIMEOUT
 */
trisweep_status tsw_grid_places(const tsw_graph *lower, const tsw_grid *grid, void *stream,
                                int32_t *place);

TRISWEEP_END_C
