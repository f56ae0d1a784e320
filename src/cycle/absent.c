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

trisweep_status trisweep_cycle_create(TSW_UNUSED const trisweep_cycle_level  *levels,
                                      TSW_UNUSED int                          n_levels,
                                      TSW_UNUSED const trisweep_cycle_sweeps *sweeps,
                                      TSW_UNUSED void *stream, trisweep_cycle **cycle)
{
   if (cycle)
   {
      *cycle = NULL;
   }
   return unsupported();
}

trisweep_status trisweep_cycle_run(TSW_UNUSED trisweep_cycle *cycle, TSW_UNUSED const double *f,
                                   TSW_UNUSED double *u, TSW_UNUSED void *stream)
{
   return unsupported();
}

const char *trisweep_cycle_ordering(TSW_UNUSED const trisweep_cycle *cycle, TSW_UNUSED int level)
{
   return "natural";
}

int64_t trisweep_cycle_bytes(TSW_UNUSED const trisweep_cycle *cycle)
{
   return 0;
}

void trisweep_cycle_destroy(trisweep_cycle **cycle)
{
   (void) cycle; /* always NULL */
}
