/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* l1 norms that hypre before 2.30 does not compute. */
#pragma once

#include "hypre/state/level.h"

/**
 * Compute the norms of type 88 in level->own_l1. With cf_marker, the norms include only couplings
 * between points of the same kind (C or F), as in C/F relaxation. Collective.
 */
void tsw_l1_compute(tsw_level *level, const HYPRE_Int *cf_marker);

/** The cf_marker for the norms of level k of a hierarchy, or NULL. */
const HYPRE_Int *tsw_l1_marker(const hypre_ParAMGData *amg, int k);
