/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The arithmetic of a pass for a run of rows; compact.c repeats it, with the same bits. */
#pragma once

#include "kernels/schedule.h"

/** Perform a pass on the packed rows begin .. end - 1. What they depend on must be done. */
void tsw_rows_pass(const tsw_packed *p, const tsw_pass *pass, int64_t begin, int64_t end);

/** tsw_schedule.residual of all schedules that pass by rows; any number of threads, same bits. */
trisweep_status tsw_rows_residual(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                  int n_threads, double *r, void *stream);

/** 1 / m_i */
static inline double tsw_row_inverse(const tsw_pass *pass, int64_t i)
{
   return pass->inv_scale ? pass->inv_scale[i] : 1.0;
}

static inline bool tsw_row_is_kept(const tsw_pass *pass, int64_t i)
{
   return tsw_row_inverse(pass, i) == 0.0 ||
          (pass->cf_marker && pass->cf_marker[i] != pass->points);
}

/** End of row i of a ZERO pass that is not kept: the new x_i; r is omega b_i - (T x)_i. */
static inline double tsw_row_solve(const tsw_pass *pass, int64_t i, double r)
{
   if (pass->t)
   {
      pass->t[i] = r;
   }
   return pass->relax_weight * tsw_row_inverse(pass, i) * r;
}
