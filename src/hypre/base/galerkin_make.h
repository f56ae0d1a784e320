/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The making of the plans of galerkin_plan.h. */
#pragma once

#include "hypre/base/galerkin_plan.h"

/**
 * Make the plan of the product c = P^T A P, whose pattern c has. NULL on all ranks: a rank has no
 * memory, or a row of a rank has an entry that c has not. Collective.
 */
tsw_galerkin_plan *tsw_galerkin_plan_create(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
                                            hypre_ParCSRMatrix *c);
