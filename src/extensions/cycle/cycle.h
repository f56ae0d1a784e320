/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The last AMG levels of a V-cycle in one launch: on small levels the time goes into launches and
 * dependent steps, not into memory traffic. A cycle from zero is linear in f. So the matrix of the
 * cycle is computed once, one thread block for each column, and a cycle is a product with this
 * dense matrix. libtrisweep.so exports these symbols for the plug of its own version of
 * trisweep (src/trisweep.map.in): a plug that meets another libtrisweep.so does not load.
 */
#pragma once

#include "extensions/cycle/level.h"

TRISWEEP_BEGIN_C

/** The last levels of a hierarchy as a dense matrix. */
typedef struct tsw_cycle tsw_cycle;

/**
 * Copy levels [n_levels, 2 to 16], finest first, for tsw_cycle_run. The last level is
 * solved by Gaussian elimination without pivoting, as hypre_GaussElimSolve does; a pivot of
 * zero is left out. Restriction is the transpose of the interpolation. The arrays, all in device
 * memory or all in host memory, are read on the stream, before the call returns. cycle is NULL
 * after a failure: OK, PATTERN, VALUE (a number or a reciprocal that is not finite),
 * MEMORY, CUDA, UNSUPPORTED (no CUDA; levels of more than 1 MB, or vectors beyond the shared
 * memory of a block; more than 1,024 rows on the first or 128 on the last).
 */
TRISWEEP_CHECKED trisweep_status tsw_cycle_create(const tsw_cycle_input *levels, int n_levels,
                                                  const tsw_cycle_sweeps *sweeps, void *stream,
                                                  tsw_cycle **cycle);

/**
 * Queue one V-cycle from u = 0 for A u = f, device vectors of the first level that do not overlap,
 * on the stream of tsw_cycle_create. One launch; allocates nothing, never waits for the host,
 * the same bits in every run, may be captured. NaN and infinity in f propagate. OK, CUDA.
 */
TRISWEEP_CHECKED trisweep_status tsw_cycle_run(tsw_cycle *cycle, const double *f, double *u,
                                               void *stream);

/** Device bytes that a cycle holds. */
TRISWEEP_API int64_t tsw_cycle_bytes(const tsw_cycle *cycle);

/** Free a cycle after its queued work, and set the pointer to NULL. */
TRISWEEP_API void tsw_cycle_destroy(tsw_cycle **cycle);

TRISWEEP_END_C
