/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Properties of a block that decide about the schedule. */
#pragma once

#include "analysis/grid.h"
#include "block/packed.h"
#include "kernels/schedule.h"

TRISWEEP_BEGIN_C

/** Find longest_row, grid and n_rows of a device block. OK, MEMORY, CUDA. */
trisweep_status tsw_measure_block(const tsw_packed *p, void *stream, tsw_shape *shape,
                                  tsw_grid *grid);

TRISWEEP_END_C
