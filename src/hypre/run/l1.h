/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/state/level.h"

/**
 * Norms of hypre's type 88 for hypre before 2.30: level->own_l1. With a marker, only
 * couplings between points of the same kind count, as in C/F relaxation. Collective.
 */
void tsw_l1_compute(tsw_level *level, const HYPRE_Int *cf_marker);

/** The marker that the norms of level k of a hierarchy need; NULL for none. */
const HYPRE_Int *tsw_l1_marker(const hypre_ParAMGData *amg, int k);
