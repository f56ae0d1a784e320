/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Singular matrices: their recognition, and null vectors of the coarsest matrix. The elimination on
 * the coarsest level divides by a pivot that is rounding only: by that factor it enlarges the part
 * of the residual that no correction can change, itself rounding, of the matrix of the sweeps too
 * if they store floats, and adds it to the correction in the null space. From cycle to cycle x
 * grows until its rounding hides the residual. Both parts are taken out: they change no residual.
 */
#pragma once

#include "hypre/state/registry.h"

/** Does no row of this rank show that the matrix does not map constants to zero? */
bool tsw_may_be_singular(hypre_ParCSRMatrix *matrix);

/**
 * Set rows of coarse matrices that are rounding of zero to zero, if the matrix of the solver is
 * singular and the plug sweeps: a sweep would divide by the rounding. On the last level hypre
 * eliminates. Detaches the levels of such rows. Collective.
 */
void tsw_clear_negligible_rows_of(tsw_solver *solver);

/**
 * Before the elimination on the coarsest level, if the matrix of the solver is singular: take the
 * part along the null vectors of the transpose out of the residual. The first call after a setup
 * finds the null vectors. Collective. NULL is allowed.
 */
void tsw_null_space_begin(tsw_solver *solver, int coarsest);

/** After the elimination: take the part along the null vectors out of the correction. */
void tsw_null_space_end(tsw_solver *solver, int coarsest);

/** Forget the null vectors: another matrix. */
void tsw_null_space_drop(tsw_solver *solver);
