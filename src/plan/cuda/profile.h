/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the cost model asks of the levels of a block, to cut them into bands. */
#ifndef TSW_PLAN_CUDA_PROFILE_H
#define TSW_PLAN_CUDA_PROFILE_H

#include "analysis/cuda/graph.h"
#include "block/packed.h"
#include "plan/tune.h"

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Look at the rows of each piece of the levels.
 *
 * @param[in]  p        device block in natural order
 * @param[in]  levels   of its lower triangle or its sweep graph
 * @param[in]  stream   cudaStream_t; the call waits for it
 * @param[out] profile  what was found
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_profile_levels(const tsw_packed *p, const tsw_graph_levels *levels,
                                   void *stream, tsw_tune_profile *profile);

#ifdef __cplusplus
}
#endif

#endif
