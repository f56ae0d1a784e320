/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Matrices of several ranks, gathered in host memory on all ranks. */
#pragma once

#include "hypre/plug.h"

/** Matrices to gather, and device vectors with a value for each row of a matrix, or NULL. */
typedef struct tsw_gather_input
{
   hypre_ParCSRMatrix *matrix;
   const double       *vector;
} tsw_gather_input;

/** A gathered matrix, with global column numbers, and its vector. */
typedef struct tsw_gathered
{
   trisweep_csr csr;
   double      *vector; /* NULL if there is none */
} tsw_gathered;

/**
 * Gather n matrices. gathered [n] must be freed also after a failure. False on all ranks: a rank is
 * out of memory. Collective.
 */
bool tsw_gather(MPI_Comm comm, const tsw_gather_input *inputs, int n, tsw_gathered *gathered);

void tsw_gathered_free(tsw_gathered *gathered, int n);
