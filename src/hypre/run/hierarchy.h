/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Operations on the levels of a solver: options, extra levels, destruction. */
#pragma once

#include "hypre/state/agree.h"
#include "hypre/state/registry.h"

/**
 * Use the options that were set since the last setup. False: they are wrong, which
 * tsw_solver_agree reports.
 */
bool tsw_solver_update_options(tsw_solver *solver);

/** Do all ranks have the same active types, without obstacles? Collective. See tsw_agree. */
tsw_agree_result tsw_solver_agree(tsw_solver *solver, hypre_ParCSRMatrix *matrix, uint64_t *words,
                                  char *why);

/**
 * Add an extra level for a matrix (registry.h), and analyse the matrix. NULL on all ranks if a rank
 * has no memory. Collective.
 */
tsw_level *tsw_solver_add_extra_level(tsw_solver *solver, hypre_ParCSRMatrix *matrix);

/** Load level 0 and the extra levels again where values have changed in place. Not collective. */
void tsw_solver_refresh_values(tsw_solver *solver);

/** Load the values of every level again. False if a load failed on any rank. Collective. */
bool tsw_solver_reload(tsw_solver *solver);

/** Free what depends on the hierarchy: recorded cycles, exchanges, coarse and extra levels. */
void tsw_solver_drop_hierarchy(tsw_solver *solver);

/** Free the levels k, k + 1, ... */
void tsw_solver_drop_levels(tsw_solver *solver, int k);

/** Free a record that is not in the registry. */
void tsw_solver_free(tsw_solver *solver);

/** Report a record that is not in the registry, and free it. */
void tsw_solver_destroy(tsw_solver *solver);

/** hypre destroys a BoomerAMG object: report and free its record and its coarse solver's record. */
void tsw_registry_forget_solver(void *amg);

/** hypre destroys a matrix: detach its levels, and free those that exist for this matrix only. */
void tsw_registry_forget_matrix(const hypre_ParCSRMatrix *matrix);

/** The process ends: report and free all records. */
void tsw_registry_clear(void);
