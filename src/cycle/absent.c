/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In place of cycle.c in builds without CUDA: the calls of cycle.h return UNSUPPORTED. */
#include "cycle/cycle.h"

#include "base/message.h"
#include "base/unused.h"

static trisweep_status unsupported(void)
{
   return TSW_ERROR(UNSUPPORTED, "this library was built without CUDA; configure it with "
                                 "--with-cuda=DIR for cycles in one launch");
}

trisweep_status tsw_cycle_create(TSW_UNUSED const tsw_cycle_input *levels, TSW_UNUSED int n_levels,
                                 TSW_UNUSED const tsw_cycle_sweeps *sweeps, TSW_UNUSED void *stream,
                                 tsw_cycle **cycle)
{
   if (cycle)
   {
      *cycle = NULL;
   }
   return unsupported();
}

trisweep_status tsw_cycle_run(TSW_UNUSED tsw_cycle *cycle, TSW_UNUSED const double *f,
                              TSW_UNUSED double *u, TSW_UNUSED void *stream)
{
   return unsupported();
}

const char *tsw_cycle_ordering(TSW_UNUSED const tsw_cycle *cycle, TSW_UNUSED int level)
{
   return "natural";
}

int64_t tsw_cycle_bytes(TSW_UNUSED const tsw_cycle *cycle)
{
   return 0;
}

void tsw_cycle_destroy(tsw_cycle **cycle)
{
   (void) cycle; /* always NULL */
}
