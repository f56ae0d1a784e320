/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* l1 norms of hypre, and those that hypre before 2.30 does not compute. */
#pragma once

#include "hypre/state/level.h"

/**
 * Allocate level->loaded.own_l1 and buffers to exchange markers, once for each attach. False on all
 * ranks, with a message, if a rank has no memory: the level fails on all ranks. Collective.
 */
bool tsw_l1_reserve(tsw_level *level);

/**
 * After tsw_l1_reserve: compute the norms of type 88 in level->loaded.own_l1. With cf_marker, the
 * norms include only couplings between points of the same kind (C or F), as in C/F relaxation. All
 * ranks that have rows call this function.
 */
void tsw_l1_compute(tsw_level *level, const HYPRE_Int *cf_marker);

/** hypre's norms of level k of a hierarchy, or NULL. */
double *tsw_l1_of_hypre(const hypre_ParAMGData *amg, int k);

/** The cf_marker for the norms of level k of a hierarchy, or NULL. */
HYPRE_Int *tsw_l1_marker(const hypre_ParAMGData *amg, int k);
