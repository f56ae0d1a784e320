/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* tsw_planner for device blocks; low_memory and queues are in plan/cuda/choose.h. */
#pragma once

#include "plan/plan.h"

/** build: analysis, choice, layout and the schedule's plan. */
trisweep_status tsw_plan_build_cuda(const trisweep_csr *a, const tsw_options *options,
                                    const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                                    tsw_plan *plan);

/** complete. */
trisweep_status tsw_plan_complete_cuda(const tsw_options *options, void *stream, tsw_memory *owner,
                                       tsw_plan *plan);

/** load. */
trisweep_status tsw_plan_load_cuda(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                   void *stream, tsw_memory *owner);

/** free_packed, also of the record of waits. */
void tsw_plan_free_packed_cuda(tsw_memory *owner, tsw_packed *p);
