/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Structs of older and newer headers than that of the library. */
#include "support/check.h"

#include <string.h>

enum
{
   N = 2
};

/* [2 1; 1 4] */
static const int32_t      row_ptr[] = { 0, 2, 4 };
static const int32_t      col_idx[] = { 0, 1, 0, 1 };
static const double       values[] = { 2.0, 1.0, 1.0, 4.0 }, b[N] = { 8.0, 16.0 };
static const trisweep_csr matrix = {
   .n_rows = N, .n_cols = N, .nnz = 4, .row_ptr = row_ptr, .col_idx = col_idx, .val = values
};

typedef struct fixture
{
   trisweep_context  *ctx;
   trisweep_smoother *s;
   double             x[N];
} fixture;

static int set_up(void **state)
{
   static fixture f;
   memset(&f, 0, sizeof f);
   f.ctx = check_context(NULL);
   f.s = check_smoother(f.ctx);
   assert_ok(trisweep_smoother_set_factors(f.s, TRISWEEP_DILU, 0));
   assert_ok(trisweep_smoother_analyse(f.s, &matrix, NULL));
   assert_ok(trisweep_smoother_update_values(f.s, &matrix, NULL, NULL));
   *state = &f;
   return 0;
}

static int tear_down(void **state)
{
   fixture *f = *state;
   trisweep_smoother_destroy(&f->s);
   trisweep_context_destroy(&f->ctx);
   return 0;
}

/* x after a forward sweep from zero: 4 and 3. */
static void expect_swept(const fixture *f)
{
   assert_true(f->x[0] == 4.0 && f->x[1] == 3.0);
}

/* The members behind ldx came after the first header: a struct may end before them. */
static void test_older_sweep(void **state)
{
   fixture       *f = *state;
   trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
   sweep.b = b;
   sweep.x = f->x;
   sweep.x_old = f->x; /* not allowed, and not read */
   assert_status(trisweep_smoother_sweep(f->s, &sweep, NULL), ARGUMENT);
   sweep.size = offsetof(trisweep_sweep, keep_residual);
   assert_ok(trisweep_smoother_sweep(f->s, &sweep, NULL));
   expect_swept(f);
   sweep.size = offsetof(trisweep_sweep, ldx);
   assert_status(trisweep_smoother_sweep(f->s, &sweep, NULL), ARGUMENT);
   assert_message("size", "TRISWEEP_SWEEP_INIT");
}

static void test_newer_sweep(void **state)
{
   fixture *f = *state;
   struct
   {
      trisweep_sweep sweep;
      double         member;
   } newer = { TRISWEEP_SWEEP_INIT, 0.0 };
   newer.sweep.size = sizeof newer;
   newer.sweep.b = b;
   newer.sweep.x = f->x;
   assert_ok(trisweep_smoother_sweep(f->s, &newer.sweep, NULL));
   expect_swept(f);
   newer.member = 1.0;
   assert_status(trisweep_smoother_sweep(f->s, &newer.sweep, NULL), UNSUPPORTED);
   assert_message("member", "does not know", TRISWEEP_VERSION);
   expect_swept(f);
}

static void test_newer_solve(void **state)
{
   fixture *f = *state;
   struct
   {
      trisweep_solve solve;
      double         member;
   } newer = { TRISWEEP_SOLVE_INIT, 0.0 };
   newer.solve.size = sizeof newer;
   newer.solve.b = b;
   newer.solve.x = f->x;
   assert_ok(trisweep_smoother_solve(f->s, &newer.solve, NULL));
   expect_swept(f);
   newer.member = 1.0;
   assert_status(trisweep_smoother_solve(f->s, &newer.solve, NULL), UNSUPPORTED);
}

static void test_newer_correction(void **state)
{
   fixture *f = *state;
   struct
   {
      trisweep_correction correction;
      double              member;
   } newer = { TRISWEEP_CORRECTION_INIT, 0.0 };
   newer.correction.size = sizeof newer;
   newer.correction.b = b;
   newer.correction.x = f->x;
   assert_ok(trisweep_smoother_correct(f->s, &newer.correction, NULL));
   newer.member = 1.0;
   assert_status(trisweep_smoother_correct(f->s, &newer.correction, NULL), UNSUPPORTED);
}

int main(void)
{
#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
   const struct CMUnitTest tests[] = {
      WITH_FIXTURE(test_older_sweep),
      WITH_FIXTURE(test_newer_sweep),
      WITH_FIXTURE(test_newer_solve),
      WITH_FIXTURE(test_newer_correction),
   };
#undef WITH_FIXTURE
   return cmocka_run_group_tests_name("sizes", tests, check_clean_environment, NULL);
}
