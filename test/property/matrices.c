/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sweeps on matrices from applications, in test/data and in the folder of TRISWEEP_TEST_MATRICES.
 * One thread of `serial` is compared with a textbook sweep, all others with `serial` bit by bit.
 * Corrections with incomplete factors are finite; test/unit/products.c checks the factors.
 */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/long_sweep.h"
#include "support/mtx.h"
#include "support/sweeps.h"

enum
{
   SMALL = 2000, /* rows up to which more variants are affordable */
   STRIDE = 37,  /* of the variants */
   STRIDE_IF_SMALL = 5
};

/* Known properties of some of these matrices; -1 where the values of pattern files decide. */
static const struct
{
   const char *name;
   int64_t     n_rows, depth, zero_diagonals;
} known[] = {
   { "bcsstk16", 4884, 690, 0 },
   { "bayer10", 13436, 8, 13433 },
   { "rajat01", 6833, 65, 271 },
   { "1138_bus", 1138, 21, 0 },
   { "delaunay_n13", 8192, 490, -1 },
   { "ani4", 3081, 183, 0 },
   { "local_disc_galerkin_diffusion", 966, 335, 0 },
   { "bar", 600, 82, 0 },
   { "recirc_flow", 225, 43, 0 },
   { "mfem_elast_beamtet_112k", 111843, 457, 0 },
   { "mfem_lap_starmixed_329k", 328961, 11606, 0 },
   { "memplus", 17758, 174, 0 },
   { "spe10_slice", 26400, 280, 10 },
   { "delaunay_n16", 65536, 298, -1 },
   { "microgrid_jacobian_N1000", 35998, 8, 0 },
};

static int stride_of(const test_block *m)
{
   return m->n <= SMALL ? STRIDE_IF_SMALL : STRIDE;
}

static void compare_vector(const sweep_case *c, const trisweep_sweep *how, int k, const double *x)
{
   const int64_t n = c->m->n;
   const int64_t ldx = how->ldx ? how->ldx : n;
   const int64_t ldb = how->ldb ? how->ldb : n;
   long double  *want = check_alloc((size_t) n, sizeof *want);
   double       *bound = check_alloc((size_t) n, sizeof *bound);
   for (int64_t i = 0; i < n; i++)
   {
      want[i] = c->x[k * ldx + i];
   }
   long_sweep(c->m, how, c->b + k * ldb, want, bound);
   for (int64_t i = 0; i < n; i++)
   {
      const double error = (double) fabsl(x[k * ldx + i] - want[i]);
      if (!(error <= bound[i]))
      {
         sweep_case_print(c, how);
         fail_msg("vector %d, row %" PRId64 ": %.17g instead of %.17Lg, error %g, allowed %g", k, i,
                  x[k * ldx + i], want[i], error, bound[i]);
      }
   }
   free(want);
   free(bound);
}

static void check_known(const char *path, const trisweep_stats *stats)
{
   for (size_t k = 0; k < sizeof known / sizeof known[0]; k++)
   {
      char name[64];
      snprintf(name, sizeof name, "/%s.mtx", known[k].name);
      if (strstr(path, name))
      {
         assert_int_equal(stats->n_rows, known[k].n_rows);
         assert_int_equal(stats->depth, known[k].depth);
         if (known[k].zero_diagonals >= 0)
         {
            assert_int_equal(stats->zero_diagonals, known[k].zero_diagonals);
         }
      }
   }
}

static trisweep_smoother *prepare(trisweep_context *ctx, const test_block *m)
{
   const trisweep_csr a = block_view(m);
   trisweep_smoother *s = check_smoother(ctx);
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(s, &a, m->l1, NULL));
   return s;
}

static const char *const others[] = { "schedule=wavefront " CHECK_TWO_THREADS,
                                      "schedule=auto " CHECK_TWO_THREADS,
                                      "schedule=wavefront threads=1" };

enum
{
   N_OTHERS = sizeof others / sizeof others[0]
};

static void test_variant(sweep_case *c, trisweep_smoother **s, int v, double *want, double *got)
{
   trisweep_sweep how = variant_get(v, c->m);
   snprintf(c->options, sizeof c->options, "schedule=serial");
   sweep_case_run_one(c, s[0], &how, want);
   for (int k = 0; k < how.n_vectors; k++)
   {
      compare_vector(c, &how, k, want);
   }
   for (int k = 0; k < N_OTHERS; k++)
   {
      snprintf(c->options, sizeof c->options, "%s", others[k]);
      sweep_case_run_one(c, s[k + 1], &how, got);
      sweep_case_same_bits(c, &how, got, want);
   }
}

static void test_sweeps(sweep_case *c)
{
   trisweep_context  *ctx[N_OTHERS + 1];
   trisweep_smoother *s[N_OTHERS + 1];
   trisweep_stats     stats;
   for (int k = 0; k <= N_OTHERS; k++)
   {
      ctx[k] = check_context(k == 0 ? "schedule=serial" : others[k - 1]);
      s[k] = prepare(ctx[k], c->m);
      assert_ok(trisweep_smoother_stats(s[k], sizeof stats, &stats));
      check_known(c->name, &stats);
   }
   double *want = check_alloc(variant_x_size(c->m), sizeof *want);
   double *got = check_alloc(variant_x_size(c->m), sizeof *got);
   for (int v = 0; v < VARIANT_COUNT; v += stride_of(c->m))
   {
      test_variant(c, s, v, want, got);
   }
   free(want);
   free(got);
   for (int k = 0; k <= N_OTHERS; k++)
   {
      trisweep_smoother_destroy(&s[k]);
      trisweep_context_destroy(&ctx[k]);
   }
}

/* Finite numbers, or a refusal of unstable factors with x unchanged. */
static void check_correction(trisweep_smoother *s, const trisweep_correction *how, int64_t n)
{
   for (int64_t i = 0; i < n; i++)
   {
      how->x[i] = 1.0;
   }
   const trisweep_status status = trisweep_smoother_correct(s, how, NULL);
   if (status != TRISWEEP_OK)
   {
      assert_int_equal(status, TRISWEEP_ERROR_VALUE);
      assert_message("unstable");
   }
   for (int64_t i = 0; i < n; i++)
   {
      assert_true(status == TRISWEEP_OK ? isfinite(how->x[i]) : how->x[i] == 1.0);
   }
}

static void test_factors(sweep_case *c)
{
   trisweep_context   *ctx = check_context("schedule=serial");
   const trisweep_csr  a = block_view(c->m);
   double             *x = check_alloc(variant_x_size(c->m), sizeof *x);
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   how.b = c->b;
   how.x = x;
   for (int kind = 0; kind < 3; kind++)
   {
      trisweep_smoother *s = check_smoother(ctx);
      assert_ok(trisweep_smoother_set_factors(s, kind < 2 ? TRISWEEP_ILU : TRISWEEP_DILU, kind));
      assert_ok(trisweep_smoother_analyse(s, &a, NULL));
      assert_ok(trisweep_smoother_update_values(s, &a, NULL, NULL));
      check_correction(s, &how, c->m->n);
      trisweep_smoother_destroy(&s);
   }
   trisweep_context_destroy(&ctx);
   free(x);
}

static void test_matrix(void **state)
{
   test_block m;
   sweep_case c;
   mtx_read(*state, &m);
   sweep_case_open(&c, *state, &m);
   test_sweeps(&c);
   test_factors(&c);
   sweep_case_close(&c);
   block_free(&m);
}

int main(void)
{
   return mtx_run("matrices", test_matrix);
}
