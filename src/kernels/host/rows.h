/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The arithmetic of a pass for a run of rows: the one place where host
 * schedules compute, so that all of them give the same bits.
 */
#ifndef TSW_KERNELS_HOST_ROWS_H
#define TSW_KERNELS_HOST_ROWS_H

#include "kernels/schedule.h"

/**
 * Perform a pass on the packed rows begin .. end - 1, in descending order if
 * the pass is backward. What these rows depend on must be done.
 */
void tsw_rows_pass(const tsw_packed *p, const tsw_pass *pass, int64_t begin, int64_t end);

#endif
