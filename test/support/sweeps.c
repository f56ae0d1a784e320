/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/sweeps.h"

#include <fenv.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/check.h"

void sweep_case_open(sweep_case *c, const char *name, const test_block *m)
{
   random_stream r = random_open(random_seed(), name, ~m->n);
   memset(c, 0, sizeof *c);
   c->name = name;
   c->m = m;
   c->b = check_alloc(variant_b_size(m), sizeof *c->b);
   c->x = check_alloc(variant_x_size(m), sizeof *c->x);
   for (size_t k = 0; k < variant_b_size(m); k++)
   {
      c->b[k] = random_real(&r);
   }
   for (size_t k = 0; k < variant_x_size(m); k++)
   {
      c->x[k] = random_real(&r);
   }
}

void sweep_case_close(sweep_case *c)
{
   free(c->b);
   free(c->x);
}

void sweep_case_print(const sweep_case *c, const trisweep_sweep *how)
{
   char text[128];
   variant_describe(how, text, sizeof text);
   print_error("'%s' with %" PRId64 " rows, %s, %s; TRISWEEP_TEST_SEED=%" PRIu64 "\n", c->name,
               c->m->n, c->options, text, random_seed());
}

/* With a zero guess x is NaN on entry, except for padding, because sweeps must not read x. */
void sweep_case_run_one(const sweep_case *c, trisweep_smoother *s, trisweep_sweep *how, double *x)
{
   const int64_t ldx = how->ldx ? how->ldx : c->m->n;
   memcpy(x, c->x, variant_x_size(c->m) * sizeof *x);
   for (int64_t k = 0; k < how->n_vectors && how->zero_guess; k++)
   {
      for (int64_t i = 0; i < c->m->n; i++)
      {
         x[k * ldx + i] = NAN;
      }
   }
   how->b = c->b;
   how->x = x;
   const trisweep_status status = trisweep_smoother_sweep(s, how, NULL);
   if (status != TRISWEEP_OK)
   {
      sweep_case_print(c, how);
      assert_ok(status);
   }
   for (size_t k = 0; k < variant_x_size(c->m); k++)
   {
      const int64_t vector = (int64_t) k / (ldx > 0 ? ldx : 1);
      const bool    inside = vector < how->n_vectors && (int64_t) k % (ldx > 0 ? ldx : 1) < c->m->n;
      if (!inside && memcmp(x + k, c->x + k, sizeof *x))
      {
         sweep_case_print(c, how);
         fail_msg("x[%zu] belongs to no vector, and was written", k);
      }
   }
}

void sweep_case_run_with(const sweep_case *c, trisweep_smoother *s, int stride, double *results)
{
   double *b = check_alloc(variant_b_size(c->m), sizeof *b);
   memcpy(b, c->b, variant_b_size(c->m) * sizeof *b);
   for (int v = 0; v < VARIANT_COUNT; v += stride)
   {
      trisweep_sweep how = variant_get(v, c->m);
      sweep_case_run_one(c, s, &how, results + (size_t) v * variant_x_size(c->m));
   }
   assert_memory_equal(b, c->b, variant_b_size(c->m) * sizeof *b);
   free(b);
}

void sweep_case_run(const sweep_case *c, int stride, double *results)
{
   trisweep_context  *ctx = check_context(c->options);
   trisweep_smoother *s = check_smoother(ctx);
   const trisweep_csr a = block_view(c->m);
   feclearexcept(FE_ALL_EXCEPT);
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(s, &a, c->m->l1, NULL));
   sweep_case_run_with(c, s, stride, results);
   /* finite data must raise no exception, because programs may trap exceptions */
   assert_int_equal(fetestexcept(FE_INVALID | FE_DIVBYZERO | FE_OVERFLOW), 0);
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
}

void sweep_block(const char *options, const test_block *m, const trisweep_sweep *how)
{
   trisweep_context  *ctx = check_context(options);
   trisweep_smoother *s = check_smoother(ctx);
   const trisweep_csr a = block_view(m);
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(s, &a, m->l1, NULL));
   assert_ok(trisweep_smoother_sweep(s, how, NULL));
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
}

void sweep_case_same_bits(const sweep_case *c, const trisweep_sweep *how, const double *got,
                          const double *want)
{
   const size_t size = variant_x_size(c->m);
   if (!memcmp(got, want, size * sizeof *got))
   {
      return;
   }
   size_t k = 0;
   while (k < size && !memcmp(got + k, want + k, sizeof *got))
   {
      k++;
   }
   sweep_case_print(c, how);
   fail_msg("x[%zu] is %.17g, not bitwise %.17g", k, got[k], want[k]);
}
