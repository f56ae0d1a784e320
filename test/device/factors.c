/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Incomplete factors on the device, on every family of matrices: pivots, fill and corrections of
 * ILU(0), ILU(2) and DILU equal the host's up to rounding, on several schedules, for both guesses
 * and all points; repetitions give the same bits; new values in the same pattern; sweeps and
 * solves beside the factors; rows of each length class of the factorisation.
 */
#include "support/check.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/device.h"
#include "support/families.h"

enum
{
   N_VARIANTS = 12, /* guesses x weights x points */
   REPEATS = 3
};

/* Corrections amplify rounding errors of the factors; see expect_vectors. */
#define TOLERANCE 1e-9

static const struct
{
   trisweep_factors factors;
   int32_t          fill_level;
} kinds[] = { { TRISWEEP_ILU, 0 }, { TRISWEEP_ILU, 2 }, { TRISWEEP_DILU, 0 } };

static const char *const options[] = { "schedule=auto", "schedule=strips", "schedule=persistent",
                                       "schedule=slfr", "ordering=auto",   "pivot=skip" };

typedef struct pair
{
   const test_block  *m;
   device_block       block;
   trisweep_context  *host_ctx;
   trisweep_context  *device_ctx;
   trisweep_smoother *host;
   trisweep_smoother *device;
   double            *b;    /* [n] */
   double            *x;    /* [n] on entry */
   double            *want; /* [n] */
   double            *got;  /* [n] */
   double            *device_b;
   double            *device_x;
} pair;

static void open_vectors(pair *p, const char *name)
{
   const size_t  n = (size_t) p->m->n;
   random_stream r = random_open(random_seed(), name, p->m->n);
   p->b = check_alloc(n + 1, sizeof(double));
   p->x = check_alloc(n + 1, sizeof(double));
   p->want = check_alloc(n + 1, sizeof(double));
   p->got = check_alloc(n + 1, sizeof(double));
   for (size_t i = 0; i < n; i++)
   {
      p->b[i] = random_real(&r);
      p->x[i] = random_real(&r);
   }
   p->device_b = device_put(p->b, n * sizeof(double));
   p->device_x = device_put(p->x, n * sizeof(double));
}

static void open_pair(pair *p, const char *name, const test_block *m, const char *option,
                      size_t kind)
{
   const bool         skip = strstr(option, "pivot=skip") != NULL;
   const trisweep_csr a = block_view(m);
   p->m = m;
   device_block_open(m, &p->block);
   p->host_ctx = check_context(skip ? "schedule=serial pivot=skip" : "schedule=serial");
   p->device_ctx = check_context(option);
   p->host = check_smoother(p->host_ctx);
   p->device = check_smoother(p->device_ctx);
   assert_ok(trisweep_smoother_set_factors(p->host, kinds[kind].factors, kinds[kind].fill_level));
   assert_ok(trisweep_smoother_set_factors(p->device, kinds[kind].factors, kinds[kind].fill_level));
   assert_ok(trisweep_smoother_analyse(p->host, &a, NULL));
   assert_ok(trisweep_smoother_analyse(p->device, &p->block.view, device_stream()));
   assert_ok(trisweep_smoother_update_values(p->host, &a, NULL, NULL));
   assert_ok(trisweep_smoother_update_values(p->device, &p->block.view, NULL, device_stream()));
   open_vectors(p, name);
}

static void close_pair(pair *p)
{
   trisweep_smoother_destroy(&p->host);
   trisweep_smoother_destroy(&p->device);
   trisweep_context_destroy(&p->host_ctx);
   trisweep_context_destroy(&p->device_ctx);
   device_block_close(&p->block);
   assert_cuda(cudaFree(p->device_b));
   assert_cuda(cudaFree(p->device_x));
   free(p->b);
   free(p->x);
   free(p->want);
   free(p->got);
}

static void expect_stats(const pair *p)
{
   trisweep_stats host;
   trisweep_stats device;
   assert_ok(trisweep_smoother_stats(p->host, sizeof host, &host));
   assert_ok(trisweep_smoother_stats(p->device, sizeof device, &device));
   assert_int_equal(device.factor_nnz, host.factor_nnz);
   assert_int_equal(device.factor_depth, host.factor_depth);
   assert_int_equal(device.pivots_boosted, host.pivots_boosted);
   assert_int_equal(device.pivots_skipped, host.pivots_skipped);
   assert_int_equal(device.first_pivot_row, host.first_pivot_row);
}

static trisweep_correction variant_of(int k, const test_block *m, bool on_device, const pair *p)
{
   static const int    points[] = { 0, 1, -1 };
   trisweep_correction how = TRISWEEP_CORRECTION_INIT;
   how.zero_guess = k % 2;
   how.relax_weight = k / 2 % 2 ? 0.7 : 1.0;
   how.points = points[k / 4];
   how.cf_marker = !how.points ? NULL : on_device ? p->block.marker : m->marker;
   how.b = on_device ? p->device_b : p->b;
   how.x = on_device ? p->device_x : p->want;
   return how;
}

/* One correction on the device, from the vector on entry. */
static void correct_on_device(pair *p, int variant)
{
   const size_t              bytes = (size_t) p->m->n * sizeof(double);
   const trisweep_correction how = variant_of(variant, p->m, true, p);
   assert_cuda(cudaMemcpyAsync(p->device_x, p->x, bytes, cudaMemcpyHostToDevice, device_stream()));
   assert_ok(trisweep_smoother_correct(p->device, &how, device_stream()));
   device_get(p->got, p->device_x, bytes);
}

/* Relative to the largest entry: small entries beside large entries lose digits. */
static void expect_vectors(const pair *p, const char *what, const char *option, int variant)
{
   double size = 0.0;
   double error = 0.0;
   for (int64_t i = 0; i < p->m->n; i++)
   {
      size = fmax(size, fabs(p->want[i]));
      error = fmax(error, fabs(p->got[i] - p->want[i]));
   }
   if (!(error <= TOLERANCE * size))
   {
      fail_msg("%s, %s, variant %d: error %g of %g", what, option, variant, error, size);
   }
}

/* The host reports unstable factors at once, the device at the next call. */
static bool check_unstable(pair *p, int variant)
{
   const trisweep_correction how = variant_of(variant, p->m, false, p);
   memcpy(p->want, p->x, (size_t) p->m->n * sizeof(double));
   const trisweep_status status = trisweep_smoother_correct(p->host, &how, NULL);
   if (status == TRISWEEP_OK)
   {
      return false;
   }
   assert_int_equal(status, TRISWEEP_ERROR_VALUE);
   correct_on_device(p, variant);
   assert_memory_equal(p->got, p->x, (size_t) p->m->n * sizeof(double));
   const trisweep_correction again = variant_of(variant, p->m, true, p);
   assert_int_equal(trisweep_smoother_correct(p->device, &again, device_stream()),
                    TRISWEEP_ERROR_VALUE);
   return true;
}

static void check_repeats(pair *p, int variant)
{
   const size_t bytes = (size_t) p->m->n * sizeof(double);
   double      *first = check_alloc((size_t) p->m->n + 1, sizeof *first);
   memcpy(first, p->got, bytes);
   for (int k = 0; k < REPEATS; k++)
   {
      assert_ok(trisweep_smoother_update_values(p->device, &p->block.view, NULL, device_stream()));
      correct_on_device(p, variant);
      assert_memory_equal(p->got, first, bytes);
   }
   free(first);
}

static bool is_tame(const double *x, int64_t n)
{
   bool tame = true;
   for (int64_t i = 0; i < n; i++)
   {
      tame = tame && fabs(x[i]) < 1e100;
   }
   return tame;
}

/* Gauss-Seidel and solves by a smoother with factors, by the schedule of the least memory. */
static void check_sweeps(pair *p, const char *option)
{
   const size_t   bytes = (size_t) p->m->n * sizeof(double);
   trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
   trisweep_solve solve = TRISWEEP_SOLVE_INIT;
   sweep.direction = TRISWEEP_SYMMETRIC;
   sweep.b = p->b;
   sweep.x = p->want;
   memcpy(p->want, p->x, bytes);
   assert_ok(trisweep_smoother_sweep(p->host, &sweep, NULL));
   if (!is_tame(p->want, p->m->n))
   {
      return;
   }
   solve.triangle = TRISWEEP_UPPER;
   solve.b = p->device_b;
   solve.x = p->device_x;
   assert_ok(trisweep_smoother_solve(p->device, &solve, device_stream()));
   sweep.b = p->device_b;
   sweep.x = p->device_x;
   for (int k = 0; k < 2; k++)
   {
      assert_cuda(
         cudaMemcpyAsync(p->device_x, p->x, bytes, cudaMemcpyHostToDevice, device_stream()));
      assert_ok(trisweep_smoother_sweep(p->device, &sweep, device_stream()));
      device_get(p->got, p->device_x, bytes);
      expect_vectors(p, "sweep", option, k);
      assert_ok(trisweep_smoother_update_values(p->device, &p->block.view, NULL, device_stream()));
   }
}

static void check_kind(const char *name, const test_block *m, size_t kind, size_t option)
{
   pair p;
   open_pair(&p, name, m, options[option], kind);
   expect_stats(&p);
   /* Combinations of kind and options take different variants, together all variants. */
   for (int variant = (int) (kind + option) % 3; variant < N_VARIANTS && m->n > 0; variant += 3)
   {
      if (!check_unstable(&p, variant))
      {
         correct_on_device(&p, variant);
         expect_vectors(&p, name, options[option], variant);
         check_repeats(&p, variant);
      }
   }
   if (m->n > 0)
   {
      check_sweeps(&p, options[option]);
   }
   close_pair(&p);
}

static void check_refusals(const test_block *m)
{
   device_block       block;
   trisweep_context  *ctx = check_context("ordering=hybrid-color");
   trisweep_smoother *s = check_smoother(ctx);
   device_block_open(m, &block);
   assert_ok(trisweep_smoother_set_factors(s, TRISWEEP_ILU, 0));
   assert_int_equal(trisweep_smoother_analyse(s, &block.view, device_stream()),
                    TRISWEEP_ERROR_UNSUPPORTED);
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   device_block_close(&block);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   for (size_t kind = 0; kind < sizeof kinds / sizeof kinds[0]; kind++)
   {
      for (size_t option = 0; option < sizeof options / sizeof options[0]; option++)
      {
         if (!device_refuses(options[option]))
         {
            check_kind(name, m, kind, option);
         }
      }
   }
   check_refusals(m);
}

/* A band matrix with a few full rows, some longer than a row cache. */
static void make_band(int64_t n, int64_t width, test_block *m)
{
   random_stream r = random_open(random_seed(), "band", width);
   entry_list    e;
   entries_open(&e, n);
   for (int64_t i = 0; i < n; i++)
   {
      const bool    full = i == 3 || i == n / 2 || i == n - 2;
      const int64_t reach = full ? n : width;
      for (int64_t j = i > reach ? i - reach : 0; j < n && j <= i + reach; j++)
      {
         entries_add(&e, i, j, i == j ? 2.0 * (double) reach : random_real(&r));
      }
   }
   block_build(&e, m);
}

static void test_lengths_of_rows(void **state)
{
   static const int64_t rows[] = { 40, 300, 1400 };
   static const int64_t widths[] = { 3, 30, 90 };
   (void) state;
   for (size_t k = 0; k < 9; k++)
   {
      test_block m;
      make_band(rows[k / 3], widths[k % 3], &m);
      check_kind("band", &m, 0, 0);
      block_free(&m);
   }
}

/* A rank without rows may have no arrays. */
static void test_no_rows(void **state)
{
   static const int32_t levels[] = { 0, 1, 2 };
   (void) state;
   for (size_t k = 0; k < 3; k++)
   {
      const trisweep_csr none = { .space = TRISWEEP_DEVICE };
      trisweep_context  *ctx = check_context("");
      trisweep_smoother *s = check_smoother(ctx);
      assert_ok(trisweep_smoother_set_factors(s, TRISWEEP_ILU, levels[k]));
      assert_ok(trisweep_smoother_analyse(s, &none, device_stream()));
      assert_ok(trisweep_smoother_update_values(s, &none, NULL, device_stream()));
      trisweep_smoother_destroy(&s);
      trisweep_context_destroy(&ctx);
   }
}

int main(void)
{
   const struct CMUnitTest lengths[] = { cmocka_unit_test(test_lengths_of_rows),
                                         cmocka_unit_test(test_no_rows) };
   const int               missing = device_missing();
   if (missing)
   {
      return missing;
   }
   const int failed = families_run("device/factors", test_block_of_family);
   return failed + cmocka_run_group_tests_name("device/factors, rows", lengths, NULL, NULL);
}
