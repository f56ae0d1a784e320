/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Setting up a smoother without waiting for the device; beside trisweep.h. For
 * ordering=auto and hybrid-color of device blocks, whose colours follow from the row
 * numbers: the host queues a fixed number of launches and goes on.
 */
#ifndef TRISWEEP_QUEUE_H
#define TRISWEEP_QUEUE_H

#include <trisweep.h>

TRISWEEP_BEGIN_C

/**
 * Queue what trisweep_smoother_analyse and trisweep_smoother_update_values do, if the options
 * allow that; else do nothing, and leave it to those two. The block is validated on the device. The
 * smoother has values once trisweep_smoother_settle has returned OK, which the first sweep or solve
 * calls by itself. For another block, or new values of the same one, call this again.
 *
 * @param[in]  s         a smoother
 * @param[in]  a         the block, pattern and values; the arrays must stay until it is settled
 * @param[in]  l1_norms  as in trisweep_smoother_update_values
 * @param[in]  stream    cudaStream_t that orders the work
 * @param[out] queued    1: queued; 0: not possible with these options or this block
 * @return OK, ARGUMENT, PATTERN (not square), UNSUPPORTED, MEMORY, CUDA
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_queue(trisweep_smoother  *s,
                                                         const trisweep_csr *a,
                                                         const double *l1_norms, void *stream,
                                                         int *queued);

/**
 * Wait for what was queued, and report its faults. Sweeps on another stream may follow: the host
 * has waited. Nothing to do if nothing was queued since the last call.
 *
 * @param[in] s  a smoother
 * @return OK, ARGUMENT, PATTERN, VALUE, CUDA; after a failure the smoother has no values
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_settle(trisweep_smoother *s);

TRISWEEP_END_C

#endif
