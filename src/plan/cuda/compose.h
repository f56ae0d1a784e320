/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "kernels/schedule.h"

/** As tsw_compose_host (plan/compose.h) for device blocks, only queued. */
trisweep_status tsw_compose_cuda(const tsw_schedule *schedule, const void *state,
                                 const tsw_packed *p, const tsw_pass *pass, double *work,
                                 void *stream);
