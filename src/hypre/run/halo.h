/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Values of other ranks for matrices in host memory; device_halo.h is for device memory. */
#pragma once

#include "hypre/state/level.h"

/** One or several vectors, stored as the columns of a dense matrix. */
typedef struct tsw_columns
{
   double   *data;
   HYPRE_Int n;      /* number of vectors */
   HYPRE_Int stride; /* distance of two vectors in values */
} tsw_columns;

/**
 * Allocate the buffers for sweeps of one vector. False: no memory. Called at the end of a setup,
 * where the ranks agree on a failure; in a sweep other ranks wait for the values of this rank.
 */
bool tsw_halo_reserve(tsw_level *level);

/** Exchange values of x with other ranks; received values go to level->external. Collective. */
void tsw_halo_exchange(tsw_level *level, tsw_columns x);

/** out = in minus the off-process part of A times level->external; out may be in. */
void tsw_halo_subtract(const tsw_level *level, tsw_columns in, tsw_columns out);

/**
 * f minus the off-process part of A times level->external, with column stride *stride: stored in
 * level->rhs, or f.data if the rank has no off-process columns. Without memory for level->rhs the
 * level fails (tsw_level_fail) and the result is NULL.
 */
const double *tsw_halo_rhs(tsw_level *level, tsw_columns f, HYPRE_Int *stride);
