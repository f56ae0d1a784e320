/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Recognition of singular matrices. A sweep that multiplies by stored reciprocals changes constants
 * by rounding, always in the same direction, and a residual from the sums of the sweep has a mean
 * of the size of this rounding. The coarsest level of a singular matrix, a division by rounding,
 * enlarges that mean in each cycle. Levels of such a matrix divide and multiply as hypre does.
 */
#pragma once

#include "hypre/plug.h"

/** Does no row of this rank show that the matrix does not map constants to zero? */
bool tsw_may_be_singular(hypre_ParCSRMatrix *matrix);
