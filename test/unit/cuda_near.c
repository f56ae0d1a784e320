/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Few colours on the device with entries of 4 bytes (kernels/cuda/colors/near.h), which large
 * blocks have: sweeps and residuals at several distances of columns; new patterns with columns too
 * far away, and values that differ too much; rounded values, which stay symmetric.
 */
#include "support/check.h"

#include <math.h>
#include <stdlib.h>

#include "device/few.h"
#include "smoother/abilities.h"
#include "support/random.h"

enum
{
   N_ROWS = 140000,
   FARTHEST = 139000
};

/* Columns at most in this distance from the row; symmetric pattern. */
typedef struct far_block
{
   int32_t distance;
   bool    symmetric; /* values need all bits, rows differ in size; else few bits, not symmetric */
   int32_t smaller;   /* exponent of 1/2: size of some rows */
} far_block;

/* The entry in column j of row i. */
static double value_of(const far_block *far, int32_t i, int32_t j)
{
   if (far->symmetric)
   {
      const int32_t first = i < j ? i : j;
      const int     smaller = (i / 1000 % 2) + (j / 1000 % 2);
      random_stream random = random_open((uint64_t) first, "distances", i + j);
      return ldexp(random_real(&random), -smaller);
   }
   return ldexp((i + 2 * j) % 3 - 1.5, i == N_ROWS / 2 ? -far->smaller : 0);
}

static void make_far(const far_block *far, test_block *m)
{
   static const int32_t apart[] = { 5, 9, 13, 17, 21, 25, 30 };
   entry_list           e;
   entries_open(&e, N_ROWS);
   for (int32_t i = 0; i < N_ROWS; i++)
   {
      entries_add(&e, i, i, 32.0);
      for (int k = -8; k <= 8; k++)
      {
         const int32_t away = k == 0 ? 0 : abs(k) == 8 ? far->distance : apart[abs(k) - 1];
         const int32_t j = k < 0 ? i - away : i + away;
         if (k != 0 && j >= 0 && j < N_ROWS)
         {
            entries_add(&e, i, j, value_of(far, i, j));
         }
      }
   }
   block_build(&e, m);
}

/* The library holds 4 bytes an entry, or 8. */
static void expect_bytes(const few_block *f, int bytes)
{
   const int64_t entries = f->m.nnz - f->m.n;
   const int64_t held = check_stats(f->s).extra_bytes;
   assert_true(held >= bytes * entries);
   assert_true(bytes == 8 || held < 5 * entries + 62 * f->m.n);
}

/* r = b - A x after the sweep of the fixture. */
static void expect_residual(few_block *f)
{
   const size_t bytes = (size_t) f->m.n * sizeof(double);
   double      *x = check_alloc((size_t) f->m.n, sizeof *x);
   double      *r = check_alloc((size_t) f->m.n, sizeof *r);
   double      *on_device = device_put(f->ones, bytes);
   few_put_x(f, f->ones);
   f->sweep.relax_weight = 1.0;
   f->sweep.omega = 1.0;
   f->sweep.keep_residual = 1;
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, device_stream()));
   assert_ok(trisweep_smoother_residual(f->s, f->b, f->x, on_device, device_stream()));
   device_get(x, f->x, bytes);
   device_get(r, on_device, bytes);
   for (int64_t i = 0; i < f->m.n; i++)
   {
      double want = f->ones[i];
      for (int32_t e = f->m.row_ptr[i]; e < f->m.row_ptr[i + 1]; e++)
      {
         want -= f->m.val[e] * x[f->m.col_idx[e]];
      }
      assert_true(fabs(r[i] - want) <= 1e-12);
   }
   f->sweep.keep_residual = 0;
   cudaFree(on_device);
   free(x);
   free(r);
}

/* Open a smoother that knows the distances. */
static void open_inspected(test_block m, few_block *f)
{
   few_open_block("ordering=auto", m, f);
   assert_ok(tsw_smoother_inspect(f->s, &f->d.view, device_stream()));
   assert_ok(device_load(f->s, &f->d, true));
   assert_ok(trisweep_smoother_wait(f->s));
}

/* Load another block of the same number of rows into the smoother. */
static void load_other(few_block *f, const far_block *far)
{
   device_block d;
   block_free(&f->m);
   make_far(far, &f->m);
   device_block_open(&f->m, &d);
   assert_ok(device_load(f->s, &d, true));
   few_expect_host_sweep(f);
   device_block_close(&d);
}

static void test_distances(void **state)
{
   static const int32_t distances[] = { 70, 16000, 32700, 50000, 120000, FARTHEST };
   const int            n = (int) (sizeof distances / sizeof *distances);
   (void) state;
   for (int k = 0; k < n; k++)
   {
      few_block  f;
      test_block m;
      make_far(&(far_block){ .distance = distances[k] }, &m);
      open_inspected(m, &f);
      expect_bytes(&f, distances[k] < FARTHEST ? 4 : 8);
      few_expect_host_sweep(&f);
      expect_residual(&f);
      load_other(&f, &(far_block){ .distance = distances[n - 1 - k] });
      device_fixture_close(&f);
   }
}

/* A row with small entries would lose bits: at once, or after new values. */
static void test_uneven_rows(void **state)
{
   static const int32_t smaller[] = { 4, 30 };
   (void) state;
   for (int k = 0; k < 2; k++)
   {
      few_block  f;
      test_block m;
      make_far(&(far_block){ .distance = 70, .smaller = smaller[k] }, &m);
      open_inspected(m, &f);
      expect_bytes(&f, k == 0 ? 4 : 8);
      few_expect_host_sweep(&f);
      load_other(&f, &(far_block){ .distance = 70, .smaller = smaller[1 - k] });
      device_fixture_close(&f);
   }
}

/* other' x after a sweep from zero with right-hand side b, all [n]. */
static double product(few_block *f, const double *b, const double *other)
{
   const size_t bytes = (size_t) f->m.n * sizeof(double);
   double      *x = check_alloc((size_t) f->m.n, sizeof *x);
   double       sum = 0.0;
   assert_cuda(cudaMemcpyAsync(f->b, b, bytes, cudaMemcpyHostToDevice, device_stream()));
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, device_stream()));
   device_get(x, f->x, bytes);
   for (int64_t i = 0; i < f->m.n; i++)
   {
      sum += other[i] * x[i];
   }
   free(x);
   return sum;
}

/* A symmetric sweep over a symmetric block stays symmetric though values are rounded. */
static void test_symmetry(void **state)
{
   static const int32_t distances[] = { 70, 50000, 120000 };
   (void) state;
   for (int k = 0; k < 3; k++)
   {
      few_block     f;
      test_block    m;
      random_stream random = random_open(random_seed(), "symmetry", distances[k]);
      double       *b[2];
      make_far(&(far_block){ .distance = distances[k], .symmetric = true }, &m);
      open_inspected(m, &f);
      expect_bytes(&f, 4);
      assert_int_equal(check_stats(f.s).rounded, 1);
      few_expect_host_sweep_near(&f, 1e-3);
      for (int q = 0; q < 2; q++)
      {
         b[q] = check_alloc(N_ROWS, sizeof *b[q]);
         for (int32_t i = 0; i < N_ROWS; i++)
         {
            b[q][i] = 1.0 + random_real(&random);
         }
      }
      f.sweep.relax_weight = 1.0;
      f.sweep.omega = 1.0;
      f.sweep.zero_guess = 1;
      const double one = product(&f, b[0], b[1]);
      const double other = product(&f, b[1], b[0]);
      assert_true(fabs(one - other) <= 1e-12 * fabs(one));
      free(b[0]);
      free(b[1]);
      device_fixture_close(&f);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_distances),
      cmocka_unit_test(test_uneven_rows),
      cmocka_unit_test(test_symmetry),
   };
   const int missing = device_missing();
   return missing
             ? missing
             : cmocka_run_group_tests_name("unit/cuda_near", tests, check_clean_environment, NULL);
}
