/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Host matrices are swept in place at first, over hypre's own arrays, which needs no copy. A packed
 * copy makes a cycle 1.1 to 1.6 times as fast, but packing takes as long as 20 to 90 cycles: a
 * level is packed after as many sweeps as pay for the copy.
 */
#pragma once

#include "hypre/state/level.h"

/** Count sweeps of a level, and pack the level when they suffice. Same calls on all ranks. */
void tsw_pack_when_due(tsw_level *level, int n_sweeps);
