/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Declares every registered schedule; include it where one is defined. */
#pragma once

#include "kernels/schedule.h"

TRISWEEP_BEGIN_C

#define TSW_SCHEDULE(space, name) extern const tsw_schedule tsw_schedule_##space##_##name;
#include "kernels/schedules.def"
#undef TSW_SCHEDULE

TRISWEEP_END_C
