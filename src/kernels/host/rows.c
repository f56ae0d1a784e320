/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/host/rows.h"

#include "base/inline.h"
#include "kernels/host/forms.h"

/*
 * The critical path of a sweep leads from x_i to the next row that uses x_i. Therefore new values
 * are summed last, in storage order (nearest column last), the sum is multiplied by 1 / m_i, and
 * the x of the preceding row stays in a register.
 */

enum
{
   SHARE = 1024 /* rows of a residual that one thread computes at a time */
};

/* The row swept last, and the x of this row. */
typedef struct neighbour
{
   int64_t i;
   double  x;
} neighbour;

typedef struct triangle
{
   const int32_t *restrict row_ptr;
   const int32_t *restrict col;
   const double *restrict doubles;
   const float *restrict floats;
   bool is_float; /* read floats; constant in each inlined loop */
} triangle;

TSW_ALWAYS_INLINE double value_at(const triangle *t, int32_t e)
{
   return t->is_float ? (double) t->floats[e] : t->doubles[e];
}

/* sum - (entries begin .. end - 1) x */
TSW_ALWAYS_INLINE double subtract(const triangle *t, int32_t begin, int32_t end,
                                  const double *restrict x, double sum)
{
   for (int32_t e = begin; e < end; e++)
   {
      sum -= value_at(t, e) * x[t->col[e]];
   }
   return sum;
}

TSW_ALWAYS_INLINE double subtract_row(const triangle *t, int64_t i, const double *restrict x,
                                      double sum)
{
   return subtract(t, t->row_ptr[i], t->row_ptr[i + 1], x, sum);
}

/* As subtract_row. The last entry is mostly in the column of the row swept before. */
TSW_ALWAYS_INLINE double subtract_fresh(const triangle *t, int64_t i, const double *restrict x,
                                        double sum, neighbour before)
{
   const int32_t begin = t->row_ptr[i];
   const int32_t last = t->row_ptr[i + 1] - 1;
   sum = subtract(t, begin, last, x, sum);
   if (last < begin)
   {
      return sum;
   }
   const ptrdiff_t j = t->col[last];
   const double    a = value_at(t, last);
   return __builtin_expect(j == before.i, 1) ? sum - a * before.x : sum - a * x[j];
}

typedef struct operands
{
   triangle fresh; /* multiplied by new values of x */
   triangle stale; /* multiplied by old values of x */
   double   keep;  /* 1 - relax_weight omega, if there is no diag_scale */
} operands;

TSW_ALWAYS_INLINE triangle triangle_of(const tsw_floats *floats, bool has_floats,
                                       const tsw_packed *p, bool upper)
{
   const tsw_triangle *t = upper ? &p->upper : &p->lower;
   return (triangle){ t->row_ptr, t->col_idx, t->val, has_floats ? floats->val[upper] : NULL,
                      has_floats };
}

TSW_ALWAYS_INLINE operands operands_of(const tsw_floats *floats, bool has_floats,
                                       const tsw_packed *p, const tsw_pass *pass)
{
   return (operands){ .fresh = triangle_of(floats, has_floats, p, pass->backward),
                      .stale = triangle_of(floats, has_floats, p, !pass->backward),
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
   const double old = -subtract_row(&o->stale, i, pass->x, 0.0);
   double       r = pass->omega * pass->b[i] - old;
   if (pass->omega != 1.0)
   {
      const double other = -subtract_row(&o->stale, i, pass->v, 0.0);
      r += (1.0 - pass->omega) * -subtract_row(&o->fresh, i, pass->v, -other);
   }
   r = subtract_fresh(&o->fresh, i, pass->x, r, before);
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
   const double r = subtract_fresh(&o->fresh, i, pass->x, start, before);
   if (pass->t)
   {
      pass->t[i] = r;
   }
   return quotient(pass, i, r);
}

TSW_ALWAYS_INLINE double half_row(const tsw_pass *pass, const operands *o, int64_t i,
                                  neighbour before)
{
   return relax(pass, o, i, subtract_fresh(&o->fresh, i, pass->x, pass->t[i], before));
}

/* Inlined once for each kind of pass and form, so that the loop has no switch. */
TSW_ALWAYS_INLINE void all_rows(const operands *o, const tsw_pass *pass, tsw_pass_kind kind,
                                int64_t begin, int64_t end)
{
   neighbour     before = { -1, 0.0 };
   const int64_t step = pass->backward ? -1 : 1;
   int64_t       i = pass->backward ? end - 1 : begin;
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

/* Are the parameters the usual ones: weights 1, no marker, no zero diagonal? */
static bool is_usual(const tsw_packed *p, const tsw_pass *pass)
{
   return p->n_zero_diagonals == 0 && pass->inv_scale && !pass->cf_marker && pass->omega == 1.0 &&
          pass->relax_weight == 1.0;
}

/* The pass with parameters that are constants in the inlined loops. */
TSW_ALWAYS_INLINE tsw_pass constants_of(const tsw_pass *pass, bool usual, bool backward)
{
   tsw_pass c = *pass;
   c.backward = backward;
   if (usual)
   {
      c.omega = c.relax_weight = 1.0;
      c.cf_marker = NULL;
   }
   if (usual && !c.inv_scale)
   {
      __builtin_unreachable();
   }
   return c;
}

TSW_ALWAYS_INLINE void pass_of(const tsw_floats *floats, const tsw_packed *p, const tsw_pass *given,
                               bool usual, bool backward, bool has_floats, int64_t begin,
                               int64_t end)
{
   const tsw_pass pass = constants_of(given, usual, backward);
   const operands o = operands_of(floats, has_floats, p, &pass);
   switch (pass.kind)
   {
   case TSW_PASS_FULL:
      all_rows(&o, &pass, TSW_PASS_FULL, begin, end);
      break;
   case TSW_PASS_ZERO:
      all_rows(&o, &pass, TSW_PASS_ZERO, begin, end);
      break;
   case TSW_PASS_HALF:
      all_rows(&o, &pass, TSW_PASS_HALF, begin, end);
      break;
   }
}

void tsw_rows_pass(const tsw_floats *floats, const tsw_packed *p, const tsw_pass *pass,
                   int64_t begin, int64_t end){
#define PASS(usual, backward, has_floats) \
   pass_of(floats, p, pass, usual, backward, has_floats, begin, end)
   TSW_EACH_FORM(is_usual(p, pass), pass->backward, floats && floats->val[0], PASS)
#undef PASS
}

/* r_i before the product with the triangle of old values, from t (schedule.h). */
TSW_ALWAYS_INLINE
   double start_of(const tsw_packed *p, const tsw_pass *pass, const operands *o, int64_t i)
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
   const double right = kept ? subtract_row(&o->fresh, i, pass->x, pass->b[i]) : pass->t[i];
   return p->inv_diag[i] == 0.0 ? right : right - pass->x[i] / p->inv_diag[i];
}

TSW_ALWAYS_INLINE void residual_of(const tsw_floats *floats, const tsw_packed *p,
                                   const tsw_pass *given, bool usual, bool backward,
                                   bool has_floats, int64_t begin, int64_t end, double *r)
{
   const tsw_pass pass = constants_of(given, usual, backward);
   const operands o = operands_of(floats, has_floats, p, &pass);
   for (int64_t i = begin; i < end; i++)
   {
      r[i] = subtract_row(&o.stale, i, pass.x, start_of(p, &pass, &o, i));
   }
}

void tsw_rows_residual(const tsw_floats *floats, const tsw_packed *p, const tsw_pass *pass,
                       int n_threads, double *r)
{
#define RESIDUAL(usual, backward, has_floats) \
   residual_of(floats, p, pass, usual, backward, has_floats, begin, end, r)
#pragma omp parallel for num_threads(n_threads) schedule(static)
   for (int64_t begin = 0; begin < p->n_rows; begin += SHARE)
   {
      const int64_t end = begin + SHARE < p->n_rows ? begin + SHARE : p->n_rows;
      TSW_EACH_FORM(is_usual(p, pass), pass->backward, floats && floats->val[0], RESIDUAL)
   }
#undef RESIDUAL
}
