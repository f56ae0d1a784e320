/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* FULL and HALF passes by ZERO passes, for solve_only schedules (kernels/schedule.h). */
#pragma once

#include "plan/plan.h"

TRISWEEP_BEGIN_C

enum
{
   TSW_COMPOSE_VECTORS = 3 /* of n_rows doubles each, for a composed pass */
};

/**
 * Perform a FULL (with v equal to x) or HALF pass in natural order by a solve_only schedule, on a
 * host block, or on a device block (only queued). The plan has work [TSW_COMPOSE_VECTORS * n_rows].
 * Returns what the schedule returns, or CUDA.
 */
trisweep_status tsw_compose_host(const tsw_plan *plan, const tsw_pass *pass, void *stream);
trisweep_status tsw_compose_cuda(const tsw_plan *plan, const tsw_pass *pass, void *stream);

TRISWEEP_END_C
