/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Refusals of sweeps, and results computed by hand (smoother/gauss_seidel.c). */
#include "support/fixture.h"

#include <math.h>
#include <stdint.h>
#include <stdio.h>

enum
{
   N = 3
};

/* [2 1 0; 1 4 1; 0 2 8]: divisions by powers of two are exact. */
static const int32_t row_ptr[] = { 0, 2, 5, 7 };
static const int32_t col_idx[] = { 0, 1, 0, 1, 2, 1, 2 };
static const double  values[] = { 2.0, 1.0, 1.0, 4.0, 1.0, 2.0, 8.0 };
static const double  norms[] = { 4.0, 8.0, 16.0 };
static const int32_t marker[] = { 1, -1, 1 };

static int set_up(void **state)
{
   fixture *f = fixture_open(state);
   f->a = (trisweep_csr){
      .n_rows = N, .n_cols = N, .nnz = 7, .row_ptr = row_ptr, .col_idx = col_idx, .val = values
   };
   fixture_load(f, norms);
   return 0;
}

#define expect_refusal(f, ...) fixture_refuses(f, trisweep_smoother_sweep, sweep, __VA_ARGS__)

static void test_size(void **state)
{
   fixture *f = *state;
   expect_refusal(f, size, 0, "size 0", "TRISWEEP_SWEEP_INIT");
   expect_refusal(f, size, offsetof(trisweep_sweep, ldx), "TRISWEEP_SWEEP_INIT");
   expect_refusal(f, size, SIZE_MAX, "TRISWEEP_SWEEP_INIT");
   check_newer_header(trisweep_sweep, f->sweep, trisweep_smoother_sweep, f->s);
   f->sweep.x_old = f->sweep.x; /* refused (test_x_old), but behind the members of this header */
   f->sweep.size = offsetof(trisweep_sweep, keep_residual);
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
}

static void test_enumerations(void **state)
{
   fixture *f = *state;
   expect_refusal(f, direction, (trisweep_direction) 3, "direction 3", "symmetric");
   expect_refusal(f, direction, (trisweep_direction) -1, "direction -1", "symmetric");
   expect_refusal(f, scaling, (trisweep_scaling) 2, "scaling 2", "l1");
   expect_refusal(f, scaling, (trisweep_scaling) -1, "scaling -1", "l1");
}

static void test_weights(void **state)
{
   fixture     *f = *state;
   const double bad[] = { NAN, INFINITY, -INFINITY };
   for (int i = 0; i < 3; i++)
   {
      expect_refusal(f, relax_weight, bad[i], "relax_weight", "finite");
      expect_refusal(f, omega, bad[i], "omega", "finite");
   }
}

static void test_vectors(void **state)
{
   fixture *f = *state;
   expect_refusal(f, n_vectors, 0, "n_vectors is 0", "at least 1");
   expect_refusal(f, n_vectors, INT32_MIN, "n_vectors is -2147483648", "at least 1");
   expect_refusal(f, b, NULL, "b is a null pointer");
   expect_refusal(f, x, NULL, "x is a null pointer");
   expect_refusal(f, points, 1, "cf_marker is a null pointer");
   expect_refusal(f, points, -3, "cf_marker is a null pointer");
   expect_refusal(f, ldb, N - 1, "ldb 2", "3 rows");
   expect_refusal(f, ldx, N - 1, "ldx 2", "3 rows");
   expect_refusal(f, ldb, -1, "ldb -1", "3 rows");
   expect_refusal(f, ldx, INT64_MIN, "ldx -9223372036854775808", "3 rows");
}

/* Strides for which the size of the vectors overflows must be refused. */
static void test_strides_that_overflow(void **state)
{
   fixture *f = *state;
   f->sweep.n_vectors = 4;
   f->sweep.ldb = f->sweep.ldx = N;
   expect_refusal(f, ldb, INT64_MAX, "ldb 9223372036854775807", "4 vectors");
   expect_refusal(f, ldx, INT64_MAX, "ldx 9223372036854775807", "4 vectors");
   expect_refusal(f, ldx, INT64_MAX / 3, "ldx", "4 vectors");
   expect_refusal(f, ldb, INT64_MAX / 24, "ldb", "4 vectors");
   expect_refusal(f, ldb, INT64_C(1) << 62, "ldb", "4 vectors");
   expect_refusal(f, ldx, INT64_C(1) << 59, "ldx", "4 vectors");
}

/* An overlap of one element is refused, at both ends and with several vectors. */
static void test_overlap(void **state)
{
   fixture *f = *state;
   double  *b = f->memory + 20;
   f->sweep.b = b;
   for (int shift = -(N - 1); shift < N; shift++)
   {
      expect_refusal(f, x, b + shift, "b and x overlap");
   }
   f->sweep.x = b + N;
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   f->sweep.x = b - N;
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   f->sweep.n_vectors = 2;
   f->sweep.ldx = 5;
   f->sweep.ldb = 7;
   f->sweep.x = b - 5 - N;
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   expect_refusal(f, x, b - 5 - N + 1, "b and x overlap");
   f->sweep.x = b + 7 + N;
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   expect_refusal(f, x, b + 7 + N - 1, "b and x overlap");
}

static void expect_x(fixture *f, double x0, double x1, double x2)
{
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   fixture_expect_x(f, 0, x0, x1, x2);
}

static void start(fixture *f, double x0, double x1, double x2)
{
   f->memory[0] = 8.0;
   f->memory[1] = 16.0;
   f->memory[2] = 32.0;
   f->x[0] = x0;
   f->x[1] = x1;
   f->x[2] = x2;
}

/* b = (8, 16, 32), x = (2, 4, 8) on entry. */
static void test_directions_by_hand(void **state)
{
   fixture *f = *state;
   start(f, 2.0, 4.0, 8.0);
   expect_x(f, 2.0, 1.5, 3.625);
   start(f, 2.0, 4.0, 8.0);
   f->sweep.direction = TRISWEEP_BACKWARD;
   expect_x(f, 2.625, 2.75, 3.0);
   start(f, 2.0, 4.0, 8.0);
   f->sweep.direction = TRISWEEP_SYMMETRIC;
   /* forward gives (2, 1.5, 3.625); backward leaves x_2, x_1 = (16 - 2 - 3.625) / 4 */
   expect_x(f, (8.0 - 2.59375) / 2.0, 2.59375, 3.625);
   start(f, NAN, NAN, NAN);
   f->sweep.direction = TRISWEEP_FORWARD;
   f->sweep.zero_guess = 1;
   expect_x(f, 4.0, 3.0, 3.25);
   start(f, NAN, INFINITY, NAN);
   f->sweep.direction = TRISWEEP_BACKWARD;
   expect_x(f, 2.5, 3.0, 4.0);
}

static void test_x_old(void **state)
{
   static const double x_old[N] = { 2.0, 4.0, 8.0 };
   fixture            *f = *state;
   expect_refusal(f, x_old, f->sweep.x + N - 1, "x_old needs", "overlap");
   f->sweep.x_old = x_old;
   expect_refusal(f, zero_guess, 1, "zero_guess 0");
   start(f, NAN, INFINITY, NAN);
   expect_x(f, 2.0, 1.5, 3.625);
}

static void test_weights_by_hand(void **state)
{
   fixture *f = *state;
   f->sweep.relax_weight = 0.5;
   start(f, 2.0, 4.0, 8.0);
   /* x_0 = 2 + 0.5 (8 - 4 - 4) / 2, x_1 = 4 + 0.5 (16 - 2 - 16 - 8) / 4, ... */
   expect_x(f, 2.0, 2.75, 6.0 - 0.34375);
   f->sweep.relax_weight = 1.0;
   f->sweep.omega = 0.5;
   start(f, 2.0, 4.0, 8.0);
   /* x_0 = 2 + (0.5 (8 - 4) - 4 + 0.5 * 4) / 2 */
   expect_x(f, 2.0, 4.0 + (0.5 * (16.0 - 16.0) - 10.0 + 0.5 * 10.0) / 4.0,
            8.0 + (0.5 * (32.0 - 64.0) - 5.5 + 0.5 * 8.0) / 8.0);
   f->sweep.omega = 1.0;
   f->sweep.scaling = TRISWEEP_L1;
   start(f, 2.0, 4.0, 8.0);
   expect_x(f, 2.0, 4.0 - 10.0 / 8.0, 8.0 + (32.0 - 64.0 - 5.5) / 16.0);
}

static void test_points_by_hand(void **state)
{
   fixture *f = *state;
   f->sweep.cf_marker = marker;
   f->sweep.points = 1;
   start(f, 2.0, 4.0, 8.0);
   expect_x(f, 2.0, 4.0, 3.0);
   f->sweep.points = -1;
   start(f, 2.0, 4.0, 8.0);
   expect_x(f, 2.0, 1.5, 8.0);
   /* with a zero guess, rows that are not visited become 0 */
   f->sweep.zero_guess = 1;
   start(f, NAN, NAN, NAN);
   expect_x(f, 0.0, 4.0, 0.0);
   f->sweep.points = 7;
   start(f, NAN, NAN, NAN);
   expect_x(f, 0.0, 0.0, 0.0);
   f->sweep.zero_guess = 0;
   start(f, 2.0, 4.0, 8.0);
   expect_x(f, 2.0, 4.0, 8.0);
}

/* Row 1 has scaling 0: x_1 is kept, or 0 with a zero guess, and other rows read this x_1. */
static void test_rows_without_scaling_by_hand(void **state)
{
   fixture           *f = *state;
   const double       without[] = { 2.0, 1.0, 1.0, 0.0, 1.0, 2.0, 8.0 };
   const double       no_norm[] = { 4.0, 0.0, 16.0 };
   const trisweep_csr a = {
      .n_rows = N, .n_cols = N, .nnz = 7, .row_ptr = row_ptr, .col_idx = col_idx, .val = without
   };
   assert_ok(trisweep_smoother_update_values(f->s, &a, no_norm, NULL));
   const trisweep_stats stats = check_stats(f->s);
   assert_int_equal(stats.zero_diagonals, 1);
   for (int direction = 0; direction < 3; direction++)
   {
      f->sweep.direction = (trisweep_direction) direction;
      f->sweep.scaling = TRISWEEP_DIAGONAL;
      f->sweep.zero_guess = 0;
      start(f, 2.0, 4.0, 8.0);
      expect_x(f, 2.0, 4.0, 3.0);
      f->sweep.scaling = TRISWEEP_L1;
      start(f, 4.0, 4.0, 8.0);
      f->sweep.direction = (trisweep_direction) (direction % 2);
      expect_x(f, 3.0, 4.0, 5.5);
      f->sweep.zero_guess = 1;
      f->sweep.scaling = TRISWEEP_DIAGONAL;
      f->sweep.relax_weight = 0.5;
      start(f, NAN, NAN, NAN);
      expect_x(f, 2.0, 0.0, 2.0);
      f->sweep.relax_weight = 1.0;
   }
}

/* Sweeps over all points ignore the markers. */
static void test_markers_without_points(void **state)
{
   fixture *f = *state;
   f->sweep.cf_marker = marker;
   start(f, 2.0, 4.0, 8.0);
   expect_x(f, 2.0, 1.5, 3.625);
}

/* NaN and infinity in vectors are data: only dependent rows become NaN or infinite. */
static void test_vectors_not_finite(void **state)
{
   fixture      *f = *state;
   const double *x = f->x;
   start(f, 2.0, 4.0, NAN);
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   assert_true(x[0] == 2.0 && isnan(x[1]) && isnan(x[2]));
   /* the new x_0 does not depend on the old x_0 */
   start(f, NAN, 4.0, 8.0);
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   assert_true(x[0] == 2.0 && x[1] == 1.5 && x[2] == 3.625);
   start(f, 2.0, 4.0, 8.0);
   f->memory[2] = INFINITY;
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   assert_true(x[0] == 2.0 && x[1] == 1.5 && isinf(x[2]));
}

/* Sweep a block without rows and without vectors. */
static void sweep_no_rows(const char *options)
{
   const trisweep_csr none = { 0 };
   trisweep_sweep     how = TRISWEEP_SWEEP_INIT;
   trisweep_context  *ctx = check_context(options);
   trisweep_smoother *s = check_smoother(ctx);
   assert_ok(trisweep_smoother_analyse(s, &none, NULL));
   assert_ok(trisweep_smoother_update_values(s, &none, norms, NULL));
   how.points = 1;
   how.n_vectors = 3;
   how.omega = 0.5;
   for (int direction = 0; direction < 3; direction++)
   {
      how.direction = (trisweep_direction) direction;
      how.scaling = direction == 1 ? TRISWEEP_L1 : TRISWEEP_DIAGONAL;
      assert_ok(trisweep_smoother_sweep(s, &how, NULL));
   }
   const trisweep_stats stats = check_stats(s);
   assert_int_equal(stats.n_rows, 0);
   assert_int_equal(stats.depth, 0);
   assert_int_equal(stats.n_sweeps, 3);
   assert_true(stats.sweep_bytes == 0.0);
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
}

static void test_no_rows(void **state)
{
   (void) state;
   const char    *name;
   trisweep_space space;
   sweep_no_rows(NULL);
   for (int k = 0; trisweep_schedule_describe(k, &name, &space, NULL, NULL), name; k++)
   {
      char options[64];
      snprintf(options, sizeof options, "schedule=%s " CHECK_TWO_THREADS, name);
      if (space == TRISWEEP_HOST)
      {
         sweep_no_rows(options);
      }
   }
}

static void test_counters(void **state)
{
   fixture *f = *state;
   f->sweep.n_vectors = 2;
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   f->sweep.direction = TRISWEEP_SYMMETRIC;
   assert_ok(trisweep_smoother_sweep(f->s, &f->sweep, NULL));
   f->sweep.n_vectors = 0;
   assert_status(trisweep_smoother_sweep(f->s, &f->sweep, NULL), ARGUMENT);
   const trisweep_stats stats = check_stats(f->s);
   assert_int_equal(stats.n_sweeps, 2);
   assert_true(stats.sweep_bytes > 2.0 * (double) stats.block_bytes);
}

int main(void)
{
#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, set_up, fixture_close)
   const struct CMUnitTest tests[] = {
      WITH_FIXTURE(test_size),
      WITH_FIXTURE(test_enumerations),
      WITH_FIXTURE(test_weights),
      WITH_FIXTURE(test_vectors),
      WITH_FIXTURE(test_strides_that_overflow),
      WITH_FIXTURE(test_overlap),
      WITH_FIXTURE(test_directions_by_hand),
      WITH_FIXTURE(test_x_old),
      WITH_FIXTURE(test_weights_by_hand),
      WITH_FIXTURE(test_points_by_hand),
      WITH_FIXTURE(test_rows_without_scaling_by_hand),
      WITH_FIXTURE(test_markers_without_points),
      WITH_FIXTURE(test_vectors_not_finite),
      WITH_FIXTURE(test_no_rows),
      WITH_FIXTURE(test_counters),
   };
#undef WITH_FIXTURE
   return cmocka_run_group_tests_name("sweep", tests, check_clean_environment, NULL);
}
