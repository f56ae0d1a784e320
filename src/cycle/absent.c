/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What a library built without CUDA has in place of cycle.c. */
#include "cycle/cycle.h"

#include "base/message.h"

static trisweep_status unsupported(void)
{
   return TSW_ERROR(UNSUPPORTED, "this library was built without CUDA; configure it with "
                                 "--with-cuda=DIR for cycles in one launch");
}

trisweep_status trisweep_cycle_create(const trisweep_cycle_level *levels, int n_levels,
                                      const trisweep_cycle_sweeps *sweeps, void *stream,
                                      trisweep_cycle **cycle)
{
   (void) levels;
   (void) n_levels;
   (void) sweeps;
   (void) stream;
   if (cycle)
   {
      *cycle = NULL;
   }
   return unsupported();
}

trisweep_status trisweep_cycle_run(trisweep_cycle *cycle, const double *f, double *u, void *stream)
{
   (void) cycle;
   (void) f;
   (void) u;
   (void) stream;
   return unsupported();
}

const char *trisweep_cycle_ordering(const trisweep_cycle *cycle, int level)
{
   (void) cycle;
   (void) level;
   return "natural";
}

int64_t trisweep_cycle_bytes(const trisweep_cycle *cycle)
{
   (void) cycle;
   return 0;
}

void trisweep_cycle_destroy(trisweep_cycle **cycle)
{
   (void) cycle; /* there is none */
}
