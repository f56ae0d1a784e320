/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/long_sweep.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

/* Sums over the stored entries of a row, with terms of the error bound of double sums. */
typedef struct row_sums
{
   long double diag;    /* a_ii */
   long double others;  /* sum of a_ij ((1 - omega) v_j - x_j), j != i */
   double      size;    /* sum of the absolute values of all terms */
   double      carried; /* propagated errors of other rows */
} row_sums;

/* State of a sweep, except for x. */
typedef struct sweep_state
{
   long double *v; /* x before the sweep */
   double      *bound;
} sweep_state;

static row_sums add_row(const test_block *m, int64_t i, long double omega, const sweep_state *s,
                        const long double *x)
{
   const long double *v = s->v;
   row_sums           sums = { 0.0L, 0.0L, 0.0, 0.0 };
   for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
   {
      const int32_t     j = m->col_idx[k];
      const long double a = m->val[k];
      if (j == i)
      {
         sums.diag += a;
         sums.size += (double) fabsl(omega * a * x[j]);
      }
      else
      {
         sums.others += a * ((1.0L - omega) * v[j] - x[j]);
         sums.size += (double) (fabsl(a) * (fabsl((1.0L - omega) * v[j]) + fabsl(x[j])));
         sums.carried += (double) fabsl(a) * s->bound[j];
      }
   }
   return sums;
}

static void visit(const test_block *m, const trisweep_sweep *how, int64_t i, const double *b,
                  const sweep_state *s, long double *x)
{
   const row_sums    sums = add_row(m, i, how->omega, s, x);
   const long double scale = how->scaling == TRISWEEP_L1 ? m->l1[i] : sums.diag;
   if (scale == 0.0L || (how->points && how->cf_marker[i] != how->points))
   {
      return;
   }
   const double      unit = (2.0 * (m->row_ptr[i + 1] - m->row_ptr[i]) + 16.0) * DBL_EPSILON;
   const long double step = how->relax_weight / scale;
   const long double keep = 1.0L - step * how->omega * sums.diag;
   const double      size = sums.size + fabs(how->omega * b[i]);
   x[i] += step * (how->omega * (b[i] - sums.diag * x[i]) + sums.others);
   s->bound[i] = (double) fabsl(keep) * s->bound[i] +
                 (double) fabsl(step) * (sums.carried + unit * size) + unit * (double) fabsl(x[i]) +
                 DBL_MIN;
}

void long_sweep(const test_block *m, const trisweep_sweep *how, const double *b, long double *x,
                double *bound)
{
   const size_t      bytes = (size_t) m->n * sizeof(long double);
   const sweep_state s = { check_alloc((size_t) m->n, sizeof(long double)), bound };
   for (int64_t i = 0; i < m->n; i++)
   {
      x[i] = how->zero_guess ? 0.0L : x[i];
      bound[i] = 0.0;
   }
   memcpy(s.v, x, bytes);
   for (int64_t i = 0; i < m->n && how->direction != TRISWEEP_BACKWARD; i++)
   {
      visit(m, how, i, b, &s, x);
   }
   for (int64_t i = m->n - 1; i >= 0 && how->direction != TRISWEEP_FORWARD; i--)
   {
      visit(m, how, i, b, &s, x);
   }
   free(s.v);
}
