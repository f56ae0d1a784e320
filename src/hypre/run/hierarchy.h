/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a solver holds for its hierarchy, from the options of a setup to the end of the process. */
#pragma once

#include "hypre/state/registry.h"

/** The options of the next setup, ordering=auto for 2000 + t. What is wrong, or "". */
const char *tsw_solver_settle_options(tsw_solver *solver);

/** Take a matrix as guest, analysed. */
tsw_level *tsw_solver_add_guest(tsw_solver *solver, hypre_ParCSRMatrix *matrix, int k);

/** Drop all guests. */
void tsw_solver_drop_guests(tsw_solver *solver);

/** Drop the levels from k on. */
void tsw_solver_trim(tsw_solver *solver, int k);

/** A BoomerAMG object is about to go: report, and forget it and its nested coarse solver. */
void tsw_registry_forget_solver(void *amg);

/** A matrix is about to go: let go of it everywhere. */
void tsw_registry_forget_matrix(const hypre_ParCSRMatrix *matrix);

/** The process ends: report and free what is left. */
void tsw_registry_clear(void);
