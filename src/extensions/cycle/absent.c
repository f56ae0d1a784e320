/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In place of cycle.c and its device code in a build without CUDA. */
#include "base/absent.h"

#include "extensions/cycle/cycle.h"
#include "space/space.h"

static trisweep_status refuse(void)
{
   const tsw_space *space;
   return tsw_space_find(TRISWEEP_DEVICE, &space);
}

TSW_ABSENT((*cycle = NULL, refuse()), trisweep_status, tsw_cycle_create,
           const tsw_cycle_input *levels, int n_levels, const tsw_cycle_sweeps *sweeps,
           void *stream, tsw_cycle **cycle)
TSW_ABSENT(refuse(), trisweep_status, tsw_cycle_run, tsw_cycle *cycle, const double *f, double *u,
           void *stream)
TSW_ABSENT("natural", const char *, tsw_cycle_ordering, const tsw_cycle *cycle, int level)
TSW_ABSENT(0, int64_t, tsw_cycle_bytes, const tsw_cycle *cycle)
TSW_ABSENT(, void, tsw_cycle_destroy, tsw_cycle **cycle)
