/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/host/rows.h"

#include "base/inline.h"

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

/* sum - (row k of a triangle) x */
TSW_ALWAYS_INLINE double subtract_row(const tsw_triangle *t, int64_t k, const double *restrict x,
                                      double sum)
{
   for (int32_t e = t->row_ptr[k]; e < t->row_ptr[k + 1]; e++)
   {
      sum -= t->val[e] * x[t->col_idx[e]];
   }
   return sum;
}

/* As subtract_row. The last entry is mostly in the column of the row swept before. */
TSW_ALWAYS_INLINE double subtract_fresh(const tsw_triangle *t, int64_t k, const double *restrict x,
                                        double sum, const neighbour *before)
{
   const int32_t begin = t->row_ptr[k];
   const int32_t last = t->row_ptr[k + 1] - 1;
   for (int32_t e = begin; e < last; e++)
   {
      sum -= t->val[e] * x[t->col_idx[e]];
   }
   if (last < begin)
   {
      return sum;
   }
   const int32_t j = t->col_idx[last];
   const double  a = t->val[last];
   return __builtin_expect(j == before->i, 1) ? sum - a * before->x : sum - a * x[j];
}

typedef struct row_operands
{
   tsw_triangle fresh; /* multiplied by new values of x */
   tsw_triangle stale; /* multiplied by old values of x */
   double       keep;  /* 1 - relax_weight omega, if there is no diag_scale */
} row_operands;

/* The new x_i. The old x_i is not read if its factor is 0: a NaN in it then has no effect. */
TSW_ALWAYS_INLINE double relax(const tsw_pass *pass, const row_operands *o, int64_t i, double r)
{
   const double change = tsw_row_quotient(pass, i, r);
   const double keep =
      pass->diag_scale ? 1.0 - pass->relax_weight * pass->omega * pass->diag_scale[i] : o->keep;
   return keep == 0.0 ? change : keep * pass->x[i] + change;
}

TSW_ALWAYS_INLINE double full_row(const tsw_pass *pass, const row_operands *o, int64_t k, int64_t i,
                                  const neighbour *before)
{
   const double old = -subtract_row(&o->stale, k, pass->x, 0.0);
   double       r = pass->omega * pass->b[i] - old;
   if (pass->omega != 1.0)
   {
      const double other = -subtract_row(&o->stale, k, pass->v, 0.0);
      r += (1.0 - pass->omega) * -subtract_row(&o->fresh, k, pass->v, -other);
   }
   r = subtract_fresh(&o->fresh, k, pass->x, r, before);
   if (pass->t)
   {
      pass->t[i] = r + old;
   }
   return relax(pass, o, i, r);
}

TSW_ALWAYS_INLINE double zero_row(const tsw_pass *pass, const row_operands *o, int64_t k, int64_t i,
                                  const neighbour *before)
{
   return tsw_row_solve(pass, i,
                        subtract_fresh(&o->fresh, k, pass->x, pass->omega * pass->b[i], before));
}

TSW_ALWAYS_INLINE double half_row(const tsw_pass *pass, const row_operands *o, int64_t k, int64_t i,
                                  const neighbour *before)
{
   return relax(pass, o, i, subtract_fresh(&o->fresh, k, pass->x, pass->t[i], before));
}

TSW_ALWAYS_INLINE void one_row(const tsw_packed *p, const tsw_pass *pass, const row_operands *o,
                               tsw_pass_kind kind, int64_t k, neighbour *before)
{
   const int64_t i = tsw_packed_row(p, k);
   if (!tsw_row_is_kept(pass, i))
   {
      before->x = kind == TSW_PASS_FULL   ? full_row(pass, o, k, i, before)
                  : kind == TSW_PASS_ZERO ? zero_row(pass, o, k, i, before)
                                          : half_row(pass, o, k, i, before);
      pass->x[i] = before->x;
      before->i = i;
   }
   else if (kind == TSW_PASS_ZERO)
   {
      pass->x[i] = 0.0;
   }
}

/* Inlined once for each kind of pass, so that the loop has no switch. */
TSW_ALWAYS_INLINE void all_rows(const tsw_packed *p, const tsw_pass *pass, tsw_pass_kind kind,
                                int64_t begin, int64_t end)
{
   const row_operands o = { .fresh = pass->backward ? p->upper : p->lower,
                            .stale = pass->backward ? p->lower : p->upper,
                            .keep = 1.0 - pass->relax_weight * pass->omega };
   neighbour          before = { -1, 0.0 };
   if (pass->backward)
   {
      for (int64_t k = end - 1; k >= begin; k--)
      {
         one_row(p, pass, &o, kind, k, &before);
      }
   }
   else
   {
      for (int64_t k = begin; k < end; k++)
      {
         one_row(p, pass, &o, kind, k, &before);
      }
   }
}

void tsw_rows_pass(const tsw_packed *p, const tsw_pass *pass, int64_t begin, int64_t end)
{
   switch (pass->kind)
   {
   case TSW_PASS_FULL:
      all_rows(p, pass, TSW_PASS_FULL, begin, end);
      break;
   case TSW_PASS_ZERO:
      all_rows(p, pass, TSW_PASS_ZERO, begin, end);
      break;
   case TSW_PASS_HALF:
      all_rows(p, pass, TSW_PASS_HALF, begin, end);
      break;
   }
}

/* r_i before the product with the triangle of old values, from t (schedule.h). */
TSW_ALWAYS_INLINE double start_of(const tsw_packed *p, const tsw_pass *pass,
                                  const tsw_triangle *fresh, int64_t k, int64_t i)
{
   if (!pass->t)
   {
      return 0.0;
   }
   const bool kept = tsw_row_is_kept(pass, i);
   if (pass->kind == TSW_PASS_HALF && !kept)
   {
      return pass->b[i] - pass->t[i];
   }
   const double right = kept ? subtract_row(fresh, k, pass->x, pass->b[i]) : pass->t[i];
   return p->inv_diag[i] == 0.0 ? right : right - pass->x[i] / p->inv_diag[i];
}

trisweep_status tsw_rows_residual(TSW_UNUSED const void *state, const tsw_packed *p,
                                  const tsw_pass *pass, TSW_UNUSED int n_threads, double *r,
                                  TSW_UNUSED void *stream)
{
   const tsw_triangle *fresh = pass->backward ? &p->upper : &p->lower;
   const tsw_triangle *stale = pass->backward ? &p->lower : &p->upper;
#pragma omp parallel for num_threads(n_threads) schedule(static)
   for (int64_t k = 0; k < p->n_rows; k++)
   {
      const int64_t i = tsw_packed_row(p, k);
      r[i] = subtract_row(stale, k, pass->x, start_of(p, pass, fresh, k, i));
   }
   return TRISWEEP_OK;
}
