/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <time.h>

/** Seconds on a clock that only runs forward; its zero has no meaning. */
static inline double tsw_clock_now(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}
