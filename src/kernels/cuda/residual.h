/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The residual behind a pass on the device (tsw_schedule.residual). */
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/schedule.h"

/** What a row of the residual is made of beside its entries: the pass, and this. */
struct tsw_residual : tsw_pass
{
   int32_t        n_rows;
   const int32_t *row; /* of each place; NULL: its number */
   const double  *inv_diag;
   double        *r;
};

tsw_residual tsw_residual_of(const tsw_packed *p, const tsw_pass *pass, double *r);

/** As tsw_schedule.residual, for schedules that read the packed triangles. */
trisweep_status tsw_residual_by_row(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                    int n_threads, double *r, void *stream);
