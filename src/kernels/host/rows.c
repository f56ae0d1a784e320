/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/host/rows.h"

#include "base/inline.h"
#include "kernels/host/forms.h"

/*
 * The critical path of a sweep leads from x_i to the next row that uses x_i. Therefore new values
 * are summed last, in storage order (nearest column last), the sum is multiplied by 1 / m_i, and
 * the x of the preceding row stays in a register.
 */

/* The row swept last, and the x of this row. */
typedef struct neighbour
{
   int64_t i;
   double  x;
} neighbour;

/* A triangle, with short copies of columns and values or NULL. */
typedef struct triangle
{
   const int32_t *restrict row_ptr;
   const int32_t *restrict col;
   const double *restrict doubles;
   const uint16_t *restrict distance;
   const float *restrict floats;
} triangle;

/* Which entries are read, and the sign of distances. Constant in each inlined loop. */
typedef struct form
{
   bool upper; /* of the triangle of new values: rows in descending order */
   bool short_columns;
   bool floats;
} form;

TSW_ALWAYS_INLINE double value_at(const triangle *t, form f, int32_t e)
{
   return f.floats ? (double) t->floats[e] : t->doubles[e];
}

TSW_ALWAYS_INLINE ptrdiff_t column_at(const triangle *t, form f, ptrdiff_t k, int32_t e)
{
   return !f.short_columns ? t->col[e] : f.upper ? k + t->distance[e] : k - t->distance[e];
}

/* sum - (entries begin .. end - 1 of row k of a triangle) x */
TSW_ALWAYS_INLINE double subtract(const triangle *t, form f, ptrdiff_t k, int32_t begin,
                                  int32_t end, const double *restrict x, double sum)
{
   for (int32_t e = begin; e < end; e++)
   {
      sum -= value_at(t, f, e) * x[column_at(t, f, k, e)];
   }
   return sum;
}

TSW_ALWAYS_INLINE double subtract_row(const triangle *t, form f, ptrdiff_t k,
                                      const double *restrict x, double sum)
{
   return subtract(t, f, k, t->row_ptr[k], t->row_ptr[k + 1], x, sum);
}

/* As subtract_row. The last entry is mostly in the column of the row swept before. */
TSW_ALWAYS_INLINE double subtract_fresh(const triangle *t, form f, ptrdiff_t k,
                                        const double *restrict x, double sum, neighbour before)
{
   const int32_t begin = t->row_ptr[k];
   const int32_t last = t->row_ptr[k + 1] - 1;
   sum = subtract(t, f, k, begin, last, x, sum);
   if (last < begin)
   {
      return sum;
   }
   const ptrdiff_t j = column_at(t, f, k, last);
   const double    a = value_at(t, f, last);
   return __builtin_expect(j == before.i, 1) ? sum - a * before.x : sum - a * x[j];
}

typedef struct operands
{
   triangle fresh; /* multiplied by new values of x */
   triangle stale; /* multiplied by old values of x */
   form     f, other;
   double   keep; /* 1 - relax_weight omega, if there is no diag_scale */
} operands;

TSW_ALWAYS_INLINE triangle triangle_of(const tsw_compact *c, const tsw_packed *p, bool upper)
{
   const tsw_triangle *t = upper ? &p->upper : &p->lower;
   return (triangle){ t->row_ptr, t->col_idx, t->val, c ? c->distance[upper] : NULL,
                      c ? c->val[upper] : NULL };
}

TSW_ALWAYS_INLINE operands operands_of(const tsw_compact *c, const tsw_packed *p,
                                       const tsw_pass *pass, form f)
{
   return (operands){ .fresh = triangle_of(c, p, f.upper),
                      .stale = triangle_of(c, p, !f.upper),
                      .f = f,
                      .other = { !f.upper, f.short_columns, f.floats },
                      .keep = 1.0 - pass->relax_weight * pass->omega };
}

/* 1 / m_i */
TSW_ALWAYS_INLINE double inverse_of(const tsw_pass *pass, int64_t i)
{
   return pass->inv_scale ? pass->inv_scale[i] : 1.0;
}

/* relax_weight r / m_i */
TSW_ALWAYS_INLINE double quotient(const tsw_pass *pass, int64_t i, double r)
{
   return pass->relax_weight * inverse_of(pass, i) * r;
}

TSW_ALWAYS_INLINE bool is_kept(const tsw_pass *pass, int64_t i)
{
   return inverse_of(pass, i) == 0.0 || (pass->cf_marker && pass->cf_marker[i] != pass->points);
}

/* The new x_i. The old x_i is not read if its factor is 0: a NaN in it then has no effect. */
TSW_ALWAYS_INLINE double relax(const tsw_pass *pass, const operands *o, int64_t i, double r)
{
   const double change = quotient(pass, i, r);
   const double keep =
      pass->diag_scale ? 1.0 - pass->relax_weight * pass->omega * pass->diag_scale[i] : o->keep;
   return keep == 0.0 ? change : keep * pass->x[i] + change;
}

TSW_ALWAYS_INLINE double full_row(const tsw_pass *pass, const operands *o, int64_t i,
                                  neighbour before)
{
   const double old = -subtract_row(&o->stale, o->other, i, pass->x, 0.0);
   double       r = pass->omega * pass->b[i] - old;
   if (pass->omega != 1.0)
   {
      const double other = -subtract_row(&o->stale, o->other, i, pass->v, 0.0);
      r += (1.0 - pass->omega) * -subtract_row(&o->fresh, o->f, i, pass->v, -other);
   }
   r = subtract_fresh(&o->fresh, o->f, i, pass->x, r, before);
   if (pass->t)
   {
      pass->t[i] = r + old;
   }
   return relax(pass, o, i, r);
}

TSW_ALWAYS_INLINE double zero_row(const tsw_pass *pass, const operands *o, int64_t i,
                                  neighbour before)
{
   const double start = pass->omega * pass->b[i];
   const double r = subtract_fresh(&o->fresh, o->f, i, pass->x, start, before);
   if (pass->t)
   {
      pass->t[i] = r;
   }
   return quotient(pass, i, r);
}

TSW_ALWAYS_INLINE double half_row(const tsw_pass *pass, const operands *o, int64_t i,
                                  neighbour before)
{
   return relax(pass, o, i, subtract_fresh(&o->fresh, o->f, i, pass->x, pass->t[i], before));
}

/* Inlined once for each kind of pass and form, so that the loop has no switch. */
TSW_ALWAYS_INLINE void all_rows(const operands *o, const tsw_pass *pass, tsw_pass_kind kind,
                                int64_t begin, int64_t end)
{
   neighbour     before = { -1, 0.0 };
   const int64_t step = o->f.upper ? -1 : 1;
   int64_t       i = o->f.upper ? end - 1 : begin;
   for (int64_t left = end - begin; left > 0; left--, i += step)
   {
      if (is_kept(pass, i))
      {
         pass->x[i] = kind == TSW_PASS_ZERO ? 0.0 : pass->x[i];
         continue;
      }
      before.x = kind == TSW_PASS_FULL   ? full_row(pass, o, i, before)
                 : kind == TSW_PASS_ZERO ? zero_row(pass, o, i, before)
                                         : half_row(pass, o, i, before);
      before.i = i;
      pass->x[i] = before.x;
   }
}

TSW_ALWAYS_INLINE void each_kind(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass,
                                 form f, int64_t begin, int64_t end)
{
   const operands o = operands_of(c, p, pass, f);
   switch (pass->kind)
   {
   case TSW_PASS_FULL:
      all_rows(&o, pass, TSW_PASS_FULL, begin, end);
      break;
   case TSW_PASS_ZERO:
      all_rows(&o, pass, TSW_PASS_ZERO, begin, end);
      break;
   case TSW_PASS_HALF:
      all_rows(&o, pass, TSW_PASS_HALF, begin, end);
      break;
   }
}

void tsw_rows_pass(const tsw_packed *p, const tsw_pass *pass, int64_t begin, int64_t end)
{
   if (pass->backward)
   {
      each_kind(NULL, p, pass, (form){ true, false, false }, begin, end);
   }
   else
   {
      each_kind(NULL, p, pass, (form){ false, false, false }, begin, end);
   }
}

/* Has the pass the usual parameters: weights 1, no marker, no zero diagonal? */
static bool is_usual(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass)
{
   return c && p->n_zero_diagonals == 0 && pass->inv_scale && !pass->cf_marker &&
          pass->omega == 1.0 && pass->relax_weight == 1.0;
}

/* The parameters are constants in the inlined loops. */
TSW_ALWAYS_INLINE tsw_pass usual(const tsw_pass *pass)
{
   tsw_pass u = *pass;
   u.omega = u.relax_weight = 1.0;
   u.cf_marker = NULL;
   if (!u.inv_scale)
   {
      __builtin_unreachable();
   }
   return u;
}

void tsw_rows_pass_all(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass)
{
   if (!is_usual(c, p, pass))
   {
      tsw_rows_pass(p, pass, 0, p->n_rows);
      return;
   }
   const tsw_pass u = usual(pass);
#define SWEEP(upper, short_columns, floats) \
   each_kind(c, p, &u, (form){ upper, short_columns, floats }, 0, p->n_rows)
   TSW_EACH_FORM(pass->backward, c->distance[0] != NULL, c->val[0] != NULL, SWEEP)
#undef SWEEP
}

/* r_i before the product with the triangle of old values, from t (schedule.h). */
TSW_ALWAYS_INLINE double start_of(const tsw_packed *p, const tsw_pass *pass, const operands *o,
                                  int64_t i)
{
   if (!pass->t)
   {
      return 0.0;
   }
   const bool kept = is_kept(pass, i);
   if (pass->kind == TSW_PASS_HALF && !kept)
   {
      return pass->b[i] - pass->t[i];
   }
   const double right = kept ? subtract_row(&o->fresh, o->f, i, pass->x, pass->b[i]) : pass->t[i];
   return p->inv_diag[i] == 0.0 ? right : right - pass->x[i] / p->inv_diag[i];
}

TSW_ALWAYS_INLINE void residual_row(const tsw_packed *p, const tsw_pass *pass, const operands *o,
                                    int64_t i, double *r)
{
   r[i] = subtract_row(&o->stale, o->other, i, pass->x, start_of(p, pass, o, i));
}

trisweep_status tsw_rows_residual(TSW_UNUSED const void *state, const tsw_packed *p,
                                  const tsw_pass *pass, TSW_UNUSED int n_threads, double *r,
                                  TSW_UNUSED void *stream)
{
   const operands o = operands_of(NULL, p, pass, (form){ pass->backward, false, false });
#pragma omp parallel for num_threads(n_threads) schedule(static)
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      residual_row(p, pass, &o, i, r);
   }
   return TRISWEEP_OK;
}

TSW_ALWAYS_INLINE void residual_rows(const tsw_compact *c, const tsw_packed *p,
                                     const tsw_pass *pass, form f, double *r)
{
   const operands o = operands_of(c, p, pass, f);
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      residual_row(p, pass, &o, i, r);
   }
}

void tsw_rows_residual_all(const tsw_compact *c, const tsw_packed *p, const tsw_pass *pass,
                           double *r)
{
   if (!is_usual(c, p, pass))
   {
      (void) tsw_rows_residual(NULL, p, pass, 1, r, NULL);
      return;
   }
   const tsw_pass u = usual(pass);
#define RESIDUAL(upper, short_columns, floats) \
   residual_rows(c, p, &u, (form){ upper, short_columns, floats }, r)
   TSW_EACH_FORM(pass->backward, c->distance[0] != NULL, c->val[0] != NULL, RESIDUAL)
#undef RESIDUAL
}
