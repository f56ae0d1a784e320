/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Statistics of a series of measurements. */
#ifndef TSW_TOOLS_COMMON_STATISTICS_H
#define TSW_TOOLS_COMMON_STATISTICS_H

/** Sort n numbers in place and return the median. */
double tsw_median(double *value, int n);

/** The greater of two errors; NaN if one of the two is NaN. */
double tsw_worse(double a, double b);

#endif
