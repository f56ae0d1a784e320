/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The choice of a schedule and an ordering for a block in device memory. What is
 * asked for by name is taken; the rest is left to the cost model, or with
 * tune=off to fixed rules.
 */
#ifndef TSW_PLAN_CUDA_CHOOSE_H
#define TSW_PLAN_CUDA_CHOOSE_H

#include "plan/plan.h"
#include "plan/tune.h"

/**
 * Should the block be coloured, as far as the natural order can tell? With
 * ordering=auto, whenever two colours would be faster than the natural order.
 *
 * @param[in]  options  schedule, ordering, tune
 * @param[in]  natural  the natural order
 * @param[out] wanted   the answer
 * @return OK, CUDA
 */
trisweep_status tsw_choose_colors(const tsw_options *options, const tsw_tune_shape *natural,
                                  bool *wanted);

/** Are the colours that were found to be used? */
trisweep_status tsw_choose_ordering(const tsw_options *options, const tsw_tune_shape *natural,
                                    const tsw_tune_shape *colored, bool *use_colors);

/**
 * Choose a schedule.
 *
 * @param[in]     options  schedule, ordering, tune
 * @param[in]     shape    in the ordering to be used
 * @param[in,out] plan     schedule and choice are set
 * @return OK, UNSUPPORTED (no such schedule for device blocks, or not in this ordering), CUDA
 */
trisweep_status tsw_choose_schedule(const tsw_options *options, const tsw_tune_shape *shape,
                                    tsw_plan *plan);

#endif
