/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * serial: the rows one after the other in storage order, which is the natural one
 * unless another ordering was asked for, on one thread. The oracle that every other
 * schedule is tested against. Where all values off the diagonal are floats exactly,
 * it reads a copy of them as floats, with the same bits: 4 extra bytes an entry.
 * Deterministic.
 */
#include <string.h>

#include "base/message.h"
#include "kernels/host/rows.h"
#include "kernels/registry.h"

typedef struct serial_state
{
   tsw_row_floats floats;
   bool           exact; /* the floats are the values */
   tsw_memory    *owner; /* account of the floats */
} serial_state;

static trisweep_status serial_plan(const tsw_packed *p, const tsw_analysis *analysis,
                                   int n_threads, void *stream, tsw_memory *owner,
                                   void **state)
{
   serial_state *s;
   (void) stream;
   (void) p;
   (void) analysis;
   (void) n_threads;
   TSW_TRY(tsw_memory_alloc(owner, &s, 1, sizeof *s, "the schedule"));
   memset(s, 0, sizeof *s);
   s->owner = owner;
   *state = s;
   return TRISWEEP_OK;
}

static bool are_floats(const double *val, int64_t n)
{
   for (int64_t e = 0; e < n; e++)
   {
      if ((double) (float) val[e] != val[e])
      {
         return false;
      }
   }
   return true;
}

static void drop_floats(serial_state *s)
{
   s->exact = false;
   tsw_memory_free(s->owner, &s->floats.val[0]);
   tsw_memory_free(s->owner, &s->floats.val[1]);
}

/* Values that are no floats stay where they are, and so do all if there is no memory. */
static trisweep_status serial_load(void *state, const tsw_packed *p, void *stream)
{
   const double *const val[] = { p->lower.val, p->upper.val };
   serial_state       *s = state;
   (void) stream;
   s->exact = are_floats(val[0], p->n_entries[0]) && are_floats(val[1], p->n_entries[1]);
   for (int upper = 0; upper < 2 && s->exact; upper++)
   {
      float **to = &s->floats.val[upper];
      s->exact = *to || tsw_memory_alloc(s->owner, to, p->n_entries[upper], sizeof **to,
                                         "values as floats") == TRISWEEP_OK;
      for (int64_t e = 0; e < p->n_entries[upper] && s->exact; e++)
      {
         (*to)[e] = (float) val[upper][e];
      }
   }
   if (!s->exact)
   {
      drop_floats(s);
   }
   return TRISWEEP_OK;
}

static const tsw_row_floats *floats_of(const void *state)
{
   const serial_state *s = state;
   return s && s->exact ? &s->floats : NULL;
}

static trisweep_status serial_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                   void *stream)
{
   (void) stream;
   tsw_rows_pass_floats(p, pass, floats_of(state), 0, p->n_rows);
   return TRISWEEP_OK;
}

static trisweep_status serial_residual(const void *state, const tsw_packed *p,
                                       const tsw_pass *pass, int n_threads, double *r,
                                       void *stream)
{
   (void) stream;
   tsw_rows_residual_floats(p, pass, floats_of(state), n_threads, r);
   return TRISWEEP_OK;
}

static void serial_free(tsw_memory *owner, void **state)
{
   if (*state)
   {
      drop_floats(*state);
   }
   tsw_memory_free(owner, state);
}

const tsw_schedule tsw_schedule_host_serial = {
   .name = "serial",
   .summary = "rows in their order on one thread",
   .source = "textbook",
   .space = TRISWEEP_HOST,
   .needs = TSW_NEEDS_NOTHING,
   .threaded = false,
   .deterministic = true,
   .plan = serial_plan,
   .load = serial_load,
   .pass = serial_pass,
   .residual = serial_residual,
   .free = serial_free,
};
