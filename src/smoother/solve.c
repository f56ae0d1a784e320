/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Triangular solves: a sweep over one triangle from a zero guess, with weights 1. */
#include "base/message.h"
#include "base/range.h"
#include "smoother/smoother.h"

static trisweep_status check_solve(const trisweep_smoother *s, const trisweep_solve *solve)
{
   if (solve->triangle != TRISWEEP_LOWER && solve->triangle != TRISWEEP_UPPER)
   {
      return TSW_ERROR(ARGUMENT, "triangle %d is neither lower nor upper", (int) solve->triangle);
   }
   TSW_TRY(tsw_smoother_need_values(s));
   if (s->plan.n_shared > 0 || tsw_smoother_sweeps_factors(s))
   {
      return TSW_ERROR(UNSUPPORTED,
                       "ordering=hybrid-color leaves entries out of both triangles, "
                       "and its DILU has another diagonal; solve with ordering=natural");
   }
   return TRISWEEP_OK;
}

trisweep_status trisweep_smoother_solve(trisweep_smoother *s, const trisweep_solve *given,
                                        void *stream)
{
   TSW_RANGE("trisweep solve", -1);
   trisweep_solve        known = TRISWEEP_SOLVE_INIT;
   const trisweep_solve *solve = &known;
   TSW_TRY(tsw_smoother_enter(s));
   TSW_TRY(tsw_smoother_take("solve", "SOLVE", given, sizeof known, &known, sizeof known));
   TSW_TRY(tsw_smoother_settle(s));
   TSW_TRY(check_solve(s, solve));
   tsw_vectors v = {
      s->stats.n_rows, solve->n_vectors, solve->b, solve->ldb, solve->x, solve->ldx
   };
   TSW_TRY(tsw_vectors_check(&v));
   const tsw_space *space = s->space;
   space->enter(stream);
   TSW_TRY(space->check(&s->plan.packed, stream));
   tsw_pass pass = { .kind = TSW_PASS_ZERO,
                     .scale = solve->unit_diagonal ? TSW_SCALE_ONE : TSW_SCALE_DIAGONAL,
                     .backward = solve->triangle == TRISWEEP_UPPER,
                     .inv_scale = solve->unit_diagonal ? NULL : s->plan.packed.inv_diag,
                     .relax_weight = 1.0,
                     .omega = 1.0 };
   space->timer.begin(&s->solves, stream);
   for (int32_t k = 0; k < v.n_vectors && v.n_rows > 0; k++)
   {
      pass.b = v.b + k * v.ldb;
      pass.x = v.x + k * v.ldx;
      TSW_TRY(tsw_plan_pass(&s->plan, &pass, stream));
   }
   space->timer.end(&s->solves, stream);
   s->stats.n_solves++;
   return space->last_use.mark(&s->last_use, stream);
}
