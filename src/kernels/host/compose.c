/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* compose: sweeps from a triangular solve (kernels/compose.h). Extra bytes: 24 a row. */
#include "kernels/compose.h"

#include <string.h>

#include "base/message.h"
#include "kernels/host/rows.h"

/* a_ii x_i of a row that is not kept. */
static double diagonal_term(const tsw_pass *pass, int64_t i)
{
   const double numerator = pass->diag_scale ? pass->diag_scale[i] * pass->x[i] : pass->x[i];
   return pass->inv_scale ? numerator / pass->inv_scale[i] : numerator;
}

static void start_full(const tsw_packed *p, const tsw_pass *pass, double *work, int64_t i)
{
   const tsw_triangle *fresh = pass->backward ? &p->upper : &p->lower;
   const tsw_triangle *stale = pass->backward ? &p->lower : &p->upper;
   const double        diagonal = diagonal_term(pass, i);
   const double        old = tsw_triangle_row_times(stale, i, pass->x);
   const double        now = tsw_triangle_row_times(fresh, i, pass->x);
   work[i] = pass->omega * (pass->b[i] - diagonal - old - now);
   work[2 * p->n_rows + i] = pass->omega * diagonal + old;
}

static void start_half(const tsw_packed *p, const tsw_pass *pass, double *work, int64_t i)
{
   const tsw_triangle *fresh = pass->backward ? &p->upper : &p->lower;
   const double        now = tsw_triangle_row_times(fresh, i, pass->x);
   work[i] = pass->t[i] - pass->omega * diagonal_term(pass, i) - now;
}

static trisweep_status compose_plan(const tsw_packed *p, const tsw_analysis *analysis,
                                    int n_threads, void *stream, tsw_memory *owner, void *state)
{
   tsw_compose      *c = state;
   const tsw_sptrsv *solve = analysis->solve;
   c->solve = solve;
   TSW_TRY(TSW_ALLOC(owner, &c->work, 3 * p->n_rows, "work vectors of the sweep"));
   TSW_TRY(tsw_memory_alloc(owner, &c->state, solve->state_bytes, 1, "the schedule"));
   memset(c->state, 0, (size_t) solve->state_bytes);
   return solve->plan(p, n_threads, stream, owner, c->state);
}

static trisweep_status compose_load(void *state, const tsw_packed *p, void *stream)
{
   const tsw_compose *c = state;
   return c->solve->load ? c->solve->load(c->state, p, stream) : TRISWEEP_OK;
}

static trisweep_status compose_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                    void *stream)
{
   const tsw_compose *c = state;
   const bool         full = pass->kind == TSW_PASS_FULL;
   if (pass->kind == TSW_PASS_ZERO)
   {
      return c->solve->solve(c->state, p, pass, stream);
   }
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      c->work[i] = 0.0;
      if (!tsw_row_is_kept(pass, i))
      {
         (full ? start_full : start_half)(p, pass, c->work, i);
      }
   }
   const tsw_pass zero = tsw_compose_zero(c, p->n_rows, pass);
   TSW_TRY(c->solve->solve(c->state, p, &zero, stream));
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      if (!tsw_row_is_kept(pass, i))
      {
         pass->x[i] += zero.x[i];
         if (zero.t)
         {
            pass->t[i] += c->work[2 * p->n_rows + i];
         }
      }
   }
   return TRISWEEP_OK;
}

static void compose_free(tsw_memory *owner, void *state)
{
   tsw_compose *c = state;
   if (c->state)
   {
      c->solve->free(owner, c->state);
   }
   tsw_memory_free(owner, &c->state);
   tsw_memory_free(owner, &c->work);
}

const tsw_schedule tsw_schedule_host_compose = {
   .name = "compose",
   .summary = "sweeps from a triangular solve: a residual, the solve, an update",
   .source = "textbook",
   .space = TRISWEEP_HOST,
   .old_values = TSW_OLD_IN_X,
   .state_bytes = sizeof(tsw_compose),
   .plan = compose_plan,
   .load = compose_load,
   .pass = compose_pass,
   .free = compose_free,
};
