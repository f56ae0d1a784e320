/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/timer.h"

#include "base/clock.h"
#include "base/unused.h"

void tsw_timer_begin(tsw_timer *t, TSW_UNUSED void *stream)
{
   t->start = tsw_clock_now();
}

void tsw_timer_end(tsw_timer *t, TSW_UNUSED void *stream)
{
   t->measured += tsw_clock_now() - t->start;
   t->n_measured++;
   t->n_runs++;
}

double tsw_timer_seconds(const tsw_timer *t)
{
   return t->n_measured > 0 ? t->measured / (double) t->n_measured * (double) t->n_runs : 0.0;
}
