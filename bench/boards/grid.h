/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Grids found on the host: a column of the sweep board, and the reference of tests. */
#pragma once

#include "analysis/graph.h"
#include "analysis/grid.h"

TRISWEEP_BEGIN_C

/** Look for the classes of distances in all rows of a lower triangle in host memory. */
tsw_grid tsw_bench_grid(const tsw_graph *lower);

TRISWEEP_END_C
