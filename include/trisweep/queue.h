/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Set up a smoother without waiting for the device: for device blocks with ordering=auto or
 * hybrid-color, whose colours follow from the row numbers. The host queues a fixed number of
 * launches. Not included by trisweep.h.
 */
#ifndef TRISWEEP_QUEUE_H
#define TRISWEEP_QUEUE_H

#include <trisweep.h>

TRISWEEP_BEGIN_C

/**
 * Queue the work of trisweep_smoother_analyse and trisweep_smoother_update_values, if the options
 * allow that; otherwise do nothing. The device validates the block. The smoother has values after
 * trisweep_smoother_settle has returned OK; the first sweep or solve calls
 * trisweep_smoother_settle. Call this again for another block and for new values.
 *
 * @param[in]  s         a smoother
 * @param[in]  a         pattern and values; the arrays must stay until trisweep_smoother_settle
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
 * Wait for queued work of the smoother, if there is any, and report its errors. Sweeps on another
 * stream may follow.
 *
 * @param[in] s  a smoother
 * @return OK, ARGUMENT, PATTERN, VALUE, CUDA; after a failure the smoother has no values
 */
TRISWEEP_CHECKED trisweep_status trisweep_smoother_settle(trisweep_smoother *s);

TRISWEEP_END_C

#endif
