/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The values of option schedule: schedules and triangular solves by name and space. */
#pragma once

#include "kernels/sptrsv.h"

TRISWEEP_BEGIN_C

typedef struct tsw_registered
{
   const tsw_schedule *schedule; /* of a triangular solve compose */
   const tsw_sptrsv   *solve;    /* NULL: the schedule performs sweeps by itself */
} tsw_registered;

static inline const char *tsw_registered_name(const tsw_registered *r)
{
   return r->solve ? r->solve->name : r->schedule->name;
}

static inline bool tsw_registered_deterministic(const tsw_registered *r)
{
   return !r->solve || r->solve->deterministic;
}

/** The index-th line of schedules.def, or NULL after the last line. */
const tsw_registered *tsw_schedule_get(int index);

/** Find by name and space; NULL if there is none. */
const tsw_registered *tsw_schedule_find(const char *name, trisweep_space space);

/** The one of a role in a space; NULL if there is none. */
const tsw_registered *tsw_schedule_of(tsw_schedule_role role, trisweep_space space);

extern const tsw_schedule tsw_schedule_compose;

#define TSW_SCHEDULE(space, name) extern const tsw_schedule tsw_schedule_##space##_##name;
#define TSW_SPTRSV(name) extern const tsw_sptrsv tsw_sptrsv_##name;
#include "kernels/schedules.def"
#undef TSW_SCHEDULE
#undef TSW_SPTRSV

TRISWEEP_END_C
