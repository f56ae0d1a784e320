/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Corrections x += w M^-1 (b - A x): the residual, and two ZERO passes; with DILU by few colours a
 * symmetric sweep (kernels/cuda/colors/pivots.cu).
 */
#include <math.h>

#include "base/message.h"
#include "base/range.h"
#include "smoother/smoother.h"

static trisweep_status check_correction(const trisweep_smoother   *s,
                                        const trisweep_correction *correction)
{
   if (!isfinite(correction->relax_weight))
   {
      return TSW_ERROR(ARGUMENT, "relax_weight %g must be finite", correction->relax_weight);
   }
   if (correction->points != 0 && !correction->cf_marker && s->stats.n_rows > 0)
   {
      return TSW_ERROR(ARGUMENT, "cf_marker is a null pointer");
   }
   if (s->factors.kind == TRISWEEP_NO_FACTORS)
   {
      return TSW_ERROR(ORDER, "the smoother has no factors; call trisweep_smoother_set_factors "
                              "before the analysis");
   }
   return tsw_smoother_need_values(s);
}

static trisweep_status solve(trisweep_smoother *s, const tsw_plan *plan, bool upper,
                             const double *inv_scale, const double *b, double *x, void *stream)
{
   const tsw_pass pass = { .kind = TSW_PASS_ZERO,
                           .backward = upper,
                           .inv_scale = inv_scale,
                           .relax_weight = 1.0,
                           .omega = 1.0,
                           .b = b,
                           .x = x };
   s->stats.correct_bytes += tsw_plan_pass_bytes(plan, &pass);
   return tsw_plan_pass(plan, &pass, stream);
}

/* r = M^-1 b, with z as work space; b may be r. */
static trisweep_status apply(trisweep_smoother *s, const tsw_correct_job *job, const double *b,
                             void *stream)
{
   const tsw_factors *f = &s->factors;
   if (f->kind == TRISWEEP_ILU)
   {
      TSW_TRY(solve(s, &f->plan, false, NULL, b, f->z, stream));
      return solve(s, &f->plan, true, f->plan.packed.inv_diag, f->z, f->r, stream);
   }
   TSW_TRY(solve(s, &s->plan, false, f->inv_pivot, b, f->z, stream));
   TSW_TRY(s->space->correction.unscale(job, stream));
   return solve(s, &s->plan, true, f->inv_pivot, f->z, f->r, stream);
}

static trisweep_status correct_one_vector(trisweep_smoother         *s,
                                          const trisweep_correction *correction, const double *b,
                                          double *x, void *stream)
{
   const tsw_factors    *f = &s->factors;
   const double          bytes = sizeof(double) * (double) s->stats.n_rows;
   const tsw_correct_job job = { .block = &s->plan,
                                 .diagonal = f->diagonal,
                                 .inv_pivot = f->inv_pivot,
                                 .how = correction,
                                 .b = b,
                                 .x = x,
                                 .r = f->r,
                                 .z = f->z,
                                 .words = f->words };
   TSW_TRY(s->space->correction.start(&job, stream));
   if (!correction->zero_guess)
   {
      /* b, x and the diagonal are read and r is written. */
      s->stats.correct_bytes += (double) s->stats.block_bytes + 4.0 * bytes;
   }
   TSW_TRY(apply(s, &job, correction->zero_guess ? b : f->r, stream));
   TSW_TRY(s->space->correction.finish(&job, stream));
   s->stats.correct_bytes += (correction->zero_guess ? 2.0 : 3.0) * bytes;
   return TRISWEEP_OK;
}

/* A correction with DILU by few colours; with a weight or points, from a sweep of a copy of x. */
static trisweep_status correct_by_sweep(trisweep_smoother *s, const trisweep_correction *correction,
                                        const double *b, double *x, void *stream)
{
   const bool            whole = correction->relax_weight == 1.0 && correction->points == 0;
   tsw_factors          *f = &s->factors;
   const tsw_correct_job job = { .block = &s->plan, .how = correction, .b = b, .x = x, .z = f->z };
   trisweep_sweep        sweep = TRISWEEP_SWEEP_INIT;
   sweep.direction = TRISWEEP_SYMMETRIC;
   sweep.zero_guess = correction->zero_guess;
   sweep.b = b;
   sweep.x = whole ? x : f->z;
   if (!whole && !correction->zero_guess)
   {
      TSW_TRY(s->space->copy(f->z, x, s->stats.n_rows, stream));
   }
   TSW_TRY(trisweep_smoother_sweep(s, &sweep, stream));
   return whole ? TRISWEEP_OK : s->space->correction.blend(&job, stream);
}

static trisweep_status need_vectors(trisweep_smoother *s)
{
   const bool   residual = !tsw_smoother_sweeps_factors(s);
   tsw_factors *f = &s->factors;
   TSW_TRY(tsw_smoother_need_vector(s, residual, "a work vector", &f->r));
   TSW_TRY(tsw_smoother_need_vector(s, true, "a work vector", &f->z));
   return f->words || !residual
             ? TRISWEEP_OK
             : s->space->memory.alloc(&s->memory, &f->words, 2, sizeof(int32_t), "two words");
}

trisweep_status trisweep_smoother_correct(trisweep_smoother *s, const trisweep_correction *given,
                                          void *stream)
{
   TSW_RANGE("trisweep correction", -1);
   trisweep_correction        known = TRISWEEP_CORRECTION_INIT;
   const trisweep_correction *correction = &known;
   TSW_TRY(tsw_smoother_enter(s));
   TSW_TRY(
      tsw_smoother_take("correction", "CORRECTION", given, sizeof known, &known, sizeof known));
   TSW_TRY(tsw_smoother_settle(s));
   TSW_TRY(check_correction(s, correction));
   s->keeps = false;
   tsw_factors     *f = &s->factors;
   const tsw_space *space = s->space;
   tsw_vectors      v = { s->stats.n_rows, correction->n_vectors, correction->b,
                          correction->ldb, correction->x,         correction->ldx };
   TSW_TRY(tsw_vectors_check(&v));
   space->enter(stream);
   TSW_TRY(space->check(&s->plan.packed, stream));
   if (f->kind == TRISWEEP_ILU)
   {
      TSW_TRY(space->check(&f->plan.packed, stream));
   }
   TSW_TRY(need_vectors(s));
   space->timer.begin(&f->corrections, stream);
   for (int32_t k = 0; k < v.n_vectors && v.n_rows > 0; k++)
   {
      TSW_TRY((tsw_smoother_sweeps_factors(s) ? correct_by_sweep : correct_one_vector)(
         s, correction, v.b + k * v.ldb, v.x + k * v.ldx, stream));
   }
   space->timer.end(&f->corrections, stream);
   s->stats.n_corrections++;
   return space->last_use.mark(&s->last_use, stream);
}
