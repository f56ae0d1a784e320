/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Measured constants for the estimates of host schedules, by name. */
#pragma once

static const struct
{
#define TSW_TUNE(name, value) double name;
#include "kernels/host/tuning.def"
#undef TSW_TUNE
} tuning = {
#define TSW_TUNE(name, value) .name = (value),
#include "kernels/host/tuning.def"
#undef TSW_TUNE
};

/** Estimated time of a whole sweep over rows in natural order by one thread, in nanoseconds. */
static inline double tsw_serial_ns(double n_rows, double nnz)
{
   return tuning.entry_ns * nnz + tuning.row_ns * n_rows;
}
