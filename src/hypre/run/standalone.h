/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Standalone matrices: hypre's relax function gets them outside of BoomerAMG, from MGR, AMS or ADS,
 * with a number 1000 + t or a replaced type. Their first sweep analyses them. The first sweep after
 * a setup of MGR, AMS or ADS, or after trisweep_hypre_update(NULL), reads the values again.
 */
#pragma once

#include "hypre/state/level.h"

/**
 * The record of a matrix, loaded; a new record with ordering=auto on demand. NULL on all ranks,
 * with hypre's error flag set, if a rank has no memory. Collective.
 */
tsw_level *tsw_standalone_level(hypre_ParCSRMatrix *matrix, bool auto_order);

/** The values of all standalone matrices may have changed: read them again before a sweep. */
void tsw_standalone_new_values(void);

/** Free the levels of all standalone matrices, when the process ends. */
void tsw_standalone_clear(void);
