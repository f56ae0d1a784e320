/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Device operations of a cycle. */
#pragma once

#include "cycle/packed.h"

TRISWEEP_BEGIN_C

/**
 * Copy the device arrays of all levels to host memory. Waits for the stream.
 *
 * @param[out]    memory  pinned host memory; the arrays of copies are in it
 * @param[in,out] bytes   size of memory; on return size of the copies, a multiple of 16
 * @return OK, UNSUPPORTED (not enough bytes), MEMORY, CUDA
 */
trisweep_status tsw_cycle_read(const tsw_cycle_input *levels, int n_levels, void *stream,
                               tsw_cycle_input *copies, char *memory, int64_t *bytes);

/**
 * Queue the computation of the matrix by which one cycle multiplies f.
 *
 * @param[in]  image  pinned, as tsw_cycle_pack made it, unchanged until the queued work ends
 * @param[out] dense  device, [n_rows n_rows] of the first level, column by column
 * @return OK, UNSUPPORTED (not enough shared memory), MEMORY, CUDA
 */
trisweep_status tsw_cycle_columns(const tsw_cycle_packed *packed, const char *image, void *stream,
                                  tsw_memory *owner, double **dense);

/** Queue u = dense f. OK, CUDA. */
trisweep_status tsw_cycle_apply(const double *dense, int32_t n_rows, const double *f, double *u,
                                void *stream);

TRISWEEP_END_C
