/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * serial: rows in their order, on one thread; the reference in tests. Reads values as floats where
 * all of the block are exactly floats: 4 extra bytes an entry. Deterministic.
 */
#include <float.h>
#include <math.h>

#include "kernels/host/rows.h"

typedef struct serial_state
{
   tsw_floats  floats;
   tsw_memory *owner; /* account of the floats */
} serial_state;

static trisweep_status serial_plan(TSW_UNUSED const tsw_packed   *p,
                                   TSW_UNUSED const tsw_analysis *analysis,
                                   TSW_UNUSED int n_threads, TSW_UNUSED void *stream,
                                   tsw_memory *owner, void *state)
{
   ((serial_state *) state)->owner = owner;
   return TRISWEEP_OK;
}

static void serial_free(tsw_memory *owner, void *state)
{
   serial_state *s = state;
   tsw_memory_free(owner, &s->floats.val[0]);
   tsw_memory_free(owner, &s->floats.val[1]);
}

/* The range comes first: a conversion out of it raises floating-point exceptions. */
static bool is_float(double value)
{
   const double size = fabs(value);
   return value == 0.0 || (size >= FLT_MIN && size <= FLT_MAX && (double) (float) value == value);
}

/* Store the values as floats if all are exact and memory suffices. */
static trisweep_status serial_load(void *state, const tsw_packed *p, TSW_UNUSED void *stream)
{
   serial_state       *s = state;
   const double *const val[] = { p->lower.val, p->upper.val };
   bool                exact = true;
   for (int upper = 0; upper < 2 && exact; upper++)
   {
      float **to = &s->floats.val[upper];
      exact =
         *to || TSW_ALLOC(s->owner, to, p->n_entries[upper], "values as floats") == TRISWEEP_OK;
      for (int64_t e = 0; e < p->n_entries[upper] && exact; e++)
      {
         exact = is_float(val[upper][e]);
         (*to)[e] = exact ? (float) val[upper][e] : 0.0f;
      }
   }
   if (!exact)
   {
      serial_free(s->owner, s);
   }
   return TRISWEEP_OK;
}

static trisweep_status serial_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                   TSW_UNUSED void *stream)
{
   const serial_state *s = state;
   tsw_rows_pass(&s->floats, p, pass, 0, p->n_rows);
   return TRISWEEP_OK;
}

static trisweep_status serial_residual(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       double *r, TSW_UNUSED void *stream)
{
   const serial_state *s = state;
   tsw_rows_residual(&s->floats, p, pass, 1, r);
   return TRISWEEP_OK;
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
