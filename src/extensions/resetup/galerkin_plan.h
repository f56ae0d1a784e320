/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * All that P^T A P needs beside the values of A, for matrices in host memory: made once for a
 * hierarchy, which keeps its interpolations. A rank computes the rows of its own coarse points, and
 * its part of the rows of other ranks, which these add.
 */
#pragma once

#include "extensions/resetup/galerkin.h"

/** The neighbours in one direction, with a range of entries for each. */
typedef struct tsw_neighbours
{
   int  n;
   int *ranks; /* [n] */
   int *begin; /* [n + 1] */
} tsw_neighbours;

typedef struct tsw_galerkin_plan
{
   tsw_part        pt, pt_offd; /* transposes of the parts of P */
   tsw_part        p;           /* on several ranks: rows of the columns of A */
   tsw_part        foreign;     /* this rank's part of the rows of other ranks */
   HYPRE_Int      *offd_col;    /* columns of P of the off-process columns of c */
   tsw_row_scratch scratch;
   tsw_neighbours  to, from; /* of foreign, of received */
   double         *received;
   HYPRE_Int      *place;    /* of each received entry: in diag of c, then in offd */
   MPI_Request    *requests; /* NULL on one rank */
} tsw_galerkin_plan;

/**
 * Make the plan of the product c = P^T A P, whose pattern c has (galerkin_make.c). NULL on all
 * ranks: a rank has no memory, or a row of a rank has an entry that c has not. Collective.
 */
tsw_galerkin_plan *tsw_galerkin_plan_create(hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
                                            hypre_ParCSRMatrix *c);

/** A and P of a plan. */
tsw_galerkin_factors tsw_galerkin_plan_factors(const tsw_galerkin_plan  *plan,
                                               const hypre_ParCSRMatrix *a,
                                               const hypre_ParCSRMatrix *p);

/** The rows of c on this rank. */
tsw_product_rows tsw_galerkin_plan_rows(const tsw_galerkin_plan *plan, const hypre_ParCSRMatrix *c);

/** Compute the values of c. False: a row of this rank has an entry that c has not. Collective. */
bool tsw_galerkin_plan_run(tsw_galerkin_plan *plan, hypre_ParCSRMatrix *a, hypre_ParCSRMatrix *p,
                           hypre_ParCSRMatrix *c);

/** Free a plan and set the pointer to NULL. NULL is allowed. */
void tsw_galerkin_plan_free(tsw_galerkin_plan **plan);
