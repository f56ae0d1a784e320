/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/level.h"

/** A vector, or several stored one after the other. */
typedef struct tsw_columns
{
   double   *data;
   HYPRE_Int n;      /* number of vectors */
   HYPRE_Int stride; /* from one to the next */
} tsw_columns;

/**
 * Fetch the values of x that other ranks own into level->external, column by
 * column. Every rank of the matrix calls, whatever became of its level.
 */
void tsw_halo_exchange(tsw_level *level, tsw_columns x);

/** out = in less the off-process part of A times the values fetched; out may be in. */
void tsw_halo_subtract(const tsw_level *level, tsw_columns in, tsw_columns out);

/**
 * Right-hand side of the local block: f less the off-process part of A times the values
 * fetched, in level->rhs, columns *stride apart; or f itself where nothing is off-process.
 */
const double *tsw_halo_rhs(tsw_level *level, tsw_columns f, HYPRE_Int *stride);
