/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Bands of device blocks: what they would gain, and what a plan gets. */
#ifndef TSW_PLAN_CUDA_BANDS_H
#define TSW_PLAN_CUDA_BANDS_H

#include "analysis/cuda/graph.h"
#include "plan/plan.h"
#include "plan/tune.h"

/**
 * Estimate schedule bands for the cost model, where it is asked for or may be worth it.
 *
 * @param[in]     p        device block in natural order
 * @param[in]     levels   of its lower triangle
 * @param[in]     options  schedule, bands, tune
 * @param[in]     stream   cudaStream_t; the call waits for it
 * @param[in,out] shape    of the block; bands is set, or left as it is
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_bands_estimate(const tsw_packed *p, const tsw_graph_levels *levels,
                                   const tsw_options *options, void *stream,
                                   tsw_tune_shape *shape);

/**
 * The bands that a plan with schedule bands sweeps by.
 *
 * @param[in]     levels  of the sweep graph
 * @param[in]     stream  cudaStream_t; the call waits for it
 * @param[in,out] plan    with its layout; bands is what was asked for, or what the model takes if
 *                        that is nothing, without what lies behind the last level
 * @return OK, MEMORY, UNSUPPORTED, CUDA
 */
trisweep_status tsw_bands_settle(const tsw_graph_levels *levels, void *stream, tsw_plan *plan);

#endif
