/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * serial: rows in storage order, on one thread; the reference in tests. In natural order serial
 * reads short copies of values and columns (compact.h): 2 to 6 extra bytes an entry. Deterministic.
 */
#include "kernels/host/compact.h"
#include "kernels/host/rows.h"

typedef struct serial_state
{
   tsw_compact compact;
   tsw_memory *owner; /* account of the memory of compact */
} serial_state;

static trisweep_status serial_plan(const tsw_packed *p, TSW_UNUSED const tsw_analysis *analysis,
                                   TSW_UNUSED int n_threads, TSW_UNUSED void *stream,
                                   tsw_memory *owner, void *state)
{
   serial_state *s = state;
   s->owner = owner;
   tsw_compact_plan(p, owner, &s->compact);
   return TRISWEEP_OK;
}

static trisweep_status serial_load(void *state, const tsw_packed *p, TSW_UNUSED void *stream)
{
   serial_state *s = state;
   tsw_compact_load(p, s->owner, &s->compact);
   return TRISWEEP_OK;
}

static trisweep_status serial_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                   TSW_UNUSED void *stream)
{
   const serial_state *s = state;
   if (!s || !tsw_compact_pass(&s->compact, p, pass))
   {
      tsw_rows_pass(p, pass, 0, p->n_rows);
   }
   return TRISWEEP_OK;
}

static trisweep_status serial_residual(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       int n_threads, double *r, void *stream)
{
   const serial_state *s = state;
   return s && tsw_compact_residual(&s->compact, p, pass, r)
             ? TRISWEEP_OK
             : tsw_rows_residual(state, p, pass, n_threads, r, stream);
}

static void serial_free(tsw_memory *owner, void *state)
{
   serial_state *s = state;
   tsw_compact_free(owner, &s->compact);
}

const tsw_schedule tsw_schedule_host_serial = {
   .name = "serial",
   .summary = "rows in their order on one thread",
   .source = "textbook",
   .space = TRISWEEP_HOST,
   .role = TSW_ROLE_LEAST_MEMORY,
   .state_bytes = sizeof(serial_state),
   .plan = serial_plan,
   .load = serial_load,
   .pass = serial_pass,
   .residual = serial_residual,
   .free = serial_free,
};
