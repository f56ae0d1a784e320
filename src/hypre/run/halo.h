/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/state/level.h"

/** A vector, or several stored one after the other. */
typedef struct tsw_columns
{
   double   *data;
   HYPRE_Int n;      /* number of vectors */
   HYPRE_Int stride; /* from one to the next */
} tsw_columns;

/** Fetch other ranks' values of x into level->external. Every rank of the matrix calls. */
void tsw_halo_exchange(tsw_level *level, tsw_columns x);

/** out = in less the off-process part of A times the values fetched; out may be in. */
void tsw_halo_subtract(const tsw_level *level, tsw_columns in, tsw_columns out);

/** f less the off-process part, in level->rhs, columns *stride apart; or f itself. */
const double *tsw_halo_rhs(tsw_level *level, tsw_columns f, HYPRE_Int *stride);
