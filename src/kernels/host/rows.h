/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The arithmetic of a pass for consecutive rows. */
#pragma once

#include "base/inline.h"
#include "kernels/host/compact.h"

/** Perform a pass on the packed rows begin .. end - 1. Rows that these depend on must be done. */
void tsw_rows_pass(const tsw_packed *p, const tsw_pass *pass, int64_t begin, int64_t end);

/** On all rows, with the same bits. c: short copies of the entries, or NULL; see compact.h. */
void tsw_rows_pass_all(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass);

/** tsw_schedule.residual after passes by tsw_rows_pass. n_threads does not change the result. */
trisweep_status tsw_rows_residual(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                  int n_threads, double *r, void *stream);

/** The same after tsw_rows_pass_all. */
void tsw_rows_residual_all(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass,
                           double *r);

/** 1 / m_i */
TSW_ALWAYS_INLINE double tsw_row_inverse(const tsw_pass *pass, int64_t i)
{
   return pass->inv_scale ? pass->inv_scale[i] : 1.0;
}

/** relax_weight r / m_i */
TSW_ALWAYS_INLINE double tsw_row_quotient(const tsw_pass *pass, int64_t i, double r)
{
   return pass->relax_weight * tsw_row_inverse(pass, i) * r;
}

TSW_ALWAYS_INLINE bool tsw_row_is_kept(const tsw_pass *pass, int64_t i)
{
   return tsw_row_inverse(pass, i) == 0.0 ||
          (pass->cf_marker && pass->cf_marker[i] != pass->points);
}

/** The new x_i of a ZERO pass in a row that is not kept. r: omega b_i - (T x)_i, stored in t. */
TSW_ALWAYS_INLINE double tsw_row_solve(const tsw_pass *pass, int64_t i, double r)
{
   if (pass->t)
   {
      pass->t[i] = r;
   }
   return tsw_row_quotient(pass, i, r);
}
