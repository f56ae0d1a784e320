/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What hypre does with relax numbers of a preconditioner, where users expect otherwise. */
#pragma once

#include "hypre/state/registry.h"

/**
 * After a setup, on the rank that prints: a line, once a process, if the cycle preconditions
 * (at most one cycle) and is not symmetric.
 */
void tsw_symmetry_print(const tsw_solver *solver);
