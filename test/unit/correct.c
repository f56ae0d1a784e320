/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Corrections with incomplete factors: refusals, results computed by hand, statistics. */
#include "support/fixture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum
{
   N = 3
};

/* [2 2 0; 1 2 1; 0 2 .]: the factors are exact, L U = A, although a_22 is not stored. */
static const int32_t row_ptr[] = { 0, 2, 5, 6 };
static const int32_t col_idx[] = { 1, 0, 0, 1, 2, 1 };
static const double  values[] = { 2.0, 2.0, 1.0, 2.0, 1.0, 2.0 };
static const int32_t marker[] = { 1, -1, 1 };

static void prepare(fixture *f, trisweep_factors factors, int32_t fill_level)
{
   assert_ok(trisweep_smoother_set_factors(f->s, factors, fill_level));
   fixture_load(f, NULL);
}

static int set_up(void **state)
{
   fixture_open(state)->a = (trisweep_csr){
      .n_rows = N, .n_cols = N, .nnz = 6, .row_ptr = row_ptr, .col_idx = col_idx, .val = values
   };
   return 0;
}

#define expect_refusal(f, ...) \
   fixture_refuses(f, trisweep_smoother_correct, correction, __VA_ARGS__)

static void test_refusals(void **state)
{
   fixture *f = *state;
   assert_status(trisweep_smoother_set_factors(NULL, TRISWEEP_ILU, 0), ARGUMENT);
   assert_message("smoother", "null pointer");
   assert_status(trisweep_smoother_set_factors(f->s, (trisweep_factors) 4, 0), ARGUMENT);
   assert_message("factors 4", "DILU");
   assert_status(trisweep_smoother_set_factors(f->s, TRISWEEP_ILU, -1), ARGUMENT);
   assert_message("fill level -1");
   prepare(f, TRISWEEP_ILU, 0);
   assert_status(trisweep_smoother_correct(NULL, &f->correction, NULL), ARGUMENT);
   assert_message("smoother", "null pointer");
   assert_status(trisweep_smoother_correct(f->s, NULL, NULL), ARGUMENT);
   assert_message("correction", "null pointer");
   expect_refusal(f, size, sizeof f->correction - 1, "size", "TRISWEEP_CORRECTION_INIT");
   check_newer_header(trisweep_correction, f->correction, trisweep_smoother_correct, f->s);
   expect_refusal(f, relax_weight, NAN, "relax_weight", "finite");
   expect_refusal(f, relax_weight, INFINITY, "relax_weight", "finite");
   expect_refusal(f, points, 1, "cf_marker is a null pointer");
   expect_refusal(f, n_vectors, 0, "n_vectors is 0", "at least 1");
   expect_refusal(f, b, NULL, "b is a null pointer");
   expect_refusal(f, x, NULL, "x is a null pointer");
   expect_refusal(f, ldb, N - 1, "ldb 2");
   expect_refusal(f, ldx, N - 1, "ldx 2");
   expect_refusal(f, x, f->memory + N - 1, "overlap");
   assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
}

static void test_wrong_order(void **state)
{
   fixture *f = *state;
   fixture_load(f, NULL);
   assert_status(trisweep_smoother_correct(f->s, &f->correction, NULL), ORDER);
   assert_message("no factors", "set_factors");
   assert_ok(trisweep_smoother_set_factors(f->s, TRISWEEP_DILU, 0));
   assert_status(trisweep_smoother_correct(f->s, &f->correction, NULL), ORDER);
   assert_message("no values", "update_values");
   assert_ok(trisweep_smoother_analyse(f->s, &f->a, NULL));
   assert_status(trisweep_smoother_correct(f->s, &f->correction, NULL), ORDER);
}

/* b = (8, 12, 16); exact factors give an exact correction. DILU equals ILU on this pattern. */
static void test_by_hand(void **state)
{
   fixture               *f = *state;
   const trisweep_factors kinds[] = { TRISWEEP_ILU, TRISWEEP_ILU, TRISWEEP_DILU };
   for (int k = 0; k < 3; k++)
   {
      f->correction = (trisweep_correction) TRISWEEP_CORRECTION_INIT;
      f->correction.b = f->memory;
      f->correction.x = f->x;
      prepare(f, kinds[k], k);
      memcpy(f->correction.x, (const double[]){ 1.0, 2.0, 3.0 }, N * sizeof(double));
      assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
      fixture_expect_x(f, 0, -4.0, 8.0, 0.0);
      f->correction.zero_guess = 1;
      f->correction.relax_weight = 0.5;
      f->x[0] = NAN; /* must not be read */
      assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
      fixture_expect_x(f, 0, -2.0, 4.0, 0.0);
      f->correction.zero_guess = 0;
      assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
      fixture_expect_x(f, 0, -3.0, 6.0, 0.0);
      f->correction.points = 1;
      f->correction.cf_marker = marker;
      f->correction.relax_weight = 1.0;
      assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
      fixture_expect_x(f, 0, -4.0, 6.0, 0.0); /* rows 0 and 2 only */
      f->correction.points = -1;
      f->correction.zero_guess = 1;
      assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
      fixture_expect_x(f, 0, 0.0, 8.0, 0.0);
   }
}

static void test_several_vectors(void **state)
{
   fixture *f = *state;
   prepare(f, TRISWEEP_ILU, 0);
   f->correction.n_vectors = 2;
   f->correction.ldb = 3;
   f->correction.ldx = 5;
   const double between[] = { f->x[3], f->x[4] };
   assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
   fixture_expect_x(f, 0, -4.0, 8.0, 0.0);
   fixture_expect_x(f, 5, -4.0, 14.0, 0.0); /* b = (20, 24, 28) */
   assert_memory_equal(between, f->x + 3, sizeof between);
}

/* New values need a new factorisation, but no new analysis. */
static void test_new_values(void **state)
{
   fixture *f = *state;
   double   twice[6];
   for (int k = 0; k < 6; k++)
   {
      twice[k] = 2.0 * values[k];
   }
   for (int kind = TRISWEEP_ILU; kind <= TRISWEEP_DILU; kind++)
   {
      const int64_t before = check_stats(f->s).n_analyses;
      f->a.val = values;
      prepare(f, (trisweep_factors) kind, 0);
      f->a.val = twice;
      fixture_load(f, NULL);
      f->correction.zero_guess = 1;
      assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
      fixture_expect_x(f, 0, -2.0, 4.0, 0.0);
      assert_int_equal(check_stats(f->s).n_analyses, before + 1);
   }
}

static void test_counters(void **state)
{
   fixture *f = *state;
   assert_int_equal(check_stats(f->s).factor_nnz, 0);
   assert_int_equal(check_stats(f->s).first_pivot_row, -1);
   prepare(f, TRISWEEP_ILU, 1);
   assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
   assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
   f->correction.n_vectors = 0;
   assert_status(trisweep_smoother_correct(f->s, &f->correction, NULL), ARGUMENT);
   const trisweep_stats stats = check_stats(f->s);
   assert_int_equal(stats.n_corrections, 2);
   assert_int_equal(stats.n_sweeps, 0);
   assert_int_equal(stats.factor_nnz, 7); /* includes the missing diagonal, which is filled */
   assert_int_equal(stats.factor_depth, 3);
   assert_int_equal(stats.pivots_boosted + stats.pivots_skipped, 0);
   assert_true(stats.factor_seconds >= 0.0 && stats.factor_seconds <= stats.update_seconds);
   assert_true(stats.correct_seconds >= 0.0 && stats.correct_bytes > 0.0);
   assert_int_equal(stats.zero_diagonals, 1);
}

/* Setting the same factors again keeps the matrix; setting other factors drops the matrix. */
static void test_change_of_factors(void **state)
{
   fixture *f = *state;
   prepare(f, TRISWEEP_ILU, 1);
   assert_ok(trisweep_smoother_set_factors(f->s, TRISWEEP_ILU, 1));
   assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
   assert_ok(trisweep_smoother_set_factors(f->s, TRISWEEP_ILU, 2));
   assert_status(trisweep_smoother_correct(f->s, &f->correction, NULL), ORDER);
   assert_int_equal(check_stats(f->s).extra_bytes, 0);
   assert_ok(trisweep_smoother_set_factors(f->s, TRISWEEP_DILU, 7));
   fixture_load(f, NULL);
   assert_ok(trisweep_smoother_set_factors(f->s, TRISWEEP_DILU, 8)); /* fill level ignored */
   assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
}

/* A smoother with factors also performs Gauss-Seidel sweeps. */
static void test_sweep_beside(void **state)
{
   fixture       *f = *state;
   trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
   prepare(f, TRISWEEP_ILU, 0);
   sweep.b = f->memory;
   sweep.x = f->x;
   sweep.zero_guess = 1;
   assert_ok(trisweep_smoother_sweep(f->s, &sweep, NULL));
   fixture_expect_x(f, 0, 4.0, 4.0, 0.0);
}

/* Factors whose inverse grows from row to row until it overflows. */
static void test_unstable_factors(void **state)
{
   fixture *f = *state;
   enum
   {
      ROWS = 40
   };
   entry_list e;
   test_block m;
   double     b[ROWS], x[ROWS];
   entries_open(&e, ROWS);
   for (int i = 0; i < ROWS; i++)
   {
      entries_add(&e, i, i - 1, -1e10);
      entries_add(&e, i, i, 1.0);
      b[i] = 1.0;
   }
   block_build(&e, &m);
   f->a = block_view(&m);
   f->correction.b = b;
   f->correction.x = x;
   for (int kind = TRISWEEP_ILU; kind <= TRISWEEP_DILU; kind++)
   {
      for (int i = 0; i < ROWS; i++)
      {
         x[i] = 0.5;
      }
      for (int zero = 0; zero <= 1; zero++)
      {
         prepare(f, (trisweep_factors) kind, 0);
         f->correction.zero_guess = zero;
         assert_status(trisweep_smoother_correct(f->s, &f->correction, NULL), VALUE);
         assert_message("unstable", "row 3", "inf", "Gauss-Seidel");
         assert_true(x[0] == 0.5);
         assert_true(x[ROWS - 1] == 0.5);
      }
      b[3] = NAN; /* NaN in b is data, not instability */
      assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
      assert_true(x[0] == 1.0);
      assert_true(isnan(x[3]));
      assert_true(isnan(x[ROWS - 1]));
      b[3] = 1.0;
   }
   block_free(&m);
}

/* Corrections whose norm overflows, although each number is finite: the matrix has this scale. */
static void test_scales(void **state)
{
   fixture *f = *state;
   for (int kind = TRISWEEP_ILU; kind <= TRISWEEP_DILU; kind++)
   {
      for (int turn = 0; turn < 2; turn++)
      {
         const double scale = turn ? 1e-200 : 1e200;
         double       val[] = { 4.0 * scale, -scale, -scale, 4.0 * scale };
         const double b[] = { 3.0, 3.0 };
         double       x[2];
         f->a = (trisweep_csr){ .n_rows = 2,
                                .n_cols = 2,
                                .nnz = 4,
                                .row_ptr = (const int32_t[]){ 0, 2, 4 },
                                .col_idx = (const int32_t[]){ 0, 1, 0, 1 },
                                .val = val };
         f->correction.b = b;
         f->correction.x = x;
         f->correction.zero_guess = 1;
         prepare(f, (trisweep_factors) kind, 0);
         assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
         assert_true(fabs(x[0] * scale - 1.0) < 1e-14);
         assert_true(fabs(x[1] * scale - 1.0) < 1e-14);
      }
   }
}

static void test_no_rows(void **state)
{
   fixture *f = *state;
   f->a = (trisweep_csr){ .n_rows = 0 };
   f->correction.b = NULL;
   f->correction.x = NULL;
   prepare(f, TRISWEEP_ILU, 3);
   assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
   assert_int_equal(check_stats(f->s).factor_nnz, 0);
   prepare(f, TRISWEEP_DILU, 0);
   assert_ok(trisweep_smoother_correct(f->s, &f->correction, NULL));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_refusals, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_wrong_order, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_by_hand, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_several_vectors, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_new_values, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_counters, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_change_of_factors, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_sweep_beside, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_unstable_factors, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_scales, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_no_rows, set_up, fixture_close),
   };
   return cmocka_run_group_tests_name("correct", tests, check_clean_environment, NULL);
}
