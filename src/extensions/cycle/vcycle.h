/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * V-cycles by the plug in place of hypre_BoomerAMGCycle: the same sweeps, residuals and transfers,
 * with products by the plug and without filling vectors with zeros. Conditions: the hierarchy is in
 * device memory, of one rank or of ranks with a connection (extension.h), the last levels
 * run in one launch (coarse.h), all other levels sweep by few colours, and hypre stores the
 * transposed interpolation. A repeated cycle, except the way down on level 0, is recorded as a CUDA
 * graph, which later cycles launch.
 */
#pragma once

#include "extensions/offers.h"

/** Run a V-cycle with the vectors f, u of hypre's levels. False: hypre must run the cycle. */
bool tsw_vcycle(tsw_solver *solver, hypre_ParVector **f, hypre_ParVector **u);

/** Exchanges of the solver that exist, or NULL. */
const tsw_connection *tsw_vcycle_connection(const tsw_solver *solver);
