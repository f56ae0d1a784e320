/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Choices for few colours that depend on the finest level. */
#pragma once

#include "hypre/state/registry.h"

/**
 * Does DILU in the order of few colours replace ILU(0) or DILU? With ordering=auto only if the
 * finest level is large: on a small level natural order takes fewer iterations, and its longest
 * chain of dependent rows is short.
 */
bool tsw_few_color_factors(const tsw_solver *solver, hypre_ParCSRMatrix *finest);

/** The number of few colours of all levels; 0: by the pattern of each level. */
int32_t tsw_few_colors(const tsw_solver *solver, hypre_ParCSRMatrix *finest);
