/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stdbool.h>

#if defined(__linux__)
#include <sched.h>
#endif

/** Is this process bound to one core, so that a thread that polls keeps others from working? */
static inline bool tsw_has_one_core(void)
{
#if defined(__linux__)
   cpu_set_t cores;
   return sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) == 1;
#else
   return false;
#endif
}
