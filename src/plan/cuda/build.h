/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "plan/plan.h"

/** build of tsw_backend, for device blocks: analysis, choice, layout and the schedule's plan. */
trisweep_status tsw_plan_build_cuda(const trisweep_csr *a, const tsw_options *options,
                                    const tsw_plan *layout_from, void *stream, tsw_memory *owner,
                                    tsw_plan *plan);

/** complete of tsw_backend, for device blocks. */
trisweep_status tsw_plan_complete_cuda(const tsw_options *options, void *stream, tsw_memory *owner,
                                       tsw_plan *plan);

/** load of tsw_backend, for device blocks. */
trisweep_status tsw_plan_load_cuda(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                   void *stream, tsw_memory *owner);

/** As tsw_compose_host (plan/compose.h) for device blocks, only queued. */
trisweep_status tsw_compose_cuda(const tsw_schedule *schedule, const void *state,
                                 const tsw_packed *p, const tsw_pass *pass, double *work,
                                 void *stream);
