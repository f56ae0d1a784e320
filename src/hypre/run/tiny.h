/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Setups of tiny systems take microseconds, and the plug's records of their levels would take as
 * long as hypre's own work. hypre smooths such systems by its own types, which have the same
 * iterates.
 */
#pragma once

#include "hypre/state/registry.h"

/**
 * Is the system, with the active methods of the solver, left to hypre: fewer than 220 rows in host
 * memory, one right-hand side (f may be NULL), for which alone hypre's sweeps are right, and
 * methods that are the types that the user has set in hypre?
 */
bool tsw_is_tiny(const tsw_solver *solver, hypre_ParCSRMatrix *matrix, const hypre_ParVector *f);
