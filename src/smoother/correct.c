/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Corrections x += w M^-1 (b - A x): the residual by rows of the packed block,
 * which keep their order of summation for any number of threads, and two ZERO
 * passes. For ILU these solve with L, whose diagonal is one, and with U, for
 * DILU with D + L and D + U, multiplying by D in between.
 */
#include <math.h>

#include "base/message.h"
#include "smoother/smoother.h"
#include "smoother/vectors.h"

static trisweep_status check_correction(const trisweep_smoother   *s,
                                        const trisweep_correction *correction)
{
   if (!s || !correction)
   {
      return TSW_ERROR(ARGUMENT, "%s is a null pointer", s ? "correction" : "the smoother");
   }
   if (correction->size != sizeof *correction)
   {
      return TSW_ERROR(ARGUMENT,
                       "the correction has size %zu, not %zu; start from "
                       "TRISWEEP_CORRECTION_INIT and compile against the installed header",
                       correction->size, sizeof *correction);
   }
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
   if (!s->has_values)
   {
      return TSW_ERROR(ORDER, "no values are loaded; call trisweep_smoother_update_values first");
   }
   return TRISWEEP_OK;
}

static double row_times(const tsw_triangle *t, int64_t k, const double *x)
{
   double sum = 0.0;
   for (int32_t e = t->row_ptr[k]; e < t->row_ptr[k + 1]; e++)
   {
      sum += t->val[e] * x[t->col_idx[e]];
   }
   return sum;
}

/* r = b - A x */
static void residual(const trisweep_smoother *s, const double *b, const double *x, double *r)
{
   const tsw_packed *p = &s->plan.packed;
   const double     *diagonal = s->factors.diagonal;
#pragma omp parallel for num_threads(s->plan.n_threads) schedule(static)
   for (int64_t k = 0; k < p->n_rows; k++)
   {
      const int64_t i = p->row ? p->row[k] : k;
      r[i] = b[i] - diagonal[i] * x[i] - row_times(&p->lower, k, x) - row_times(&p->upper, k, x);
   }
}

/* One triangular solve, from a vector to another. */
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

/* M^-1 b into r, by way of z; b may be r. */
static trisweep_status apply(trisweep_smoother *s, const double *b, void *stream)
{
   const tsw_factors *f = &s->factors;
   if (f->kind == TRISWEEP_ILU)
   {
      TSW_TRY(solve(s, &f->plan, false, NULL, b, f->z, stream));
      return solve(s, &f->plan, true, f->plan.packed.inv_diag, f->z, f->r, stream);
   }
   TSW_TRY(solve(s, &s->plan, false, f->inv_pivot, b, f->z, stream));
   for (int64_t i = 0; i < s->stats.n_rows; i++)
   {
      f->z[i] = f->inv_pivot[i] == 0.0 ? 0.0 : f->z[i] / f->inv_pivot[i];
   }
   return solve(s, &s->plan, true, f->inv_pivot, f->z, f->r, stream);
}

static void update(const trisweep_correction *correction, int64_t n_rows, const double *change,
                   double *x)
{
   const int32_t *marker = correction->points ? correction->cf_marker : NULL;
   const double   weight = correction->relax_weight;
   for (int64_t i = 0; i < n_rows; i++)
   {
      const bool mine = !marker || marker[i] == correction->points;
      if (correction->zero_guess)
      {
         x[i] = mine ? weight * change[i] : 0.0;
      }
      else if (mine)
      {
         x[i] += weight * change[i];
      }
   }
}

/* Has the vector a norm? Not if an entry is NaN or infinite, or its square is. */
static bool has_norm(const double *v, int64_t n)
{
   double sum = 0.0;
   for (int64_t i = 0; i < n; i++)
   {
      sum += v[i] * v[i];
   }
   return isfinite(sum);
}

static int64_t largest_entry(const double *v, int64_t n)
{
   int64_t largest = 0;
   for (int64_t i = 0; i < n && isfinite(v[largest]); i++)
   {
      largest = fabs(v[i]) <= fabs(v[largest]) ? largest : i;
   }
   return largest;
}

/*
 * A correction so large that its norm overflows is an error, unless the residual was like that:
 * no Krylov method would survive it.
 */
static trisweep_status check_change(trisweep_smoother *s, const trisweep_correction *correction,
                                    const double *b, const double *x)
{
   const tsw_factors *f = &s->factors;
   const int64_t      n = s->stats.n_rows;
   if (has_norm(f->r, n))
   {
      return TRISWEEP_OK;
   }
   const int64_t row = largest_entry(f->r, n);
   const double  entry = f->r[row];
   if (!correction->zero_guess)
   {
      residual(s, b, x, f->z);
   }
   if (!has_norm(correction->zero_guess ? b : f->z, n))
   {
      return TRISWEEP_OK;
   }
   return TSW_ERROR_ROW(VALUE, row, "the correction is %g, because the incomplete factors are "
                        "unstable; use another fill level, a larger pivot_tol, or Gauss-Seidel",
                        entry);
}

static trisweep_status correct_one_vector(trisweep_smoother         *s,
                                          const trisweep_correction *correction, const double *b,
                                          double *x, void *stream)
{
   double       *r = s->factors.r;
   const int64_t n = s->stats.n_rows;
   if (!correction->zero_guess)
   {
      residual(s, b, x, r);
      /* b, x and the diagonal are read and r is written. */
      s->stats.correct_bytes += (double) s->stats.block_bytes + 4.0 * sizeof(double) * (double) n;
   }
   TSW_TRY(apply(s, correction->zero_guess ? b : r, stream));
   TSW_TRY(check_change(s, correction, b, x));
   update(correction, n, r, x);
   s->stats.correct_bytes += (correction->zero_guess ? 2.0 : 3.0) * sizeof(double) * (double) n;
   return TRISWEEP_OK;
}

trisweep_status trisweep_smoother_correct(trisweep_smoother         *s,
                                          const trisweep_correction *correction, void *stream)
{
   tsw_smoother_place_messages(s);
   TSW_TRY(check_correction(s, correction));
   tsw_factors *f = &s->factors;
   tsw_vectors  v = { s->stats.n_rows, correction->n_vectors, correction->b,
                      correction->ldb, correction->x,         correction->ldx };
   TSW_TRY(tsw_vectors_check(&v));
   if (!f->r)
   {
      TSW_TRY(tsw_memory_alloc(&s->memory, &f->r, v.n_rows, sizeof(double), "a work vector"));
   }
   if (!f->z)
   {
      TSW_TRY(tsw_memory_alloc(&s->memory, &f->z, v.n_rows, sizeof(double), "a work vector"));
   }
   tsw_timer_begin(&f->corrections);
   for (int32_t k = 0; k < v.n_vectors && v.n_rows > 0; k++)
   {
      TSW_TRY(correct_one_vector(s, correction, v.b + k * v.ldb, v.x + k * v.ldx, stream));
   }
   tsw_timer_end(&f->corrections);
   s->stats.n_corrections++;
   return TRISWEEP_OK;
}
