/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Schedule bands on blocks of thousands of rows whose levels are wide first and narrow later: the
 * sweeps of schedule strips up to rounding, however they are cut, the same bits again, new values,
 * NaN in the same rows, what the statistics say, and what the model does of its own accord.
 */
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "device/support.h"

enum
{
   WIDE = 700, /* rows of the first level; each further level has fewer, */
   SHRINK = 6, /* up to this many levels of the same width, */
   NARROW = 7, /* down to this width */
   LEVELS = 260,
   OLD = 5, /* entries of a row to rows of any level before, each way */
   REPEATS = 3
};

static const char *const cuts[] = { "strips:100/onchip", "levels:3/persistent:50/strips:90/onchip",
                                    "onchip:200/levels", "persistent",
                                    "levels:1/levels:1/levels:1/levels:1/levels:1/levels:1/"
                                    "persistent:90/levels" };
enum
{
   N_CUTS = sizeof cuts / sizeof cuts[0]
};

static int64_t width_of(int64_t level)
{
   const int64_t width = WIDE - SHRINK * level;
   return width > NARROW ? width : NARROW;
}

/* Rows level by level, some entries in one direction only. */
static void fill(entry_list *e, random_stream *r)
{
   int64_t first = 0;
   for (int64_t l = 0; l < LEVELS; l++)
   {
      for (int64_t i = first; i < first + width_of(l); i++)
      {
         entries_add(e, i, i, 12.0 + 0.001 * (double) (i % 100));
         if (l > 0)
         {
            const int64_t j = first - 1 - random_below(r, width_of(l - 1));
            entries_add(e, i, j, -1.0);
            entries_add(e, j, i, -0.5);
         }
         for (int k = 0; k < OLD && first > 0; k++)
         {
            const int64_t j = random_below(r, first);
            entries_add(e, k % 2 ? i : j, k % 2 ? j : i, -1.0 / (double) (2 + random_below(r, 9)));
         }
      }
      first += width_of(l);
   }
}

static void open_block(test_block *m)
{
   entry_list    e;
   random_stream r = random_open(9, "bands", LEVELS);
   int64_t       n = 0;
   for (int64_t l = 0; l < LEVELS; l++)
   {
      n += width_of(l);
   }
   entries_open(&e, n);
   fill(&e, &r);
   block_build(&e, m);
}

typedef struct fixture
{
   test_block    m;
   device_block  b;
   sweep_case    c;
   device_sweeps strips;
} fixture;

static void open_fixture(fixture *f)
{
   open_block(&f->m);
   device_block_open(&f->m, &f->b);
   sweep_case_open(&f->c, "levels ever narrower", &f->m);
   f->strips = device_sweeps_open("schedule=strips", &f->b);
}

static void close_fixture(fixture *f)
{
   device_sweeps_close(&f->strips);
   sweep_case_close(&f->c);
   device_block_close(&f->b);
   block_free(&f->m);
}

static device_sweeps open_cut(const fixture *f, const char *cut)
{
   char options[256];
   snprintf(options, sizeof options, "schedule=bands bands=%s", cut);
   return device_sweeps_open(options, &f->b);
}

static void test_every_cut(void **state)
{
   (void) state;
   fixture f;
   open_fixture(&f);
   for (int k = 0; k < N_CUTS; k++)
   {
      trisweep_stats stats;
      device_sweeps  bands = open_cut(&f, cuts[k]);
      assert_ok(trisweep_smoother_stats(bands.s, sizeof stats, &stats));
      assert_string_equal(stats.schedule, "bands");
      assert_string_equal(stats.bands, cuts[k]);
      assert_int_equal(stats.depth, LEVELS);
      device_sweeps_compare(&bands, &f.strips, &f.c, &f.b, 1e-12);
      for (int again = 0; again < REPEATS; again++)
      {
         device_sweeps_compare(&bands, &bands, &f.c, &f.b, 0.0);
      }
      device_sweeps_close(&bands);
   }
   close_fixture(&f);
}

static void test_behind_the_last_level(void **state)
{
   (void) state;
   fixture        f;
   trisweep_stats stats;
   open_fixture(&f);
   device_sweeps bands = open_cut(&f, "levels:259/strips:1/onchip:3/persistent");
   assert_ok(trisweep_smoother_stats(bands.s, sizeof stats, &stats));
   assert_string_equal(stats.bands, "levels:259/strips");
   device_sweeps_compare(&bands, &f.strips, &f.c, &f.b, 1e-12);
   device_sweeps_close(&bands);
   close_fixture(&f);
}

static void test_new_values(void **state)
{
   (void) state;
   fixture f;
   open_fixture(&f);
   device_sweeps bands = open_cut(&f, cuts[1]);
   for (int64_t e = 0; e < f.m.nnz; e++)
   {
      f.m.val[e] *= 1.0 + 0.01 * (double) (e % 7);
   }
   device_block_close(&f.b);
   device_block_open(&f.m, &f.b);
   device_sweeps_load(&bands, &f.b);
   device_sweeps_load(&f.strips, &f.b);
   device_sweeps_compare(&bands, &f.strips, &f.c, &f.b, 1e-12);
   device_sweeps_close(&bands);
   close_fixture(&f);
}

static void test_nan_travels(void **state)
{
   (void) state;
   fixture f;
   open_fixture(&f);
   device_sweeps bands = open_cut(&f, cuts[1]);
   const int64_t at = f.m.n / 3;
   int64_t       n_nans = 0;
   f.c.b[at] = NAN;
   double *got = device_sweeps_run(&bands, &f.c, &f.b, 0);
   double *want = device_sweeps_run(&f.strips, &f.c, &f.b, 0);
   for (int64_t i = 0; i < f.m.n; i++)
   {
      n_nans += isnan(want[i]) != 0;
      assert_int_equal(isnan(got[i]) != 0, isnan(want[i]) != 0);
   }
   assert_true(n_nans > 0 && n_nans < f.m.n);
   free(got);
   free(want);
   device_sweeps_close(&bands);
   close_fixture(&f);
}

/* x after a sweep with such an omega; free it. */
static double *sweep_with(const device_sweeps *d, const fixture *f, trisweep_direction direction,
                          double omega)
{
   const size_t   bytes = (size_t) f->m.n * sizeof(double);
   double        *b = device_put(f->c.b, bytes);
   double        *x = device_put(f->c.x, bytes);
   double        *got = check_alloc((size_t) f->m.n, sizeof *got);
   trisweep_sweep how = TRISWEEP_SWEEP_INIT;
   how.direction = direction;
   how.relax_weight = 0.8;
   how.omega = omega;
   how.b = b;
   how.x = x;
   assert_ok(trisweep_smoother_sweep(d->s, &how, device_stream()));
   device_get(got, x, bytes);
   cudaFree(b);
   cudaFree(x);
   return got;
}

/* Weights that cannot be divided by, or hardly. */
static void test_tiny_omega(void **state)
{
   (void) state;
   static const double omegas[] = { 0.0, 1e-300, -1e-31, 1e-29, 1e-3 };
   fixture             f;
   open_fixture(&f);
   device_sweeps bands = open_cut(&f, cuts[1]);
   for (int k = 0; k < 15; k++)
   {
      const trisweep_direction direction = (trisweep_direction) (k % 3);
      double                  *got = sweep_with(&bands, &f, direction, omegas[k / 3]);
      double                  *want = sweep_with(&f.strips, &f, direction, omegas[k / 3]);
      for (int64_t i = 0; i < f.m.n; i++)
      {
         assert_true(fabs(got[i] - want[i]) <= 1e-12 * (1.0 + fabs(want[i])));
      }
      free(got);
      free(want);
   }
   device_sweeps_close(&bands);
   close_fixture(&f);
}

/* Whatever the model takes is a text that gives the same sweeps again, bit for bit. */
static void test_model(void **state)
{
   (void) state;
   fixture        f;
   trisweep_stats stats;
   trisweep_stats again;
   open_fixture(&f);
   device_sweeps bands = open_cut(&f, "auto");
   assert_ok(trisweep_smoother_stats(bands.s, sizeof stats, &stats));
   assert_string_not_equal(stats.bands, "none");
   assert_true(stats.predicted_seconds > 0.0);
   device_sweeps_compare(&bands, &f.strips, &f.c, &f.b, 1e-12);
   device_sweeps by_name = open_cut(&f, stats.bands);
   assert_ok(trisweep_smoother_stats(by_name.s, sizeof again, &again));
   assert_string_equal(again.bands, stats.bands);
   device_sweeps_compare(&bands, &by_name, &f.c, &f.b, 0.0);
   device_sweeps_close(&by_name);
   device_sweeps_close(&bands);
   close_fixture(&f);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_every_cut),
                                       cmocka_unit_test(test_behind_the_last_level),
                                       cmocka_unit_test(test_new_values),
                                       cmocka_unit_test(test_nan_travels),
                                       cmocka_unit_test(test_tiny_omega),
                                       cmocka_unit_test(test_model) };
   const int               missing = device_missing();
   return missing ? missing : cmocka_run_group_tests(tests, check_clean_environment, NULL);
}
