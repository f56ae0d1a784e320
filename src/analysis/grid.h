/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Grids in three dimensions whose rows are numbered line by line and plane by plane, as the
 * pattern alone shows them (ours). In such a numbering the distances i - j of rows that depend on
 * one another fall into three classes far apart: neighbours in a line, in a plane, and in the
 * next plane.
 */
#pragma once

#include <stdint.h>

#include "analysis/graph.h"

TRISWEEP_BEGIN_C

/** A neighbour is in another line from distance 2^line on, in another plane from 2^plane on. */
typedef struct tsw_grid
{
   int line; /* both 0: no such grid */
   int plane;
} tsw_grid;

/**
 * The classes are runs of distances between which a power of two is missing.
 *
 * @param distances  bit k: there are some from 2^k to 2^(k+1) - 1
 */
tsw_grid tsw_grid_of(uint32_t distances);

/** Look for the classes in all rows of a lower triangle on the host. */
tsw_grid tsw_grid_find_host(const tsw_graph *lower);

TRISWEEP_END_C
