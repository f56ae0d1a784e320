/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The coarse end of a multigrid V-cycle in one launch. The functions are visible outside of the
 * library for the plug's sake, which is a library of its own; the header is not installed.
 *
 * On the last levels of a hierarchy a device has next to nothing to compute:
 * what counts there is each launch and each trip to the host. One block of
 * threads does them all, with matrices and vectors in its shared memory.
 */
#pragma once

#include <trisweep.h>

TRISWEEP_BEGIN_C

/** The last levels of a hierarchy, ready to be visited. */
typedef struct trisweep_cycle trisweep_cycle;

/** One level. All arrays are in device memory and are copied. */
typedef struct trisweep_cycle_level
{
   trisweep_csr  a;            /**< square, with values */
   trisweep_csr  p;            /**< interpolation from the next level, with values: rows as a has,
                                    columns as a of the next has rows; not read on the last */
   const double *l1_norms;     /**< [n_rows] what a sweep divides by; NULL: the diagonal */
   double        relax_weight; /**< of its sweeps, finite */
   int           colored;      /**< not 0: rows are visited by the colours of ordering=color,
                                    else in natural order */
   int32_t       few_colors;   /**< with colored: how many, 2 to 8, as with ordering=hybrid-color;
                                    0: as many as it needs */
} trisweep_cycle_level;

/** What is done on every level but the last. */
typedef struct trisweep_cycle_sweeps
{
   trisweep_direction down;   /**< of the sweeps on the way down, the first of them from zero */
   trisweep_direction up;     /**< the same on the way up */
   int32_t            n_down; /**< how many, at least 1 */
   int32_t            n_up;   /**< at least 0 */
} trisweep_cycle_sweeps;

/**
 * Copy levels to be visited later by trisweep_cycle_run. The last one is solved by Gaussian
 * elimination without pivoting, as hypre_GaussElimSolve does; a pivot of zero is left out.
 * Restriction is by the transpose of the interpolation.
 *
 * @param[in]  levels    [n_levels], finest first
 * @param[in]  n_levels  2 to 16
 * @param[in]  sweeps    what is done on them
 * @param[in]  stream    cudaStream_t that has the arrays ready; finished when the call returns
 * @param[out] cycle     free it with trisweep_cycle_destroy; NULL after a failure
 * @return OK, ARGUMENT, PATTERN, VALUE (a number that is not finite, or of which the reciprocal is
 *         not), MEMORY, CUDA, UNSUPPORTED (host memory, or a build without CUDA; levels that do
 *         not fit into the shared memory of a block; more than 32 rows on the last)
 */
TRISWEEP_CHECKED trisweep_status trisweep_cycle_create(const trisweep_cycle_level  *levels,
                                                       int                          n_levels,
                                                       const trisweep_cycle_sweeps *sweeps,
                                                       void *stream, trisweep_cycle **cycle);

/**
 * Queue one V-cycle over the levels: u = (cycle from u = 0 for A u = f). One launch; allocates
 * nothing, never waits for the host, the same bits in every run. May be captured into a CUDA graph.
 * NaN and infinity in f are data, and propagate by IEEE arithmetic.
 *
 * @param      cycle   what trisweep_cycle_create made
 * @param[in]  f       device, [n_rows of the first level]
 * @param[out] u       device, [n_rows of the first level]; must not overlap f
 * @param[in]  stream  cudaStream_t of the work
 * @return OK, ARGUMENT, CUDA
 */
TRISWEEP_CHECKED trisweep_status trisweep_cycle_run(trisweep_cycle *cycle, const double *f,
                                                    double *u, void *stream);

/**
 * The order in which the rows of a level are visited.
 *
 * @param[in] cycle  what trisweep_cycle_create made
 * @param[in] level  0 to n_levels - 1
 * @return "color", "hybrid-color" (few colours, and coupled rows share one) or "natural", which the
 *         last level and levels that there are not are said to have, too; static storage
 */
TRISWEEP_API const char *trisweep_cycle_ordering(const trisweep_cycle *cycle, int level);

/** Device bytes that a cycle holds; 0 for NULL. */
TRISWEEP_API int64_t trisweep_cycle_bytes(const trisweep_cycle *cycle);

/** Free it behind the work that uses it, and set the pointer to NULL. NULL is allowed. */
TRISWEEP_API void trisweep_cycle_destroy(trisweep_cycle **cycle);

TRISWEEP_END_C
