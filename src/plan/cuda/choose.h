/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Choice of the schedule of a device block: by name, by role, or by the rule. */
#pragma once

#include "plan/plan.h"

/**
 * The schedule with direct loads to which the options lead: ordering by few colours, schedule auto
 * or one with direct loads, memory not low; for TSW_USE_FACTORS also with dilu. NULL: none.
 */
const tsw_registered *tsw_choose_few_colors(const tsw_options *options, tsw_plan_use use);

/** Do the options ask for sweeps over the caller's arrays? */
bool tsw_choose_borrows(const tsw_options *options);

/** low_memory of tsw_planner. Over the caller's arrays only if the option memory allows that. */
const tsw_registered *tsw_choose_low_memory(const tsw_options *options, tsw_plan_use use);

/** Does the choice, the schedule or a factorisation, in natural order, need levels? */
bool tsw_choose_needs_levels(const tsw_options *options, tsw_plan_use use);

/** The method of option levels. */
tsw_level_method tsw_choose_level_method(const tsw_options *options);

/** Do the options, which do not lead to few colours, suit one another? OK, UNSUPPORTED. */
trisweep_status tsw_choose_check(const tsw_options *options, tsw_plan_use use);

/**
 * Choose the schedule of a plan in natural order: sets its schedule and choice, and skips refused
 * schedules. shape is read with schedule=auto only. OK, UNSUPPORTED (no such schedule
 * for device blocks, or not with these options, or the device refused all), CUDA.
 */
trisweep_status tsw_choose_schedule(const tsw_options *options, const tsw_shape *shape,
                                    tsw_plan *plan);
