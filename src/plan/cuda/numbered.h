/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Plans of device blocks by few colours: no analysis, queued packing. */
#pragma once

#include "plan/plan.h"

TRISWEEP_BEGIN_C

/** Do the options lead to such a plan: few colours, schedule auto or colors, memory not low? */
bool tsw_numbered_wanted(const tsw_options *options, tsw_plan_use use);

/** build of tsw_backend for such plans. OK, UNSUPPORTED (too many rows), MEMORY, CUDA. */
trisweep_status tsw_numbered_build(const trisweep_csr *a, const tsw_options *options, void *stream,
                                   tsw_memory *owner, tsw_plan *plan);

/** queue and settle of tsw_backend for such plans. */
trisweep_status tsw_numbered_queue(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                   void *stream, tsw_memory *owner);
trisweep_status tsw_numbered_settle(tsw_plan *plan, void *stream);

TRISWEEP_END_C
