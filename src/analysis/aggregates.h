/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Aggregates of coupled rows, by repeated maximal independent sets. A row is a root
 * unless an earlier neighbour is one, and every other row joins its first root; the
 * aggregates are the rows of the next round, until there are few enough. Nothing
 * depends on threads or timing; host and device give the same. Pattern only.
 */
#ifndef TSW_ANALYSIS_AGGREGATES_H
#define TSW_ANALYSIS_AGGREGATES_H

#include "analysis/graph.h"
#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Find aggregates on the host.
 *
 * @param[in]  g             host arrays; row i lists its earlier neighbours
 * @param[in]  wanted        rows of an aggregate, on the average, that end the rounds; with 1 each
 *                           row is one
 * @param[out] aggregate     [n_rows] of each row, from 0, in the order of their roots
 * @param[out] n_aggregates  how many there are
 * @return OK, MEMORY
 */
trisweep_status tsw_aggregates_host(const tsw_graph *g, int32_t wanted, int32_t *aggregate,
                                    int32_t *n_aggregates);

/** The same on the device; finished when the call returns. OK, MEMORY, CUDA, TIMEOUT. */
trisweep_status tsw_aggregates_device(const tsw_graph *g, int32_t wanted, void *stream,
                                      int32_t *aggregate, int32_t *n_aggregates);

/** Is it time for another round, after one that left n_after of n_before? */
static inline bool tsw_aggregates_go_on(int64_t n_rows, int32_t wanted, int64_t n_before,
                                        int64_t n_after)
{
   return n_after < n_before && n_rows < wanted * n_after;
}

#ifdef __cplusplus
}
#endif

#endif
