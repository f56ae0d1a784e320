/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Rows without a stored diagonal entry. hypre's host smoothers 3, 4 and 6 take the first entry of
 * such a row for the diagonal: they divide by it, and do not multiply it by x. The block that the
 * smoother gets has this entry in the column of the diagonal.
 */
#pragma once

#include "hypre/state/level.h"

/** Read the block of level->matrix; moves first entries of a host block without norms, factors. */
void tsw_level_take_block(tsw_level *level);
