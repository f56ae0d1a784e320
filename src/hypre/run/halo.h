/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Values of other ranks: for matrices in host memory, and (device_halo.c) in device memory. */
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
 * Allocate the buffers for sweeps of one vector on this rank. False: no memory. Called in a setup,
 * where the ranks agree on failures later (tsw_report_agree).
 */
bool tsw_halo_reserve(tsw_level *level);

/**
 * Enlarge the buffers on all ranks for exchanges of n vectors, if the buffers are smaller. False on
 * all ranks if a rank has no memory: the level fails on all ranks. One reduction if the buffers are
 * smaller (the number of vectors and hypre's layout are the same on all ranks). Collective.
 */
bool tsw_halo_enlarge(tsw_level *level, HYPRE_Int n);

/**
 * Exchange values of x with other ranks; received values go to level->buffers.external. False on
 * all ranks, without an exchange, if a rank has no memory for the buffers (tsw_halo_enlarge).
 * Collective.
 */
bool tsw_halo_exchange(tsw_level *level, tsw_columns x);

/** out = in minus the off-process part of A times level->buffers.external; out may be in. */
void tsw_halo_subtract(const tsw_level *level, tsw_columns in, tsw_columns out);

/**
 * f minus the off-process part of A times level->buffers.external, with column stride *stride:
 * stored in level->buffers.rhs, or f.data if the rank has no off-process columns. An exchange of as
 * many vectors must precede.
 */
const double *tsw_halo_rhs(tsw_level *level, tsw_columns f, HYPRE_Int *stride);

/**
 * f minus the off-process part of A u, device vectors; column by column, each an exchange by the
 * carrier of the level or, without one, as hypre does: through the host unless hypre was built for
 * GPU-aware MPI. may_change_f: f is overwritten. Collective. *b: device memory with column stride
 * *stride, valid until the next call; f.data if may_change_f or without off-process columns, NULL
 * on a rank without rows. False, with a message, if CUDA failed or memory is out (on all ranks).
 */
bool tsw_device_rhs(tsw_level *level, tsw_columns u, tsw_columns f, bool may_change_f,
                    const double **b, HYPRE_Int *stride);

/** y = y + f - b, device, one column each. False, with a message, if CUDA failed. */
bool tsw_device_add_difference(const tsw_level *level, const double *f, const double *b, double *y);

/** y = y minus the off-process part of A u, as tsw_device_rhs. Collective. False if CUDA failed. */
bool tsw_device_subtract(tsw_level *level, const double *u, double *y);

/** tsw_level_reserve for device memory. */
bool tsw_device_reserve(double **buffer, size_t *size, size_t count);

/** Free the device buffers of a level. */
void tsw_device_free_buffers(tsw_level *level);
