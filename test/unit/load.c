/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Values of a packed block (block/load.c). */
#include "support/check.h"

#include <float.h>
#include <math.h>
#include <string.h>

#include "block/packed.h"

enum
{
   N = 3,
   NNZ = 8
};

/* Row 0: a_02 a_00, row 1: a_11 a_10 a_10, row 2: a_21 a_20 a_22. */
static const int32_t row_ptr[] = { 0, 2, 5, 8 };
static const int32_t col_idx[] = { 2, 0, 1, 0, 0, 1, 0, 2 };

typedef struct fixture
{
   tsw_memory   owner;
   tsw_packed   p;
   double       val[NNZ];
   double       l1[N];
   trisweep_csr a;
} fixture;

static int set_up(void **state)
{
   static fixture f;
   const double   values[NNZ] = { 5.0, 2.0, -4.0, 1.0, 0.5, 6.0, 7.0, 8.0 };
   const double   norms[N] = { 8.0, -16.0, 32.0 };
   memset(&f, 0, sizeof f);
   memcpy(f.val, values, sizeof values);
   memcpy(f.l1, norms, sizeof norms);
   f.a = (trisweep_csr){
      .n_rows = N, .n_cols = N, .nnz = NNZ, .row_ptr = row_ptr, .col_idx = col_idx, .val = f.val
   };
   *state = &f;
   return tsw_packed_layout(&f.a, &f.owner, &f.p) != TRISWEEP_OK;
}

static int tear_down(void **state)
{
   fixture *f = *state;
   tsw_packed_free(&f->owner, &f->p);
   return f->owner.bytes != 0;
}

static void expect_doubles(const double *got, int64_t n, const double *want)
{
   for (int64_t i = 0; i < n; i++)
   {
      assert_true(got[i] == want[i]);
   }
}

static void test_values(void **state)
{
   fixture *f = *state;
   assert_ok(tsw_packed_load(&f->a, NULL, &f->owner, &f->p));
   expect_doubles(f->p.lower.val, 3, (const double[]){ 1.5, 7.0, 6.0 });
   expect_doubles(f->p.upper.val, 1, (const double[]){ 5.0 });
   expect_doubles(f->p.inv_diag, 3, (const double[]){ 0.5, -0.25, 0.125 });
   assert_null(f->p.inv_l1);
   assert_null(f->p.diag_l1);
   assert_int_equal(f->p.n_zero_diagonals, 0);
}

static void test_norms(void **state)
{
   fixture      *f = *state;
   const int64_t before = f->owner.bytes;
   assert_ok(tsw_packed_load(&f->a, f->l1, &f->owner, &f->p));
   expect_doubles(f->p.inv_l1, 3, (const double[]){ 0.125, -0.0625, 0.03125 });
   expect_doubles(f->p.diag_l1, 3, (const double[]){ 0.25, 0.25, 0.25 });
   assert_int_equal(f->owner.bytes, before + 2 * N * (int64_t) sizeof(double));
   /* Loading again allocates nothing; loading without norms frees the memory of the norms. */
   assert_ok(tsw_packed_load(&f->a, f->l1, &f->owner, &f->p));
   assert_int_equal(f->owner.bytes, before + 2 * N * (int64_t) sizeof(double));
   assert_ok(tsw_packed_load(&f->a, NULL, &f->owner, &f->p));
   assert_null(f->p.inv_l1);
   assert_int_equal(f->owner.bytes, before);
}

static void test_norm_of_zero(void **state)
{
   fixture *f = *state;
   f->l1[1] = 0.0;
   assert_ok(tsw_packed_load(&f->a, f->l1, &f->owner, &f->p));
   expect_doubles(f->p.inv_l1, 3, (const double[]){ 0.125, 0.0, 0.03125 });
   expect_doubles(f->p.diag_l1, 3, (const double[]){ 0.25, 0.0, 0.25 });
}

/* New values replace the old values; values are not accumulated across loads. */
static void test_loading_again(void **state)
{
   fixture *f = *state;
   assert_ok(tsw_packed_load(&f->a, NULL, &f->owner, &f->p));
   f->val[4] = 2.5;
   f->val[1] = 4.0;
   assert_ok(tsw_packed_load(&f->a, NULL, &f->owner, &f->p));
   expect_doubles(f->p.lower.val, 3, (const double[]){ 3.5, 7.0, 6.0 });
   expect_doubles(f->p.inv_diag, 3, (const double[]){ 0.25, -0.25, 0.125 });
}

static void test_zero_diagonals(void **state)
{
   fixture *f = *state;
   f->val[2] = -0.0;
   f->val[7] = 0.0;
   assert_ok(tsw_packed_load(&f->a, NULL, &f->owner, &f->p));
   expect_doubles(f->p.inv_diag, 3, (const double[]){ 0.5, 0.0, 0.0 });
   assert_int_equal(f->p.n_zero_diagonals, 2);
   f->val[2] = 1.0;
   assert_ok(tsw_packed_load(&f->a, NULL, &f->owner, &f->p));
   assert_int_equal(f->p.n_zero_diagonals, 1);
}

static void test_not_finite(void **state)
{
   fixture     *f = *state;
   const double bad[] = { NAN, INFINITY, -INFINITY };
   const int    rows[] = { 0, 0, 1, 1, 1, 2, 2, 2 };
   for (int k = 0; k < NNZ; k++)
   {
      for (int i = 0; i < 3; i++)
      {
         const double good = f->val[k];
         const char  *row[] = { "row 0", "row 1", "row 2" };
         const char  *column[] = { "column 0", "column 1", "column 2" };
         f->val[k] = bad[i];
         assert_status(tsw_packed_load(&f->a, NULL, &f->owner, &f->p), VALUE);
         assert_message(row[rows[k]], column[col_idx[k]], i == 0 ? "is NaN" : "is infinite",
                        "finite");
         f->val[k] = good;
      }
   }
   assert_ok(tsw_packed_load(&f->a, NULL, &f->owner, &f->p));
}

/* The sum of repeated finite entries overflows; sweeps would use the sum. */
static void test_sum_overflows(void **state)
{
   fixture *f = *state;
   f->val[3] = f->val[4] = DBL_MAX;
   assert_status(tsw_packed_load(&f->a, NULL, &f->owner, &f->p), VALUE);
   assert_message("row 1", "column 0", "infinity");
}

static void test_norms_not_finite(void **state)
{
   fixture     *f = *state;
   const double bad[] = { NAN, INFINITY, -INFINITY };
   for (int i = 0; i < 3; i++)
   {
      f->l1[2] = bad[i];
      assert_status(tsw_packed_load(&f->a, f->l1, &f->owner, &f->p), VALUE);
      assert_message("row 2", "l1 norm", i == 0 ? "NaN" : "infinite");
   }
}

/* Reciprocals that overflow, and a norm for which a_ii / norm overflows. */
static void test_too_small_to_divide_by(void **state)
{
   fixture *f = *state;
   f->val[2] = 1e-310;
   assert_status(tsw_packed_load(&f->a, NULL, &f->owner, &f->p), VALUE);
   assert_message("row 1", "diagonal entry", "1e-310", "too small");
   f->val[2] = -4.0;
   f->l1[0] = -DBL_TRUE_MIN;
   assert_status(tsw_packed_load(&f->a, f->l1, &f->owner, &f->p), VALUE);
   assert_message("row 0", "l1 norm", "too small");
   f->l1[0] = 1e-300;
   f->val[1] = 1e300;
   assert_status(tsw_packed_load(&f->a, f->l1, &f->owner, &f->p), VALUE);
   assert_message("row 0", "l1 norm", "1e-300", "too small");
}

/* A row may have fewer columns than the analysed pattern, but no other columns. */
static void test_outside_the_pattern(void **state)
{
   fixture *f = *state;
   const struct
   {
      int32_t     at, column;
      const char *row;
   } cases[] = { { 0, 1, "row 0" }, { 3, 2, "row 1" } };
   for (int i = 0; i < 2; i++)
   {
      int32_t columns[NNZ];
      memcpy(columns, col_idx, sizeof columns);
      columns[cases[i].at] = cases[i].column;
      trisweep_csr changed = f->a;
      changed.col_idx = columns;
      assert_status(tsw_packed_load(&changed, NULL, &f->owner, &f->p), ORDER);
      assert_message(cases[i].row, "1 of its columns", "not in the analysed pattern",
                     "analyse again");
   }
}

/* The order of entries in a row is arbitrary and may change between loads. */
static void test_rows_in_any_order(void **state)
{
   fixture      *f = *state;
   const int32_t columns[] = { 0, 2, 0, 1, 0, 2, 1, 0 };
   const double  values[] = { 2.0, 5.0, 0.5, -4.0, 1.0, 8.0, 6.0, 7.0 };
   trisweep_csr  other = f->a;
   other.col_idx = columns;
   other.val = values;
   assert_ok(tsw_packed_load(&other, NULL, &f->owner, &f->p));
   test_values(state);
}

/* Three allocations: two arrays for the norms, and a dense row. */
static void test_failures(void **state)
{
   fixture          *f = *state;
   const int64_t     before = f->owner.bytes;
   const char *const what[] = { "the l1 norms", "the l1 scaling", "a dense row" };
   for (int k = 1; k <= 3; k++)
   {
      tsw_memory_fail_at(k);
      assert_status(tsw_packed_load(&f->a, f->l1, &f->owner, &f->p), MEMORY);
      assert_message("no memory for", what[k - 1]);
      tsw_memory_fail_at(0);
      assert_ok(tsw_packed_load(&f->a, NULL, &f->owner, &f->p));
      assert_int_equal(f->owner.bytes, before);
   }
}

/* Missing columns count as zero, also after a load with these columns. */
static void test_fewer_columns(void **state)
{
   fixture      *f = *state;
   const int32_t pointers[] = { 0, 1, 2, 4 };
   const int32_t columns[] = { 0, 1, 0, 2 };
   const double  values[] = { 2.0, -4.0, 7.0, 8.0 };
   trisweep_csr  other = f->a;
   assert_ok(tsw_packed_load(&f->a, NULL, &f->owner, &f->p));
   other.row_ptr = pointers;
   other.col_idx = columns;
   other.val = values;
   other.nnz = 4;
   assert_ok(tsw_packed_load(&other, NULL, &f->owner, &f->p));
   expect_doubles(f->p.lower.val, 3, (const double[]){ 0.0, 7.0, 0.0 });
   expect_doubles(f->p.upper.val, 1, (const double[]){ 0.0 });
   expect_doubles(f->p.inv_diag, 3, (const double[]){ 0.5, -0.25, 0.125 });
}

int main(void)
{
#define WITH_FIXTURE(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)
   const struct CMUnitTest tests[] = {
      WITH_FIXTURE(test_values),
      WITH_FIXTURE(test_norms),
      WITH_FIXTURE(test_norm_of_zero),
      WITH_FIXTURE(test_loading_again),
      WITH_FIXTURE(test_zero_diagonals),
      WITH_FIXTURE(test_not_finite),
      WITH_FIXTURE(test_sum_overflows),
      WITH_FIXTURE(test_norms_not_finite),
      WITH_FIXTURE(test_too_small_to_divide_by),
      WITH_FIXTURE(test_outside_the_pattern),
      WITH_FIXTURE(test_rows_in_any_order),
      WITH_FIXTURE(test_fewer_columns),
      WITH_FIXTURE(test_failures),
   };
#undef WITH_FIXTURE
   return cmocka_run_group_tests_name("load", tests, check_clean_environment, NULL);
}
