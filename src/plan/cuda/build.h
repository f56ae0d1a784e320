/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "plan/plan.h"

/** build of tsw_backend, for device blocks: analysis, choice, layout and the schedule's plan. */
trisweep_status tsw_plan_build_cuda(const trisweep_csr *a, const tsw_options *options,
                                    const tsw_plan *twin, void *stream, tsw_memory *owner,
                                    tsw_plan *plan);

/** complete of tsw_backend, for device blocks. */
trisweep_status tsw_plan_complete_cuda(const tsw_options *options, void *stream,
                                       tsw_memory *owner, tsw_plan *plan);
