/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_PLAN_CUDA_BUILD_H
#define TSW_PLAN_CUDA_BUILD_H

#include "plan/plan.h"

/** build of tsw_backend, for device blocks: analysis, choice, layout and the schedule's plan. */
trisweep_status tsw_plan_build_cuda(const trisweep_csr *a, const tsw_options *options,
                                    const tsw_plan *twin, void *stream, tsw_memory *owner,
                                    tsw_plan *plan);

/** complete of tsw_backend, for device blocks. */
trisweep_status tsw_plan_complete_cuda(const tsw_options *options, void *stream,
                                       tsw_memory *owner, tsw_plan *plan);

/**
 * Let the schedule that was chosen plan for the layout that there is.
 *
 * @param[in]     levels  as the schedule needs them
 * @param[in]     stream  cudaStream_t of the work, which is finished when the call returns OK
 * @param[in,out] owner   account of the memory
 * @param[in,out] plan    state and work are set, also after a failure
 * @return what the schedule returns, MEMORY, CUDA
 */
trisweep_status tsw_plan_schedule_cuda(const tsw_graph_levels *levels, void *stream,
                                       tsw_memory *owner, tsw_plan *plan);

#endif
