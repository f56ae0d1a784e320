/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Recognition of singular matrices. hypre eliminates on the coarsest level of such a matrix, and
 * null_space.h corrects the result.
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
