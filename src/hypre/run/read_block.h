/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The block of a level that the smoother gets. */
#pragma once

#include "hypre/state/level.h"

/**
 * Read the block of the level's matrix. hypre's host smoothers 3, 4 and 6 take the first entry of a
 * row without a stored diagonal entry for the diagonal: they divide by it, and do not multiply it
 * by x. For sweeps without norms the block has this entry in the column of the diagonal. False,
 * with plan.status and plan.message, if there is no memory for the columns: the load will fail.
 */
bool tsw_level_read_block(tsw_level *level);

/**
 * Has hypre or the program replaced arrays of a host matrix that is swept in place, as a new
 * assembly of the matrix does? Then the level must be loaded again.
 */
bool tsw_level_has_moved(const tsw_level *level);
