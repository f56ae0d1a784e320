/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* FULL and HALF passes by ZERO passes, for solve_only schedules (kernels/schedule.h). */

#include "kernels/host/rows.h"
#include "plan/plan.h"

/* The vectors of one composed pass. */
typedef struct vectors
{
   double *r;     /* right-hand side of the solve */
   double *z;     /* solution: the correction of x */
   double *carry; /* added to r - T z in t */
} vectors;

/* a_ii x_i of a row that is not kept. */
static double diagonal_term(const tsw_pass *pass, int64_t i)
{
   const double numerator = pass->diag_scale ? pass->diag_scale[i] * pass->x[i] : pass->x[i];
   return pass->inv_scale ? numerator / pass->inv_scale[i] : numerator;
}

static void start_full(const tsw_packed *p, const tsw_pass *pass, const vectors *w, int64_t i)
{
   const tsw_triangle *fresh = pass->backward ? &p->upper : &p->lower;
   const tsw_triangle *stale = pass->backward ? &p->lower : &p->upper;
   const double        diagonal = diagonal_term(pass, i);
   const double        old = tsw_triangle_row_times(stale, i, pass->x);
   const double        now = tsw_triangle_row_times(fresh, i, pass->x);
   w->r[i] = pass->omega * (pass->b[i] - diagonal - old - now);
   w->carry[i] = pass->omega * diagonal + old;
}

static void start_half(const tsw_packed *p, const tsw_pass *pass, const vectors *w, int64_t i)
{
   const tsw_triangle *fresh = pass->backward ? &p->upper : &p->lower;
   const double        now = tsw_triangle_row_times(fresh, i, pass->x);
   w->r[i] = pass->t[i] - pass->omega * diagonal_term(pass, i) - now;
}

trisweep_status tsw_compose_host(const tsw_plan *plan, const tsw_pass *pass,
                                 TSW_UNUSED void *stream)
{
   const tsw_packed *p = &plan->packed;
   const int64_t     n = p->n_rows;
   const vectors     w = { plan->work, plan->work + n, plan->work + 2 * n };
   const bool        full = pass->kind == TSW_PASS_FULL;
   for (int64_t i = 0; i < n; i++)
   {
      w.r[i] = 0.0;
      if (!tsw_row_is_kept(pass, i))
      {
         (full ? start_full : start_half)(p, pass, &w, i);
      }
   }
   tsw_pass solve = *pass;
   solve.kind = TSW_PASS_ZERO;
   solve.diag_scale = NULL;
   solve.omega = 1.0;
   solve.b = w.r;
   solve.x = w.z;
   solve.v = NULL;
   solve.t = full ? pass->t : NULL;
   const trisweep_status status = plan->schedule->pass(plan->state, p, &solve, NULL);
   for (int64_t i = 0; i < n && status == TRISWEEP_OK; i++)
   {
      if (!tsw_row_is_kept(pass, i))
      {
         pass->x[i] += w.z[i];
         if (solve.t)
         {
            pass->t[i] += w.carry[i];
         }
      }
   }
   return status;
}
