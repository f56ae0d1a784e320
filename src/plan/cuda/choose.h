/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The choice of a schedule and an ordering for a block in device memory. What is
 * asked for by name is taken; the rest is left to the cost model.
 */
#ifndef TSW_PLAN_CUDA_CHOOSE_H
#define TSW_PLAN_CUDA_CHOOSE_H

#include "plan/plan.h"
#include "plan/tune.h"

/** Do ordering and schedule leave it open, or ask for it, that the block is coloured? */
bool tsw_choose_may_color(const tsw_options *options);

/** May a plan for residuals do without a schedule until there is a sweep? */
bool tsw_choose_may_wait(const tsw_plan *plan, const tsw_options *options);

/** Do the options ask for sweeps over the caller's own arrays? */
bool tsw_choose_borrows(const tsw_options *options);

/**
 * Are the colours that were found to be used?
 *
 * @param[in]  options     schedule, ordering
 * @param[in]  natural     the natural order; its depth may be a lower bound
 * @param[in]  colored     with the colours
 * @param[out] use_colors  the answer; if it is no for a lower bound, ask again with the depth
 * @return OK, CUDA
 */
trisweep_status tsw_choose_ordering(const tsw_options *options, const tsw_tune_shape *natural,
                                    const tsw_tune_shape *colored, bool *use_colors);

/**
 * Choose a schedule.
 *
 * @param[in]     options  schedule, ordering
 * @param[in]     shape    in the ordering to be used
 * @param[in,out] plan     schedule and choice are set
 * @return OK, UNSUPPORTED (no such schedule for device blocks, or not in this ordering), CUDA
 */
trisweep_status tsw_choose_schedule(const tsw_options *options, const tsw_tune_shape *shape,
                                    tsw_plan *plan);

#endif
