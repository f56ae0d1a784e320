/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Gauss-Seidel, SOR, SSOR and their l1 variants as passes over the two
 * triangles. A forward or backward sweep is one pass over the whole block, or
 * over one triangle from a zero guess. A symmetric sweep reads 1.5 blocks, or
 * 1.0 from a zero guess: the first half leaves in t what the second half needs
 * of the first triangle (kernels/schedule.h).
 */
#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/message.h"
#include "smoother/smoother.h"

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
   if (!s->has_values)
   {
      return TSW_ERROR(ORDER, "no values are loaded; call trisweep_smoother_update_values first");
   }
   if (sweep->scaling == TRISWEEP_L1 && !s->has_l1)
   {
      return TSW_ERROR(ORDER, "an l1 sweep needs l1 norms in trisweep_smoother_update_values");
   }
   return TRISWEEP_OK;
}

/* Do the columns of b and x share memory? */
static bool overlap(const double *b, int64_t ldb, const double *x, int64_t ldx, int32_t n_vectors,
                    int64_t n)
{
   const uintptr_t b_first = (uintptr_t) b;
   const uintptr_t x_first = (uintptr_t) x;
   const uintptr_t b_end = (uintptr_t) (b + (n_vectors - 1) * ldb + n);
   const uintptr_t x_end = (uintptr_t) (x + (n_vectors - 1) * ldx + n);
   return b_first < x_end && x_first < b_end;
}

static trisweep_status check_vectors(const trisweep_smoother *s, const trisweep_sweep *sweep)
{
   const int64_t n = s->stats.n_rows;
   const int64_t ldb = sweep->ldb ? sweep->ldb : n;
   const int64_t ldx = sweep->ldx ? sweep->ldx : n;
   if (sweep->n_vectors < 1)
   {
      return TSW_ERROR(ARGUMENT, "n_vectors is %" PRId32 "; at least 1", sweep->n_vectors);
   }
   if (ldb < n || ldx < n)
   {
      return TSW_ERROR(ARGUMENT, "ldb %" PRId64 " or ldx %" PRId64 " is less than the %" PRId64
                       " rows", ldb, ldx, n);
   }
   if (n == 0)
   {
      return TRISWEEP_OK;
   }
   if (!sweep->b || !sweep->x || (sweep->points != 0 && !sweep->cf_marker))
   {
      return TSW_ERROR(ARGUMENT, "%s is a null pointer",
                       !sweep->b ? "b" : !sweep->x ? "x" : "cf_marker");
   }
   if (overlap(sweep->b, ldb, sweep->x, ldx, sweep->n_vectors, n))
   {
      return TSW_ERROR(ARGUMENT, "b and x overlap; a sweep reads b after it has written x");
   }
   return TRISWEEP_OK;
}

/* Vectors that only some methods need, made at their first sweep. */
static trisweep_status need_vector(trisweep_smoother *s, bool needed, double **vector)
{
   if (needed && !*vector)
   {
      return tsw_memory_alloc(&s->memory, vector, s->stats.n_rows, sizeof(double),
                              "a work vector of the sweep");
   }
   return TRISWEEP_OK;
}

static trisweep_status run_pass(trisweep_smoother *s, const tsw_pass *pass)
{
   s->stats.sweep_bytes += tsw_plan_pass_bytes(&s->plan, pass);
   return s->plan.schedule->pass(s->plan.state, &s->plan.packed, pass, NULL);
}

static trisweep_status sweep_one_vector(trisweep_smoother *s, const trisweep_sweep *sweep,
                                        const double *b, double *x)
{
   const tsw_packed *p = &s->plan.packed;
   const bool        l1 = sweep->scaling == TRISWEEP_L1;
   const bool        symmetric = sweep->direction == TRISWEEP_SYMMETRIC;
   const bool        needs_v = sweep->omega != 1.0 && !sweep->zero_guess;
   tsw_pass          pass = { .kind = sweep->zero_guess ? TSW_PASS_ZERO : TSW_PASS_FULL,
                              .backward = sweep->direction == TRISWEEP_BACKWARD,
                              .inv_scale = l1 ? p->inv_l1 : p->inv_diag,
                              .diag_scale = l1 ? p->diag_l1 : NULL,
                              .relax_weight = sweep->relax_weight,
                              .omega = sweep->omega,
                              .cf_marker = sweep->points ? sweep->cf_marker : NULL,
                              .points = sweep->points,
                              .b = b,
                              .x = x,
                              .v = s->v,
                              .t = symmetric ? s->t : NULL };
   if (needs_v)
   {
      memcpy(s->v, x, (size_t) p->n_rows * sizeof(double));
   }
   TSW_TRY(run_pass(s, &pass));
   if (symmetric)
   {
      pass.kind = TSW_PASS_HALF;
      pass.backward = true;
      TSW_TRY(run_pass(s, &pass));
   }
   return TRISWEEP_OK;
}

trisweep_status trisweep_smoother_sweep(trisweep_smoother *s, const trisweep_sweep *sweep,
                                        void *stream)
{
   (void) stream;
   if (!s || !sweep)
   {
      return TSW_ERROR(ARGUMENT, "%s is a null pointer", s ? "sweep" : "the smoother");
   }
   tsw_message_place(s->rank, s->level);
   if (sweep->size != sizeof *sweep)
   {
      return TSW_ERROR(ARGUMENT, "the sweep has size %zu, not %zu; start from TRISWEEP_SWEEP_INIT "
                       "and compile against the installed header", sweep->size, sizeof *sweep);
   }
   TSW_TRY(check_method(s, sweep));
   TSW_TRY(check_vectors(s, sweep));
   TSW_TRY(need_vector(s, sweep->direction == TRISWEEP_SYMMETRIC, &s->t));
   TSW_TRY(need_vector(s, sweep->omega != 1.0 && !sweep->zero_guess, &s->v));
   const double  start = tsw_clock_now();
   const int64_t ldb = sweep->ldb ? sweep->ldb : s->stats.n_rows;
   const int64_t ldx = sweep->ldx ? sweep->ldx : s->stats.n_rows;
   for (int32_t k = 0; k < sweep->n_vectors && s->stats.n_rows > 0; k++)
   {
      TSW_TRY(sweep_one_vector(s, sweep, sweep->b + k * ldb, sweep->x + k * ldx));
   }
   s->stats.n_sweeps++;
   s->stats.sweep_seconds += tsw_clock_now() - start;
   return TRISWEEP_OK;
}
