/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* FULL and HALF passes by ZERO passes, for solve_only schedules (kernels/schedule.h). */
#pragma once

#include "kernels/schedule.h"

enum
{
   TSW_COMPOSE_VECTORS = 3 /* of n_rows doubles each, for a composed pass */
};

/**
 * Perform a FULL (with v equal to x) or HALF pass on a host block in natural order by a solve_only
 * schedule. work [TSW_COMPOSE_VECTORS * n_rows]. Returns what the schedule returns.
 */
trisweep_status tsw_compose_host(const tsw_schedule *schedule, const void *state,
                                 const tsw_packed *p, const tsw_pass *pass, double *work);
