/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Recognition of grids in three dimensions, numbered line by line and plane by plane, from the
 * pattern alone (trisweep). The distances i - j of dependent rows fall into three separate classes:
 * neighbours in a line, in a plane, and in the next plane.
 */
#pragma once

#include <stdint.h>

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** A neighbour is in another line from distance 2^line on, in another plane from 2^plane on. */
typedef struct tsw_grid
{
   int line; /* both 0: no such grid */
   int plane;
} tsw_grid;

/** The grid of a set of distances. Bit k: some distance is between 2^k and 2^(k+1) - 1. */
tsw_grid tsw_grid_of(uint32_t distances);

TRISWEEP_END_C
