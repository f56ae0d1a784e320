/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* tsw_planner for host blocks. */
#pragma once

#include "plan/plan.h"

/** build: analysis, choice, layout and the schedule's plan. */
trisweep_status tsw_plan_build_host(const trisweep_csr *a, const tsw_options *options,
                                    const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                                    tsw_plan *plan);

/** low_memory. */
const char *tsw_plan_low_memory_host(const tsw_options *options, tsw_plan_use use);

/**
 * queues: do sweeps read the caller's arrays? In natural order on one thread they take no longer
 * than sweeps over a copy, whose packing takes as long as 10 to 40 sweeps.
 */
bool tsw_plan_borrows_host(const tsw_options *options, tsw_plan_use use);

/** load. */
trisweep_status tsw_plan_load_host(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                   void *stream, tsw_memory *owner);
