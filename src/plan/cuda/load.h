/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "plan/plan.h"

/** load of tsw_backend, for device blocks: packed, bare and borrowed ones. */
trisweep_status tsw_plan_load_cuda(tsw_plan *plan, const trisweep_csr *a, const double *l1_norms,
                                   void *stream, tsw_memory *owner);
