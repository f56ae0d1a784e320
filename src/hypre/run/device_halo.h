/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Values of other ranks for matrices in device memory; halo.h is for matrices in host memory. */
#pragma once

#include "hypre/run/halo.h"
#include "hypre/state/level.h"

/**
 * f minus the off-process part of A u, device vectors; column by column, each an exchange by the
 * link of the level or, without a link, as hypre does: through the host unless hypre was built for
 * GPU-aware MPI. may_change_f: f is overwritten. Collective. *b: device memory with column stride
 * *stride, valid until the next call; f.data if may_change_f or without off-process columns, NULL
 * on a rank without rows. False, with a message, if CUDA failed.
 */
bool tsw_device_rhs(tsw_level *level, tsw_columns u, tsw_columns f, bool may_change_f,
                    const double **b, HYPRE_Int *stride);

/** y = y + f - b, device, one column each. False, with a message, if CUDA failed. */
bool tsw_device_add_difference(const tsw_level *level, const double *f, const double *b, double *y);

/** y = y minus the off-process part of A u, as tsw_device_rhs. Collective. False if CUDA failed. */
bool tsw_device_subtract(tsw_level *level, const double *u, double *y);

/** Free the device buffers of a level. */
void tsw_device_free_buffers(tsw_level *level);
