/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Slices, the rows of one level for a warp, of schedules that sweep in one launch. Slices are
 * numbered level by level, and warp w of W takes slices w, w + W, ... A new value of x is its own
 * flag. A last kernel moves the values to x, which has the old values until then.
 *
 * Progress: a cooperative launch holds all blocks on the device at once. Each warp takes its slices
 * in ascending order, so that the least unfinished slice waits for finished slices only.
 */
#pragma once

#include <cuda_runtime_api.h>

#include "analysis/cuda/graph.h"

static constexpr int TSW_SLICES_THREADS =
   1024; /* of a block, at most; one block a multiprocessor */

typedef struct tsw_slices
{
   int32_t  n;
   int32_t *order;   /* device, [n_rows] rows by level; NULL for the natural order */
   int32_t *first;   /* device, [n + 1] first place of each slice in order; last: n_rows */
   double  *fresh;   /* device, [n_rows] new x; the reserved NaN between passes */
   int      lanes;   /* of a row */
   int      blocks;  /* that are resident together */
   int      threads; /* of a block */
} tsw_slices;

/**
 * Split the levels for the chosen lanes; without levels each row is a slice. Take as many warps as
 * so many levels need, or all rows: more warps would only poll. kernels: those that will run. Free
 * s also after a failure. OK, MEMORY, UNSUPPORTED, CUDA.
 */
trisweep_status tsw_slices_plan(const tsw_graph_levels *levels, int64_t n_rows,
                                int64_t levels_ahead, const void *const *kernels, int n_kernels,
                                cudaStream_t stream, tsw_memory *owner, tsw_slices *s);

/** Queue a kernel and the move of its values to x. early: an early launch of the move. OK, CUDA. */
trisweep_status tsw_slices_run(const tsw_slices *s, const void *kernel, void *argument,
                               int64_t n_rows, double *x, bool early, cudaStream_t stream);

void tsw_slices_free(tsw_memory *owner, tsw_slices *s);
