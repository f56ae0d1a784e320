/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The clock of the plug, as base/clock.h has it for the library. */
#pragma once

#include <time.h>

/** Seconds on a clock that only runs forward; its zero has no meaning. */
static inline double tsw_now(void)
{
   struct timespec time;
   clock_gettime(CLOCK_MONOTONIC, &time);
   return (double) time.tv_sec + 1e-9 * (double) time.tv_nsec;
}
