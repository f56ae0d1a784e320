/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/long_sweep.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>

#include "support/check.h"

/* What the stored entries of a row add up to, and how far a double sum of them may be off. */
typedef struct row_sums
{
   long double diag;    /* a_ii */
   long double others;  /* sum of a_ij ((1 - omega) v_j - x_j), j != i */
   double      size;    /* absolute values of all terms */
   double      carried; /* errors of earlier rows that arrive here */
} row_sums;

static row_sums add_row(const test_block *m, int64_t i, long double omega, const long double *v,
                        const long double *x, const double *bound)
{
   row_sums sums = { 0.0L, 0.0L, 0.0, 0.0 };
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
         sums.carried += (double) fabsl(a) * bound[j];
      }
   }
   return sums;
}

static void visit(const test_block *m, const trisweep_sweep *how, int64_t i, const double *b,
                  const long double *v, long double *x, double *bound)
{
   const row_sums    sums = add_row(m, i, how->omega, v, x, bound);
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
   bound[i] = (double) fabsl(keep) * bound[i] +
              (double) fabsl(step) * (sums.carried + unit * size) + unit * (double) fabsl(x[i]) +
              DBL_MIN;
}

void long_sweep(const test_block *m, const trisweep_sweep *how, const double *b, long double *x,
                double *bound)
{
   long double *v = check_alloc((size_t) m->n, sizeof *v);
   for (int64_t i = 0; i < m->n; i++)
   {
      x[i] = how->zero_guess ? 0.0L : x[i];
      v[i] = x[i];
      bound[i] = 0.0;
   }
   for (int64_t i = 0; i < m->n && how->direction != TRISWEEP_BACKWARD; i++)
   {
      visit(m, how, i, b, v, x, bound);
   }
   for (int64_t i = m->n - 1; i >= 0 && how->direction != TRISWEEP_FORWARD; i--)
   {
      visit(m, how, i, b, v, x, bound);
   }
   free(v);
}
