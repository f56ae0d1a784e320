/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep_smoother_residual after every kind of sweep, on one and on most threads and every family
 * of matrices, for every schedule of the host that computes residuals: b - A x up to rounding, the
 * bits of serial, and refused after sweeps that keep no residual.
 */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/registry.h"
#include "support/families.h"
#include "support/residuals.h"
#include "support/sweeps.h"

/* Store a residual, or that there is none. Returns the position of the next residual. */
static double *test_variant(const sweep_case *c, trisweep_smoother *s, int variant, double *x,
                            double *r)
{
   trisweep_sweep how = variant_get(variant, c->m);
   double        *middle = NULL;
   if (residual_is_kept(&how) && how.direction == TRISWEEP_SYMMETRIC)
   {
      middle = check_alloc(variant_x_size(c->m), sizeof *middle);
      how.direction = TRISWEEP_FORWARD;
      sweep_case_run_one(c, s, &how, middle);
      how.direction = TRISWEEP_SYMMETRIC;
   }
   how.keep_residual = 1;
   sweep_case_run_one(c, s, &how, x);
   if (!residual_is_kept(&how) || c->m->n == 0)
   {
      assert_status(trisweep_smoother_residual(s, how.b, how.x, r, NULL), ORDER);
      free(middle);
      return r;
   }
   assert_status(trisweep_smoother_residual(s, how.b, how.x, how.x, NULL), ARGUMENT);
   assert_status(trisweep_smoother_residual(s, how.x, how.b, r, NULL), ARGUMENT);
   assert_ok(trisweep_smoother_residual(s, how.b, how.x, r, NULL));
   residual_check(&(swept){ c, &how, how.b, how.x, middle }, r);
   free(middle);
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
   sweep_case c;
   sweep_case_open(&c, name, m);
   double *want = run(&c, "serial", 1);
   for (int k = 0; tsw_schedule_get(k); k++)
   {
      const tsw_registered *entry = tsw_schedule_get(k);
      if (entry->schedule->space == TRISWEEP_HOST && entry->schedule->residual)
      {
         double *got = run(&c, tsw_registered_name(entry), CHECK_MOST_THREADS);
         assert_memory_equal(got, want, VARIANT_COUNT * (size_t) m->n * sizeof *got);
         free(got);
      }
   }
   free(want);
   sweep_case_close(&c);
}

int main(void)
{
   return families_run("residuals", test_block_of_family);
}
