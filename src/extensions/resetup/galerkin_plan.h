/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * All that P^T A P needs beside the values of A, for matrices in host memory: made once for a
 * hierarchy, which keeps its interpolations. A rank computes the rows of its own coarse points, and
 * its part of the rows of other ranks, which these add.
 */
#pragma once

#include "hypre/plug.h"

typedef struct tsw_galerkin_plan tsw_galerkin_plan;

/**
 * Make the plan of the product c = P^T A P, whose pattern c has. NULL on all ranks: a rank has no
 * memory for arrays of the plug, or a row of a rank has an entry that c has not. hypre ends the
 * program if it has no memory for its matrices. Collective.
 */
tsw_galerkin_plan *tsw_galerkin_plan_create(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
                                            hypre_ParCSRMatrix *c);

/** Compute the values of c. False: a row of this rank has an entry that c has not. Collective. */
bool tsw_galerkin_plan_run(tsw_galerkin_plan *plan, hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
                           hypre_ParCSRMatrix *c);

/** Free a plan and set the pointer to NULL. NULL is allowed. */
void tsw_galerkin_plan_free(tsw_galerkin_plan **plan);
