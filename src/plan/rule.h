/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The rule by which schedule=auto chooses for device blocks in natural order (kernels/rule.def). */
#pragma once

#include "kernels/schedule.h"

TRISWEEP_BEGIN_C

#define TSW_RULE(schedule, condition) +1
enum
{
   TSW_RULE_LINES = 0
#include "kernels/rule.def"
};
#undef TSW_RULE

/** Schedules that the device refused. */
typedef struct tsw_refused
{
   int         n;
   const char *name[TSW_RULE_LINES]; /* static storage */
} tsw_refused;

/** The schedules of the lines whose conditions hold, in the order of the lines. Their number. */
int tsw_rule_rank(const tsw_shape *shape, const char *names[TSW_RULE_LINES]);

/** The first of these schedules that takes the block and is not refused; NULL if there is none. */
const tsw_schedule *tsw_rule_choose(const tsw_gpu *gpu, const tsw_shape *shape,
                                    const tsw_refused *refused);

TRISWEEP_END_C
