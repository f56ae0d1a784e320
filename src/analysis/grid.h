/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Recognition of grids in three dimensions, numbered line by line and plane by plane, from the
 * pattern alone (trisweep). The distances i - j of dependent rows fall into three separate classes:
 * neighbours in a line, in a plane, and in the next plane.
 */
#pragma once

#include <stdint.h>

#include <trisweep.h>

#include "analysis/graph.h"

TRISWEEP_BEGIN_C

/** A neighbour is in another line from distance 2^line on, in another plane from 2^plane on. */
typedef struct tsw_grid
{
   int line; /* both 0: no such grid */
   int plane;
} tsw_grid;

/** The grid of a set of distances. Bit k: some distance is between 2^k and 2^(k+1) - 1. */
tsw_grid tsw_grid_of(uint32_t distances);

/** Limits of the line and the plane of a row in the numbers of tsw_grid_levels. */
enum
{
   TSW_GRID_LINE_BITS = 15,
   TSW_GRID_LINES = 1 << TSW_GRID_LINE_BITS, /* at most */
   TSW_GRID_PLANES = 1 << 16
};

/** Look for the classes in a sample of the rows of a device triangle. OK, MEMORY, CUDA. */
trisweep_status tsw_grid_find(const tsw_graph *lower, void *stream, tsw_grid *grid);

/**
 * The level of each row, from 0, and its line and plane: the most steps to another line, and to
 * another plane, on a path to the row; never less than in a row that the row depends on. level and
 * point: device [n_rows]; point is plane << TSW_GRID_LINE_BITS | line, each at most its limit - 1.
 * OK, MEMORY, CUDA, TIMEOUT.
 */
trisweep_status tsw_grid_levels(const tsw_graph *lower, const tsw_grid *grid, void *stream,
                                int32_t *level, int32_t *point);

TRISWEEP_END_C
