/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Recognition of singular matrices. hypre eliminates on the coarsest level of such a matrix, and
 * null_space.h corrects the result.
 */
#pragma once

#include "hypre/plug.h"

/** Does no row of this rank show that the matrix does not map constants to zero? */
bool tsw_may_be_singular(hypre_ParCSRMatrix *matrix);
