/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/dense.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

void dense_open(const test_block *m, dense *a)
{
   const size_t n = (size_t) m->n;
   a->n = m->n;
   a->l1 = m->l1;
   a->composed = false;
   a->a = check_alloc(n * n, sizeof *a->a);
   a->size = check_alloc(n * n, sizeof *a->size);
   a->n_terms = check_alloc(n, sizeof *a->n_terms);
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         a->a[i * m->n + m->col_idx[k]] += m->val[k];
         a->size[i * m->n + m->col_idx[k]] += fabs(m->val[k]);
         a->n_terms[i]++;
      }
   }
}

void dense_free(dense *a)
{
   free(a->a);
   free(a->size);
   free(a->n_terms);
}

static long double scale_of(const dense *a, const trisweep_sweep *how, int64_t i)
{
   return how->scaling == TRISWEEP_L1 ? a->l1[i] : a->a[i * a->n + i];
}

/* The formula of trisweep.h for row i. */
static void visit(const dense *a, const trisweep_sweep *how, int64_t i, const double *b,
                  const long double *v, long double *x)
{
   const long double *row = a->a + i * a->n;
   long double        sum = how->omega * (b[i] - row[i] * x[i]);
   for (int64_t j = 0; j < a->n; j++)
   {
      sum += j == i ? 0.0L : (1.0L - how->omega) * row[j] * v[j] - row[j] * x[j];
   }
   x[i] += how->relax_weight / scale_of(a, how, i) * sum;
}

/* Additional terms of the bound for a composed pass: the residual and t contain sums over x
 * before this pass and before the sweep. */
static double composed_size(const dense *a, int64_t i, const long double *v,
                            const long double *before)
{
   double size = 0.0;
   for (int64_t j = 0; j < a->n; j++)
   {
      size += a->size[i * a->n + j] * 2.0 * (double) (fabsl(v[j]) + fabsl(before[j]));
   }
   return size;
}

/* Error bound of a double x_i after this visit, from the bounds of all x_j before the visit. */
static double error_of_visit(const dense *a, const trisweep_sweep *how, int64_t i, const double *b,
                             const long double *v, const long double *before, const long double *x,
                             const double *bound)
{
   const double *row = a->size + i * a->n;
   const double  unit = (double) (2 * a->n_terms[i] + 16) * DBL_EPSILON;
   const double  step = fabs(how->relax_weight / (double) scale_of(a, how, i));
   const double  keep = fabs(1.0 - how->relax_weight * how->omega *
                                      (double) (a->a[i * a->n + i] / scale_of(a, how, i)));
   double        size = fabs(how->omega) * (fabs(b[i]) + row[i] * (double) fabsl(x[i]));
   double        carried = 0.0;
   for (int64_t j = 0; j < a->n; j++)
   {
      if (j != i)
      {
         size += row[j] * (double) (fabsl(x[j]) + fabsl((1.0L - how->omega) * v[j]));
         carried += row[j] * bound[j];
      }
   }
   double self = (double) fabsl(x[i]);
   if (a->composed)
   {
      size += composed_size(a, i, v, before);
      self += (double) fabsl(before[i]);
   }
   return keep * bound[i] + step * (carried + unit * size) + unit * self + DBL_MIN;
}

void dense_sweep(const dense *a, const trisweep_sweep *how, const double *b, long double *x,
                 double *bound)
{
   long double *v = check_alloc((size_t) a->n, sizeof *v);
   long double *before = check_alloc((size_t) a->n, sizeof *before);
   for (int64_t i = 0; i < a->n; i++)
   {
      x[i] = how->zero_guess ? 0.0L : x[i];
      v[i] = x[i];
      bound[i] = 0.0;
   }
   const int64_t n_visits = how->direction == TRISWEEP_SYMMETRIC ? 2 * a->n : a->n;
   for (int64_t k = 0; k < n_visits; k++)
   {
      if (k % a->n == 0)
      {
         memcpy(before, x, (size_t) a->n * sizeof *x);
      }
      const bool    down = how->direction == TRISWEEP_BACKWARD || k >= a->n;
      const int64_t i = down ? a->n - 1 - k % a->n : k;
      if (scale_of(a, how, i) != 0.0L && (!how->points || how->cf_marker[i] == how->points))
      {
         bound[i] = error_of_visit(a, how, i, b, v, before, x, bound);
         visit(a, how, i, b, v, x);
      }
   }
   free(v);
   free(before);
}
