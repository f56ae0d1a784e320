/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <math.h>

#include "tools/common/statistics.h"

static void test_median(void **state)
{
   (void) state;
   double odd[] = { 3.0, -1.0, 2.0 };
   double even[] = { 4.0, 1.0, 3.0, 2.0 };
   assert_true(tsw_median(odd, 3) == 2.0);
   assert_true(tsw_median(even, 4) == 2.5);
}

/* The worse of a NaN and a number is the NaN. */
static void test_worse_keeps_nan(void **state)
{
   (void) state;
   assert_true(tsw_worse(1.0, 2.0) == 2.0);
   assert_true(tsw_worse(2.0, 1.0) == 2.0);
   assert_true(isnan(tsw_worse(NAN, 1.0)));
   assert_true(isnan(tsw_worse(1.0, NAN)));
   assert_true(isnan(tsw_worse(NAN, NAN)));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_median),
      cmocka_unit_test(test_worse_keeps_nan),
   };
   return cmocka_run_group_tests_name("statistics", tests, check_clean_environment, NULL);
}
