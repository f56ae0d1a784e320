/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The arithmetic of a pass for consecutive rows. */
#pragma once

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
