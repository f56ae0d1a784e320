/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_PLAN_CUDA_TRIAL_H
#define TSW_PLAN_CUDA_TRIAL_H

#include "plan/plan.h"

/**
 * Time sweeps with the plan and with its rival, in the same ordering, and keep the
 * faster of the two. Nothing happens without a rival, or if there is no memory for it.
 *
 * @param[in]     a        validated device block, pattern only
 * @param[in]     options  with which the plan was built
 * @param[in]     stream   cudaStream_t; the call waits for it, and for the device
 * @param[in,out] owner    account of the memory
 * @param[in,out] plan     a plan as build makes it; its choice says what came of it
 * @return OK, CUDA, TIMEOUT
 */
trisweep_status tsw_trial_run(const trisweep_csr *a, const tsw_options *options, void *stream,
                              tsw_memory *owner, tsw_plan *plan);

#endif
