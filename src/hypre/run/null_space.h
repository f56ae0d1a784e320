/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Null vectors of the coarsest matrix of a singular system. The elimination on the coarsest level
 * divides by a pivot that is rounding only, so that the part of the correction in the null space is
 * a mean of the residual, itself rounding, times an arbitrary factor. From cycle to cycle this part
 * grows, if the factor is large, until its rounding hides the residual. It changes no residual: it
 * is taken out of the correction after each elimination.
 */
#pragma once

#include "hypre/state/registry.h"

/**
 * Take the part in the null space out of the correction on the coarsest level, if the matrix of the
 * solver is singular. The first call after a setup finds the null vectors. Collective. NULL is
 * allowed.
 */
void tsw_null_space_remove(tsw_solver *solver, int coarsest);

/** Forget the null vectors: another matrix. */
void tsw_null_space_drop(tsw_solver *solver);
