/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/common/statistics.h"

#include <math.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
   const double difference = *(const double *) a - *(const double *) b;
   return (difference > 0.0) - (difference < 0.0);
}

double tsw_median(double *value, int n)
{
   qsort(value, (size_t) n, sizeof *value, compare);
   return n % 2 ? value[n / 2] : 0.5 * (value[n / 2 - 1] + value[n / 2]);
}

double tsw_worse(double a, double b)
{
   return a <= b || isnan(b) ? b : a;
}
