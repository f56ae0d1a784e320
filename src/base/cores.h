/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <sched.h>
#include <stdbool.h>

/** Is this process bound to one core, so that a thread that polls keeps others from working? */
static inline bool tsw_has_one_core(void)
{
   cpu_set_t cores;
   return sched_getaffinity(0, sizeof cores, &cores) == 0 && CPU_COUNT(&cores) == 1;
}
