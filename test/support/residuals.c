/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>

#include "support/residuals.h"

bool residual_is_kept(const trisweep_sweep *how)
{
   return how->omega == 1.0 && how->n_vectors == 1 &&
          (how->direction != TRISWEEP_SYMMETRIC ||
           (how->relax_weight == 1.0 && how->scaling == TRISWEEP_DIAGONAL));
}

/* Row i of b - A x, and a rounding error bound from x before, within and after the sweep. */
static long double row_residual(const swept *s, int64_t i, double *bound)
{
   const test_block *m = s->c->m;
   long double       sum = s->b[i];
   double            size = fabs(s->b[i]);
   for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
   {
      const int32_t j = m->col_idx[e];
      sum -= (long double) m->val[e] * s->x[j];
      size += fabs(m->val[e]) *
              (fabs(s->x[j]) + fabs(s->c->x[j]) + (s->middle ? fabs(s->middle[j]) : 0.0));
   }
   *bound = 4.0 * DBL_EPSILON * (m->row_ptr[i + 1] - m->row_ptr[i] + 4) * size;
   return sum;
}

void residual_check(const swept *s, const double *r)
{
   for (int64_t i = 0; i < s->c->m->n; i++)
   {
      double            bound;
      const long double want = row_residual(s, i, &bound);
      if (!(fabsl(r[i] - want) <= bound))
      {
         sweep_case_print(s->c, s->how);
         fail_msg("row %" PRId64 ": %.17g instead of %.17Lg, allowed %g", i, r[i], want, bound);
      }
   }
}
