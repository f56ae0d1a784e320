/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include "extensions/singular/row_sums.h"

/* Three rows; the last row has one entry in the off-process part. */
static const int32_t diag_ptr[] = { 0, 2, 4, 5 };
static const int32_t diag_col[] = { 0, 1, 1, 0, 2 };
static const int32_t offd_ptr[] = { 0, 0, 0, 1 };
static const int32_t offd_col[] = { 0 };

static bool is_regular(const double *diag, double offd)
{
   const tsw_row_parts a = { 3, { diag_ptr, offd_ptr }, { diag_col, offd_col }, { diag, &offd } };
   bool                regular = false;
   for (int32_t i = 0; i < a.n_rows; i++)
   {
      regular = regular || tsw_row_is_regular(&a, i);
   }
   return regular;
}

static void test_sums(void **state)
{
   (void) state;
   assert_false(is_regular((double[]){ 1.0, -1.0, 1.0, -1.0, 2.0 }, -2.0));
   assert_false(is_regular((double[]){ 0.3, -0.1 - 0.2, 1e-200, -1e-200, 1e200 }, -1e200));
   assert_true(is_regular((double[]){ 1.0, -1.0, 1.0, -1.0, 2.0 }, -1.9));
   assert_true(is_regular((double[]){ 1.0, -1.0, 1.0 + 1e-12, -1.0, 2.0 }, -2.0));
}

static void test_rows_without_couplings(void **state)
{
   (void) state;
   /* The third unknown is not in use. */
   assert_false(is_regular((double[]){ 1.0, -1.0, 1.0, -1.0, 7.0 }, 0.0));
   /* The second unknown is a boundary value. */
   assert_true(is_regular((double[]){ 1.0, -1.0, 1.0, 0.0, 2.0 }, -2.0));
}

static void test_negligible_rows(void **state)
{
   (void) state;
   const double        diag[] = { 1e-17, 1e-17, 1e-17, 0.0, 0.0 }, offd = 0.0;
   const tsw_row_parts a = { 3, { diag_ptr, offd_ptr }, { diag_col, offd_col }, { diag, &offd } };
   assert_false(tsw_row_is_negligible(&a, 0, 1e-12)); /* coupled */
   assert_true(tsw_row_is_negligible(&a, 1, 1e-12));
   assert_false(tsw_row_is_negligible(&a, 1, 1e-18));
   assert_false(tsw_row_is_negligible(&a, 2, 1e-12)); /* zero already */
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_sums),
                                       cmocka_unit_test(test_rows_without_couplings),
                                       cmocka_unit_test(test_negligible_rows) };
   return cmocka_run_group_tests(tests, NULL, NULL);
}
