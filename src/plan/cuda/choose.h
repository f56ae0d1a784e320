/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_PLAN_CUDA_CHOOSE_H
#define TSW_PLAN_CUDA_CHOOSE_H

#include "plan/plan.h"

/** Does ordering= ask for colours on a block of so many rows? */
bool tsw_plan_colors_cuda(int64_t n_rows, const tsw_options *options);

/** May the schedule of a plan for residuals be chosen at its first sweep? */
bool tsw_plan_may_wait_cuda(const tsw_options *options);

/**
 * Choose a device schedule.
 *
 * @param[in]  plan      with use and depth filled in
 * @param[in]  pattern   its pattern, in whatever layout there is
 * @param[in]  options   schedule=auto or a name
 * @param[out] schedule  the choice
 * @return OK, UNSUPPORTED (no such schedule for device blocks)
 */
trisweep_status tsw_plan_choose_cuda(const tsw_plan *plan, const tsw_packed *pattern,
                                     const tsw_options *options, const tsw_schedule **schedule);

#endif
