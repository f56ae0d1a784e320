/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/phase.h"

#include "hypre/base/device.h"
#include "hypre/report/trace.h"

/* Of the setup in this thread: others may set up with hypre's types. */
static TSW_THREAD_LOCAL int             current = -1; /* the open span */
static TSW_THREAD_LOCAL const char     *next;         /* name of the next phase, or NULL */
static TSW_THREAD_LOCAL int             level;
static TSW_THREAD_LOCAL tsw_trace_clock clock_of_hypre;

static void change(tsw_trace_lane lane, const char *name)
{
   tsw_trace_end(current);
   current = tsw_trace_begin(lane, clock_of_hypre, name, level);
}

void tsw_phase_start(hypre_ParCSRMatrix *matrix)
{
   level = 0;
   clock_of_hypre =
      tsw_space_of(matrix) == TRISWEEP_DEVICE ? TSW_TRACE_COMPUTE_STREAM : TSW_TRACE_HOST;
   change(TSW_TRACE_HYPRE, "preparation");
}

void tsw_phase_enter(int newest, const char *name, const char *after)
{
   next = NULL;
   if (newest >= 0)
   {
      level = newest;
      next = after;
      change(TSW_TRACE_HYPRE, name);
   }
}

HYPRE_Int tsw_phase_leave(HYPRE_Int status)
{
   if (next)
   {
      change(TSW_TRACE_HYPRE, next);
      next = NULL;
   }
   return status;
}

void tsw_phase_finish(void)
{
   level = -1;
   change(TSW_TRACE_BLOCKING, "rest of the values, agreement");
}

void tsw_phase_end(void)
{
   tsw_trace_end(current);
   current = -1;
}
