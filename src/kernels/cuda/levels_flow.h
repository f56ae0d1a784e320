/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Schedule levels, all of a pass in one launch: what it keeps, and how it is queued. */
#ifndef TSW_KERNELS_CUDA_LEVELS_FLOW_H
#define TSW_KERNELS_CUDA_LEVELS_FLOW_H

#include <cuda_runtime_api.h>

#include "kernels/cuda/levels.cuh"

typedef struct levels_flow
{
   int     blocks;        /* 0: not to be used */
   int     lanes;         /* of a row */
   int     prepare_lanes; /* of a row in levels_prepare */
   int32_t ahead;         /* entries of a row that a lane fetches ahead */
   size_t  bytes;         /* of shared memory of a block */
   double *right;         /* device, [n_rows] */
   double *stale;         /* device, [n_rows] */
   double *fresh;         /* device, [n_rows], unknown between passes; NULL: in a cluster */
} levels_flow;

/**
 * Decide whether and how passes are done in one launch.
 *
 * @param[in]     p         of at least one row
 * @param[in]     n_levels  levels of the sweep graph
 * @param[in]     stream    of the work
 * @param[in,out] owner     account of the memory
 * @param[in,out] flow      zero on entry; free it with levels_flow_free, also after a failure
 * @return OK, MEMORY, CUDA
 */
trisweep_status levels_flow_plan(const tsw_packed *p, int64_t n_levels, cudaStream_t stream,
                                 tsw_memory *owner, levels_flow *flow);

/** Queue a pass. OK, CUDA. */
trisweep_status levels_flow_pass(const levels_flow *flow, const tsw_packed *p, const levels_pass *a,
                                 tsw_pass_kind kind, cudaStream_t stream);

void levels_flow_free(tsw_memory *owner, levels_flow *flow);

#endif
