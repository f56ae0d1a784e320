/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Gauss-Seidel, SOR, SSOR and their l1 variants as passes over the two triangles. A symmetric sweep
 * reads 1.5 blocks, or 1.0 from a zero guess: the first half stores the sums of the first triangle
 * in t for the second half (kernels/schedule.h).
 */
#include <math.h>

#include "base/message.h"
#include "base/range.h"
#include "smoother/abilities.h"
#include "smoother/smoother.h"

/* Is x_old absent or valid: one vector, no zero guess, no overlap with x? */
static bool is_x_old_valid(const trisweep_smoother *s, const trisweep_sweep *sweep)
{
   const int64_t n = s->stats.n_rows;
   return !sweep->x_old ||
          (!sweep->zero_guess && sweep->n_vectors == 1 &&
           !tsw_vectors_overlap(&(const tsw_vectors){ n, 1, sweep->x_old, n, sweep->x, n }));
}

/* Is each pass a solve with its triangle, except for rows that keep their x? */
static bool solves(const trisweep_sweep *sweep)
{
   return sweep->relax_weight == 1.0 && sweep->omega == 1.0 && sweep->scaling == TRISWEEP_DIAGONAL;
}

static trisweep_status check_method(const trisweep_smoother *s, const trisweep_sweep *sweep)
{
   if (sweep->direction < TRISWEEP_FORWARD || sweep->direction > TRISWEEP_SYMMETRIC)
   {
      return TSW_ERROR(ARGUMENT, "direction %d is none of forward, backward, symmetric",
                       (int) sweep->direction);
   }
   if (sweep->scaling != TRISWEEP_DIAGONAL && sweep->scaling != TRISWEEP_L1)
   {
      return TSW_ERROR(ARGUMENT, "scaling %d is neither diagonal nor l1", (int) sweep->scaling);
   }
   if (!isfinite(sweep->relax_weight) || !isfinite(sweep->omega))
   {
      return TSW_ERROR(ARGUMENT, "relax_weight %g and omega %g must be finite", sweep->relax_weight,
                       sweep->omega);
   }
   if (sweep->points != 0 && !sweep->cf_marker && s->stats.n_rows > 0)
   {
      return TSW_ERROR(ARGUMENT, "cf_marker is a null pointer");
   }
   if (tsw_smoother_sweeps_factors(s) &&
       (sweep->direction != TRISWEEP_SYMMETRIC || !solves(sweep) || sweep->points != 0))
   {
      return TSW_ERROR(UNSUPPORTED,
                       "with DILU by few colours a sweep is symmetric, over all points and with "
                       "weights 1; for other corrections call trisweep_smoother_correct");
   }
   if (!is_x_old_valid(s, sweep))
   {
      return TSW_ERROR(ARGUMENT, "x_old needs one vector, zero_guess 0, and no overlap with x");
   }
   TSW_TRY(tsw_smoother_need_values(s));
   if (sweep->scaling == TRISWEEP_L1 && !s->has_l1)
   {
      return TSW_ERROR(ORDER, "an l1 sweep needs l1 norms in trisweep_smoother_update_values");
   }
   return TRISWEEP_OK;
}

/* May the sweep read x_old in place? Otherwise x_old is copied to x. */
static bool reads_x_old(const trisweep_smoother *s, const trisweep_sweep *sweep)
{
   return sweep->x_old && s->plan.schedule->replaces_x;
}

bool tsw_smoother_can_cycle(const trisweep_smoother *s)
{
   const tsw_schedule *schedule = s ? s->plan.schedule : NULL;
   return schedule && schedule->replaces_x;
}

/* Two FULL passes in place of FULL and HALF? */
static bool has_two_full(const trisweep_smoother *s, const trisweep_sweep *sweep)
{
   return sweep->direction == TRISWEEP_SYMMETRIC && tsw_plan_borrows(&s->plan);
}

/* Must x on entry be copied? */
static bool sweep_needs_v(const trisweep_smoother *s, const trisweep_sweep *sweep)
{
   return !reads_x_old(s, sweep) && (s->plan.n_shared > 0 || sweep->omega != 1.0) &&
          !sweep->zero_guess;
}

static trisweep_status run_pass(trisweep_smoother *s, const tsw_pass *pass, void *stream)
{
   s->stats.sweep_bytes += tsw_plan_pass_bytes(&s->plan, pass);
   return tsw_plan_pass(&s->plan, pass, stream);
}

/* Is the residual wanted, and do the sums of this sweep suffice for it? */
static bool keeps_residual(const trisweep_smoother *s, const trisweep_sweep *sweep)
{
   return sweep->keep_residual && sweep->omega == 1.0 && sweep->n_vectors == 1 &&
          s->factors.pivots.n_skipped == 0 && /* the diagonal of a skipped row is not stored */
          (sweep->direction != TRISWEEP_SYMMETRIC || solves(sweep)) &&
          tsw_plan_has_residual(&s->plan, sweep->zero_guess != 0,
                                sweep->direction == TRISWEEP_SYMMETRIC);
}

/* Must the sweep store t, for its second half or for the residual? */
static bool needs_t(const trisweep_smoother *s, const trisweep_sweep *sweep)
{
   if (sweep->direction == TRISWEEP_SYMMETRIC)
   {
      return !has_two_full(s, sweep);
   }
   const bool is_solve =
      sweep->zero_guess && solves(sweep) && !sweep->points && s->plan.packed.n_zero_diagonals == 0;
   return keeps_residual(s, sweep) && !is_solve;
}

/* t and v: work vectors, NULL where not needed. */
static trisweep_status sweep_one_vector(trisweep_smoother *s, const trisweep_sweep *sweep,
                                        double *t, double *v, const double *b, double *x,
                                        void *stream)
{
   const tsw_packed *p = &s->plan.packed;
   const bool        l1 = sweep->scaling == TRISWEEP_L1;
   const bool        symmetric = sweep->direction == TRISWEEP_SYMMETRIC;
   tsw_pass          pass = { .kind = sweep->zero_guess ? TSW_PASS_ZERO : TSW_PASS_FULL,
                              .backward = sweep->direction == TRISWEEP_BACKWARD,
                              .symmetric = symmetric,
                              .scale = l1 ? TSW_SCALE_L1 : TSW_SCALE_DIAGONAL,
                              .inv_scale = l1 ? p->inv_l1 : p->inv_diag,
                              .diag_scale = l1 ? p->diag_l1 : NULL,
                              .relax_weight = sweep->relax_weight,
                              .omega = sweep->omega,
                              .cf_marker = sweep->points ? sweep->cf_marker : NULL,
                              .points = sweep->points,
                              .b = b,
                              .x = x,
                              .v = v                       ? v
                                   : reads_x_old(s, sweep) ? sweep->x_old
                                                           : x,
                              .t = t };
   if (sweep->x_old && !reads_x_old(s, sweep))
   {
      TSW_TRY(s->space->copy(x, sweep->x_old, p->n_rows, stream));
   }
   if (v)
   {
      TSW_TRY(s->space->copy(v, x, p->n_rows, stream));
   }
   TSW_TRY(run_pass(s, &pass, stream));
   if (symmetric)
   {
      pass.kind = has_two_full(s, sweep) ? TSW_PASS_FULL : TSW_PASS_HALF;
      pass.backward = true;
      pass.v = sweep->zero_guess ? NULL : pass.v;
      TSW_TRY(run_pass(s, &pass, stream));
   }
   if (keeps_residual(s, sweep))
   {
      s->keeps = true;
      s->kept = pass;
   }
   return TRISWEEP_OK;
}

trisweep_status trisweep_smoother_sweep(trisweep_smoother *s, const trisweep_sweep *given,
                                        void *stream)
{
   TSW_RANGE("trisweep sweep", -1);
   static const char     of_sweep[] = "a work vector of the sweep";
   trisweep_sweep        known = TRISWEEP_SWEEP_INIT;
   const trisweep_sweep *sweep = &known;
   TSW_TRY(tsw_smoother_enter(s));
   TSW_TRY(tsw_smoother_take("sweep", "SWEEP", given, offsetof(trisweep_sweep, keep_residual),
                             &known, sizeof known));
   TSW_TRY(tsw_smoother_settle(s));
   TSW_TRY(check_method(s, sweep));
   tsw_vectors vectors = { s->stats.n_rows, sweep->n_vectors, sweep->b,
                           sweep->ldb,      sweep->x,         sweep->ldx };
   TSW_TRY(tsw_vectors_check(&vectors));
   const tsw_space *space = s->space;
   space->enter(stream);
   TSW_TRY(space->check(&s->plan.packed, stream));
   s->keeps = false;
   const bool has_t = needs_t(s, sweep);
   const bool has_v = sweep_needs_v(s, sweep);
   if (has_t || has_v)
   {
      TSW_TRY(tsw_smoother_need_vector(s, has_t, of_sweep, &s->t));
      TSW_TRY(tsw_smoother_need_vector(s, has_v, of_sweep, &s->v));
   }
   space->timer.begin(&s->sweeps, stream);
   for (int32_t k = 0; k < vectors.n_vectors && vectors.n_rows > 0; k++)
   {
      TSW_TRY(sweep_one_vector(s, sweep, has_t ? s->t : NULL, has_v ? s->v : NULL,
                               vectors.b + k * vectors.ldb, vectors.x + k * vectors.ldx, stream));
   }
   space->timer.end(&s->sweeps, stream);
   if (has_v && tsw_plan_borrows(&s->plan) && !tsw_smoother_can_cycle(s))
   {
      space->memory.free(&s->memory, &s->v); /* not of schedules that are captured */
   }
   s->stats.n_sweeps++;
   return space->last_use.mark(&s->last_use, stream);
}

trisweep_status trisweep_smoother_residual(trisweep_smoother *s, const double *b, const double *x,
                                           double *r, void *stream)
{
   TSW_TRY(tsw_smoother_enter(s));
   if ((!b || !x || !r) && s->stats.n_rows > 0)
   {
      return TSW_ERROR(ARGUMENT, "a vector is a null pointer");
   }
   if (!s->keeps)
   {
      return TSW_ERROR(ORDER,
                       "the last call was not a sweep that kept its residual; set keep_residual, "
                       "with one vector and omega 1; symmetric sweeps need weight 1 and the "
                       "diagonal; few colours need a zero guess or a symmetric sweep; the "
                       "schedule must compute residuals (doc/schedules.md)");
   }
   if (s->kept.b != b || s->kept.x != x || r == x)
   {
      return TSW_ERROR(ARGUMENT, "b and x must be those of the last sweep, and r another vector");
   }
   const tsw_plan *plan = &s->plan;
   s->space->enter(stream);
   TSW_TRY(plan->schedule->residual(plan->state, &plan->packed, &s->kept, r, stream));
   s->keeps = r != b;
   return s->space->last_use.mark(&s->last_use, stream);
}
