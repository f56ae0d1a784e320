/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Refusals of solves, and results computed by hand (smoother/solve.c). */
#include "support/fixture.h"

#include <math.h>
#include <stdio.h>

enum
{
   N = 3
};

/* [2 1 0; 1 4 1; 0 2 .]: divisions by powers of two are exact; a_22 is not stored. */
static const int32_t row_ptr[] = { 0, 2, 5, 6 };
static const int32_t col_idx[] = { 0, 1, 0, 1, 2, 1 };
static const double  values[] = { 2.0, 1.0, 1.0, 4.0, 1.0, 2.0 };

static int set_up(void **state)
{
   fixture *f = fixture_open(state);
   f->a = (trisweep_csr){
      .n_rows = N, .n_cols = N, .nnz = 6, .row_ptr = row_ptr, .col_idx = col_idx, .val = values
   };
   fixture_load(f, NULL);
   return 0;
}

#define expect_refusal(f, ...) fixture_refuses(f, trisweep_smoother_solve, solve, __VA_ARGS__)

static void test_refusals(void **state)
{
   fixture *f = *state;
   assert_status(trisweep_smoother_solve(NULL, &f->solve, NULL), ARGUMENT);
   assert_message("smoother", "null pointer");
   assert_status(trisweep_smoother_solve(f->s, NULL, NULL), ARGUMENT);
   assert_message("solve", "null pointer");
   expect_refusal(f, size, sizeof f->solve - 1, "size", "TRISWEEP_SOLVE_INIT");
   check_newer_header(trisweep_solve, f->solve, trisweep_smoother_solve, f->s);
   expect_refusal(f, triangle, (trisweep_triangle) 2, "triangle 2", "lower", "upper");
   expect_refusal(f, n_vectors, 0, "n_vectors is 0", "at least 1");
   expect_refusal(f, b, NULL, "b is a null pointer");
   expect_refusal(f, x, NULL, "x is a null pointer");
   expect_refusal(f, ldb, N - 1, "ldb 2");
   expect_refusal(f, ldx, N - 1, "ldx 2");
   expect_refusal(f, x, f->memory + N - 1, "overlap");
   assert_ok(trisweep_smoother_solve(f->s, &f->solve, NULL));
}

static void test_wrong_order(void **state)
{
   fixture           *f = *state;
   trisweep_smoother *s = check_smoother(f->ctx);
   assert_status(trisweep_smoother_solve(s, &f->solve, NULL), ORDER);
   assert_message("no values", "update_values");
   assert_ok(trisweep_smoother_analyse(s, &f->a, NULL));
   assert_status(trisweep_smoother_solve(s, &f->solve, NULL), ORDER);
   trisweep_smoother_destroy(&s);
}

/* b = (8, 12, 16) */
static void test_by_hand(void **state)
{
   fixture *f = *state;
   assert_ok(trisweep_smoother_solve(f->s, &f->solve, NULL));
   fixture_expect_x(f, 0, 4.0, 2.0, 0.0); /* x_2 = 0, because a_22 is missing */
   f->solve.triangle = TRISWEEP_UPPER;
   assert_ok(trisweep_smoother_solve(f->s, &f->solve, NULL));
   fixture_expect_x(f, 0, 2.5, 3.0, 0.0);
   f->solve.unit_diagonal = 1;
   assert_ok(trisweep_smoother_solve(f->s, &f->solve, NULL));
   fixture_expect_x(f, 0, 12.0, -4.0, 16.0);
   f->solve.triangle = TRISWEEP_LOWER;
   assert_ok(trisweep_smoother_solve(f->s, &f->solve, NULL));
   fixture_expect_x(f, 0, 8.0, 4.0, 8.0);
}

static void test_several_vectors(void **state)
{
   fixture *f = *state;
   f->solve.n_vectors = 2;
   f->solve.unit_diagonal = 1;
   f->solve.ldb = 3;
   f->solve.ldx = 5;
   const double between[] = { f->x[3], f->x[4] };
   assert_ok(trisweep_smoother_solve(f->s, &f->solve, NULL));
   fixture_expect_x(f, 0, 8.0, 4.0, 8.0);
   fixture_expect_x(f, 5, 20.0, 4.0, 20.0); /* b = (20, 24, 28) */
   assert_memory_equal(between, f->x + 3, sizeof between);
}

static void test_counters(void **state)
{
   fixture *f = *state;
   assert_ok(trisweep_smoother_solve(f->s, &f->solve, NULL));
   assert_ok(trisweep_smoother_solve(f->s, &f->solve, NULL));
   f->solve.n_vectors = 0;
   assert_status(trisweep_smoother_solve(f->s, &f->solve, NULL), ARGUMENT);
   const trisweep_stats stats = check_stats(f->s);
   assert_int_equal(stats.n_solves, 2);
   assert_true(stats.solve_seconds >= 0.0);
   assert_int_equal(stats.n_sweeps, 0);
   assert_int_equal(stats.zero_diagonals, 1);
}

/* A NaN in b affects exactly the dependent rows, in every schedule. */
static void test_nan(void **state)
{
   fixture       *f = *state;
   const char    *name;
   trisweep_space space;
   f->memory[1] = NAN;
   f->solve.unit_diagonal = 1;
   for (int k = 0; trisweep_schedule_describe(k, &name, &space, NULL, NULL), name; k++)
   {
      char options[64];
      if (space != TRISWEEP_HOST)
      {
         continue;
      }
      snprintf(options, sizeof options, "schedule=%s " CHECK_TWO_THREADS, name);
      trisweep_context  *ctx = check_context(options);
      trisweep_smoother *s = check_smoother(ctx);
      assert_ok(trisweep_smoother_analyse(s, &f->a, NULL));
      assert_ok(trisweep_smoother_update_values(s, &f->a, NULL, NULL));
      assert_ok(trisweep_smoother_solve(s, &f->solve, NULL));
      assert_true(f->solve.x[0] == 8.0 && isnan(f->solve.x[1]) && isnan(f->solve.x[2]));
      trisweep_smoother_destroy(&s);
      trisweep_context_destroy(&ctx);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test_setup_teardown(test_refusals, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_wrong_order, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_by_hand, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_several_vectors, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_counters, set_up, fixture_close),
      cmocka_unit_test_setup_teardown(test_nan, set_up, fixture_close),
   };
   return cmocka_run_group_tests_name("solve", tests, check_clean_environment, NULL);
}
