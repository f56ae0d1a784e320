/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <time.h>

/** Seconds of a monotonic clock with an arbitrary zero. */
static inline double tsw_clock_now(void)
{
   struct timespec now;
   clock_gettime(CLOCK_MONOTONIC, &now);
   return (double) now.tv_sec + 1e-9 * (double) now.tv_nsec;
}
