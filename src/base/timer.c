/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/timer.h"

#include "base/unused.h"

enum
{
   ALL_OF_FIRST = 16, /* of these runs all are measured, */
   ONE_OF = 16        /* later one of so many: a clock takes as long as a sweep of a few rows */
};

void tsw_timer_begin(tsw_timer *t, TSW_UNUSED void *stream)
{
   t->measuring = t->n_runs < ALL_OF_FIRST || t->n_runs % ONE_OF == 0;
   t->start = t->measuring ? tsw_clock_now() : 0.0;
}

void tsw_timer_end(tsw_timer *t, TSW_UNUSED void *stream)
{
   t->measured += t->measuring ? tsw_clock_now() - t->start : 0.0;
   t->n_measured += t->measuring;
   t->n_runs++;
}

double tsw_timer_seconds(const tsw_timer *t)
{
   return t->n_measured > 0 ? t->measured / (double) t->n_measured * (double) t->n_runs : 0.0;
}
