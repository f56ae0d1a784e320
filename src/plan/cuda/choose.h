/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Choice for a device block: by name; colours by persistent; else by the model. */
#pragma once

#include "plan/plan.h"
#include "plan/tune.h"

/** May a plan for residuals do without a schedule until there is a sweep? */
bool tsw_choose_may_wait(const tsw_plan *plan, const tsw_options *options);

/** Do the options ask for sweeps over the caller's own arrays? */
bool tsw_choose_borrows(const tsw_options *options);

/** Do the options ask for few colours where there are none? OK, UNSUPPORTED. */
trisweep_status tsw_choose_check_colors(const tsw_options *options);

/**
 * Choose a schedule: plan's schedule and choice are set, refused ones are passed over. shape is not
 * read with colours. OK, UNSUPPORTED (no such schedule for device blocks, or not in this ordering,
 * or the device refused them all), ARGUMENT (a table of constants is wrong), CUDA.
 */
trisweep_status tsw_choose_schedule(const tsw_options *options, const tsw_tune_shape *shape,
                                    tsw_plan *plan);
