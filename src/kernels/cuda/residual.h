/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "kernels/schedule.h"

/** As tsw_schedule.residual, for schedules that read the packed triangles. */
trisweep_status tsw_residual_by_row(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                    int n_threads, double *r, void *stream);
