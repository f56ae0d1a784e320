/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Few colours on the device, by analysis and update, and by asynchronous setups: both must agree
 * for all options, for bad input, and for calls out of order.
 */
#include "support/check.h"

#include <math.h>
#include <string.h>

#include "device/few.h"
#include "device/spoil.h"
#include "support/gallery.h"

enum
{
   LAPS = 3
};

static const char auto_double[] = "ordering=auto values=double";

/* ---- options -------------------------------------------------------------- */

/* Both ways refuse, or the asynchronous setup declines and analysis and update are used. */
static void expect_refusal(const char *options, trisweep_factors factors, const char *one,
                           const char *other)
{
   few_block f;
   int       queued = -1;
   few_open(options, &f);
   assert_ok(trisweep_smoother_set_factors(f.s, factors, 0));
   assert_ok(trisweep_smoother_setup_async(f.s, &f.d.view, NULL, device_stream(), &queued));
   assert_int_equal(queued, 0);
   assert_status(trisweep_smoother_analyse(f.s, &f.d.view, device_stream()), UNSUPPORTED);
   assert_message(one, other);
   device_fixture_close(&f);
}

static void test_refused_options(void **state)
{
   (void) state;
   expect_refusal("ordering=hybrid-color schedule=persistent", TRISWEEP_NO_FACTORS, "persistent",
                  "schedule=colors");
   expect_refusal("ordering=hybrid-color schedule=slfc", TRISWEEP_NO_FACTORS, "slfc",
                  "schedule=colors");
   expect_refusal("schedule=colors-inplace", TRISWEEP_NO_FACTORS, "colors-inplace",
                  "ordering=hybrid-color");
   expect_refusal("schedule=colors", TRISWEEP_NO_FACTORS, "colors", "ordering=hybrid-color");
   expect_refusal("schedule=colors ordering=auto memory=low", TRISWEEP_NO_FACTORS, "memory=low",
                  "colors");
   expect_refusal("schedule=colors ordering=auto", TRISWEEP_ILU, "colors", "factors");
   expect_refusal("ordering=hybrid-color", TRISWEEP_DILU, "ordering=hybrid-color", "factors");
}

/* The order of ordering=auto together with other options. */
static void expect_choice(const char *options, const char *schedule, const char *ordering)
{
   few_block f;
   int       queued = -1;
   few_open(options, &f);
   assert_ok(trisweep_smoother_setup_async(f.s, &f.d.view, NULL, device_stream(), &queued));
   assert_int_equal(queued, strncmp(schedule, "colors", strlen("colors")) == 0);
   assert_ok(device_load(f.s, &f.d, false));
   const trisweep_stats stats = check_stats(f.s);
   assert_string_equal(stats.schedule, schedule);
   assert_string_equal(stats.ordering, ordering);
   assert_true(strcmp(ordering, "natural") != 0 || stats.cut_entries == 0);
   few_expect_host_sweep(&f);
   device_fixture_close(&f);
}

static void test_choices(void **state)
{
   (void) state;
   expect_choice(auto_double, "colors", "hybrid-color");
   expect_choice("ordering=hybrid-color values=double", "colors", "hybrid-color");
   expect_choice("ordering=auto schedule=persistent", "persistent", "natural");
   expect_choice("ordering=auto schedule=slfr", "slfr", "natural");
   expect_choice("ordering=auto schedule=inplace", "inplace", "natural");
   expect_choice("ordering=natural memory=low", "inplace", "natural");
   expect_choice("ordering=auto memory=low", "colors-inplace", "hybrid-color");
   expect_choice("schedule=colors-inplace ordering=auto", "colors-inplace", "hybrid-color");
}

/* Another number of colours drops the matrix. n: colours as expected. */
static void check_number(const char *options, int32_t n_colors, int64_t n)
{
   few_block f;
   few_open(options, &f);
   assert_ok(device_load(f.s, &f.d, true));
   assert_ok(trisweep_smoother_set_colors(f.s, n_colors));
   assert_status(trisweep_smoother_update_values(f.s, &f.d.view, NULL, device_stream()), ORDER);
   assert_ok(device_load(f.s, &f.d, true));
   assert_ok(trisweep_smoother_set_colors(f.s, n_colors)); /* keeps the matrix */
   assert_ok(trisweep_smoother_update_values(f.s, &f.d.view, NULL, device_stream()));
   assert_int_equal(check_stats(f.s).depth, n);
   device_fixture_close(&f);
}

static void test_numbers(void **state)
{
   (void) state;
   check_number("ordering=auto", 6, 6);
   check_number("ordering=auto", 2, 2);
   check_number("ordering=auto colors=3", 6, 3); /* the option has precedence */
}

/* ---- memory --------------------------------------------------------------- */

/* The k-th allocation of a setup fails: no copy is made. */
static bool set_up_with_failure(few_block *f, int k)
{
   int queued = 0;
   trisweep_smoother_destroy(&f->s);
   f->s = check_smoother(f->ctx);
   check_fail_at(k);
   assert_ok(trisweep_smoother_setup_async(f->s, &f->d.view, f->d.l1, device_stream(), &queued));
   check_fail_at(0);
   assert_int_equal(queued, 1);
   few_expect_host_sweep(f);
   const trisweep_stats stats = check_stats(f->s);
   assert_string_equal(stats.schedule, stats.low_memory ? "colors-inplace" : "colors");
   return stats.low_memory;
}

static void test_little_memory(void **state)
{
   few_block f;
   int       k = 1;
   (void) state;
   few_open("ordering=auto memory=auto values=double", &f);
   for (; set_up_with_failure(&f, k); k++)
   {
   }
   assert_true(k > 4);
   device_fixture_close(&f);
}

/* ---- bad input ------------------------------------------------------------ */

static void start_negative(test_block *m)
{
   m->row_ptr[0] = -1;
}

static void pointer_negative(test_block *m)
{
   m->row_ptr[m->n / 2] = INT32_MIN;
}

static void pointer_too_large(test_block *m)
{
   m->row_ptr[m->n / 2] = INT32_MAX;
}

static void pattern_and_value(test_block *m)
{
   m->val[0] = NAN;
   m->col_idx[m->nnz - 1] = INT32_MAX;
}

/* A row with one number, whose reciprocal is infinite. */
static void diagonal_is_tiny(test_block *m)
{
   for (int32_t e = m->row_ptr[4]; e < m->row_ptr[5]; e++)
   {
      m->col_idx[e] = 4;
      m->val[e] = e == m->row_ptr[4] ? 1e-320 : 0.0;
   }
   assert_true(m->row_ptr[4] < m->row_ptr[5]);
}

/* After a refusal sweeps fail and x is unchanged; then load the valid block. */
static void expect_refused(const few_block *f, trisweep_status status, trisweep_status want)
{
   assert_int_equal(status, want);
   assert_message("row");
   assert_status(trisweep_smoother_sweep(f->s, &f->sweep, device_stream()), ORDER);
   few_expect_x(f, f->ones, 0.0);
}

static void check_bad(spoil *spoil_it, trisweep_status want)
{
   few_block    f;
   test_block   bad;
   device_block d;
   int          queued = 0;
   few_open(auto_double, &f);
   const trisweep_csr good = block_view(&f.m);
   block_copy(&good, &bad);
   spoil_it(&bad);
   device_block_open(&bad, &d);
   for (int lap = 0; lap < LAPS; lap++)
   {
      few_put_x(&f, f.ones);
      expect_refused(&f, device_load(f.s, &d, lap != 0), want);
      assert_ok(device_load(f.s, &f.d, lap != 0));
      few_expect_host_sweep(&f);
   }
   /* without a settle the first sweep reports the error */
   few_put_x(&f, f.ones);
   assert_ok(trisweep_smoother_setup_async(f.s, &d.view, d.l1, device_stream(), &queued));
   assert_int_equal(queued, 1);
   expect_refused(&f, trisweep_smoother_sweep(f.s, &f.sweep, device_stream()), want);
   assert_ok(trisweep_smoother_wait(f.s));
   device_block_close(&d);
   block_free(&bad);
   device_fixture_close(&f);
}

static void test_bad_input(void **state)
{
   (void) state;
   check_bad(start_not_zero, TRISWEEP_ERROR_PATTERN);
   check_bad(start_negative, TRISWEEP_ERROR_PATTERN);
   check_bad(pointers_decrease, TRISWEEP_ERROR_PATTERN);
   check_bad(pointer_negative, TRISWEEP_ERROR_PATTERN);
   check_bad(pointer_too_large, TRISWEEP_ERROR_PATTERN);
   check_bad(pointers_end_early, TRISWEEP_ERROR_PATTERN);
   check_bad(column_negative, TRISWEEP_ERROR_PATTERN);
   check_bad(column_too_large, TRISWEEP_ERROR_PATTERN);
   check_bad(pattern_and_value, TRISWEEP_ERROR_PATTERN);
   check_bad(value_is_nan, TRISWEEP_ERROR_VALUE);
   check_bad(value_is_infinite, TRISWEEP_ERROR_VALUE);
   check_bad(diagonal_is_tiny, TRISWEEP_ERROR_VALUE);
   check_bad(norm_is_nan, TRISWEEP_ERROR_VALUE);
   check_bad(norm_is_tiny, TRISWEEP_ERROR_VALUE);
}

static void test_bad_calls(void **state)
{
   few_block    f;
   int          queued = -1;
   trisweep_csr a;
   (void) state;
   few_open(auto_double, &f);
   assert_status(trisweep_smoother_setup_async(NULL, &f.d.view, NULL, NULL, &queued), ARGUMENT);
   assert_status(trisweep_smoother_setup_async(f.s, NULL, NULL, NULL, &queued), ARGUMENT);
   assert_status(trisweep_smoother_setup_async(f.s, &f.d.view, NULL, NULL, NULL), ARGUMENT);
   assert_status(trisweep_smoother_wait(NULL), ARGUMENT);
   assert_ok(trisweep_smoother_wait(f.s)); /* nothing is queued */
   assert_status(trisweep_smoother_sweep(f.s, &f.sweep, device_stream()), ORDER);
   a = f.d.view;
   a.val = NULL;
   assert_status(trisweep_smoother_setup_async(f.s, &a, NULL, device_stream(), &queued), ARGUMENT);
   a = f.d.view;
   a.n_cols++;
   assert_status(trisweep_smoother_setup_async(f.s, &a, NULL, device_stream(), &queued), PATTERN);
   a = f.d.view;
   a.nnz = -1;
   assert_status(trisweep_smoother_setup_async(f.s, &a, NULL, device_stream(), &queued), ARGUMENT);
   a = block_view(&f.m);
   assert_ok(trisweep_smoother_setup_async(f.s, &a, NULL, NULL, &queued));
   assert_int_equal(queued, 0); /* host memory */
   few_expect_x(&f, f.ones, 0.0);
   assert_ok(trisweep_smoother_setup_async(f.s, &f.d.view, NULL, device_stream(), &queued));
   f.sweep.scaling = TRISWEEP_L1;
   assert_status(trisweep_smoother_sweep(f.s, &f.sweep, device_stream()), ORDER);
   f.sweep.scaling = TRISWEEP_DIAGONAL;
   few_expect_host_sweep(&f);
   device_fixture_close(&f);
}

/* ---- solves --------------------------------------------------------------- */

/* A solve settles queued work; blocks with entries between rows of one colour have no solve. */
static void test_solves(void **state)
{
   static const char *const families[] = { "diagonal", "sparse" };
   (void) state;
   for (int k = 0; k < 2; k++)
   {
      few_block      f;
      test_block     m;
      trisweep_solve solve = TRISWEEP_SOLVE_INIT;
      int            queued = 0;
      gallery_make_size(gallery_find(families[k]), 60, random_seed(), &m);
      few_open_block(auto_double, m, &f);
      solve.b = f.b;
      solve.x = f.x;
      assert_ok(trisweep_smoother_setup_async(f.s, &f.d.view, f.d.l1, device_stream(), &queued));
      assert_int_equal(queued, 1);
      const trisweep_status status = trisweep_smoother_solve(f.s, &solve, device_stream());
      assert_int_equal(status, k == 0 ? TRISWEEP_OK : TRISWEEP_ERROR_UNSUPPORTED);
      if (k == 1)
      {
         assert_message("hybrid-color");
         few_expect_x(&f, f.ones, 0.0);
      }
      few_expect_host_sweep(&f);
      device_fixture_close(&f);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_refused_options), cmocka_unit_test(test_choices),
      cmocka_unit_test(test_numbers),         cmocka_unit_test(test_bad_input),
      cmocka_unit_test(test_bad_calls),       cmocka_unit_test(test_solves),
      cmocka_unit_test(test_little_memory),
   };
   const int missing = device_missing();
   return missing ? missing
                  : cmocka_run_group_tests_name("device/asynchronous", tests,
                                                check_clean_environment, NULL);
}
