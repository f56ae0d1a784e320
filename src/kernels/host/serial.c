/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * serial: rows in their order, on one thread; the reference in tests. Reads short copies of values
 * and columns (compact.h): 2 to 6 extra bytes an entry. Deterministic.
 */
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
   tsw_rows_pass_all(s ? &s->compact : NULL, p, pass);
   return TRISWEEP_OK;
}

static trisweep_status serial_residual(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       TSW_UNUSED int n_threads, double *r, TSW_UNUSED void *stream)
{
   const serial_state *s = state;
   tsw_rows_residual_all(s ? &s->compact : NULL, p, pass, r);
   return TRISWEEP_OK;
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
