/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep_smoother_residual behind every kind of sweep, schedule and number of threads, on every
 * family of matrices: b - A x to rounding, the same bits for any schedule and threads, and
 * refused behind sweeps that keep nothing.
 */
#include "support/check.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/families.h"
#include "support/sweeps.h"

/* Row i of b - A x, and how far rounding may take it off, with x as it was before the sweep. */
static long double row_residual(const test_block *m, int64_t i, const double *b, const double *x,
                                const double *before, double *bound)
{
   long double sum = b[i];
   double      size = fabs(b[i]);
   for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
   {
      const int32_t j = m->col_idx[e];
      sum -= (long double) m->val[e] * x[j];
      size += fabs(m->val[e]) * (fabs(x[j]) + fabs(before[j]));
   }
   *bound = 4.0 * DBL_EPSILON * (m->row_ptr[i + 1] - m->row_ptr[i] + 4) * size;
   return sum;
}

static void compare(const sweep_case *c, const trisweep_sweep *how, const double *r)
{
   for (int64_t i = 0; i < c->m->n; i++)
   {
      double            bound;
      const long double want = row_residual(c->m, i, how->b, how->x, c->x, &bound);
      if (!(fabsl(r[i] - want) <= bound))
      {
         sweep_case_print(c, how);
         fail_msg("row %" PRId64 ": %.17g instead of %.17Lg, allowed %g", i, r[i], want, bound);
      }
   }
}

/* A residual, or that there is none. Returns where the next one goes. */
static double *test_variant(const sweep_case *c, trisweep_smoother *s, int variant, double *x,
                            double *r)
{
   trisweep_sweep how = variant_get(variant, c->m);
   how.keep_residual = 1;
   sweep_case_run_one(c, s, &how, x);
   const bool keeps = how.direction != TRISWEEP_SYMMETRIC && how.omega == 1.0 &&
                      how.n_vectors == 1 && c->m->n > 0;
   if (!keeps)
   {
      assert_status(trisweep_smoother_residual(s, how.b, how.x, r, NULL), ORDER);
      return r;
   }
   assert_status(trisweep_smoother_residual(s, how.b, how.x, how.x, NULL), ARGUMENT);
   assert_status(trisweep_smoother_residual(s, how.x, how.b, r, NULL), ARGUMENT);
   assert_ok(trisweep_smoother_residual(s, how.b, how.x, r, NULL));
   compare(c, &how, r);
   return r + c->m->n;
}

/* All variants; returns the residuals of those that keep one. */
static double *run(sweep_case *c, const char *schedule, int threads)
{
   const size_t n = (size_t) c->m->n;
   double      *x = check_alloc(variant_x_size(c->m), sizeof *x);
   double      *all = check_alloc(VARIANT_COUNT * n + 1, sizeof *all);
   double      *r = all;
   snprintf(c->options, sizeof c->options, "schedule=%s threads=%d", schedule, threads);
   trisweep_context  *ctx = check_context(c->options);
   trisweep_smoother *s = check_smoother(ctx);
   const trisweep_csr a = block_view(c->m);
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(s, &a, c->m->l1, NULL));
   for (int v = 0; v < VARIANT_COUNT; v++)
   {
      r = test_variant(c, s, v, x, r);
   }
   assert_ok(trisweep_smoother_update_values(s, &a, c->m->l1, NULL));
   assert_status(trisweep_smoother_residual(s, c->b, x, all, NULL), ORDER);
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   free(x);
   return all;
}

static void test_block_of_family(const char *name, const test_block *m)
{
   static const char *const schedules[] = { "levels", "wavefront" };
   sweep_case               c;
   sweep_case_open(&c, name, m);
   double *want = run(&c, "serial", 1);
   for (size_t k = 0; k < sizeof schedules / sizeof schedules[0]; k++)
   {
      double *got = run(&c, schedules[k], CHECK_MOST_THREADS);
      assert_memory_equal(got, want, VARIANT_COUNT * (size_t) m->n * sizeof *got);
      free(got);
   }
   free(want);
   sweep_case_close(&c);
}

int main(void)
{
   return families_run("residuals", test_block_of_family);
}
