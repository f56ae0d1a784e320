/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <time.h>

#include "base/timer.h"

static void test_never_runs_back(void **state)
{
   (void) state;
   double last = tsw_clock_now();
   for (int i = 0; i < 10000; i++)
   {
      const double now = tsw_clock_now();
      assert_true(now >= last);
      last = now;
   }
}

static void test_counts_seconds(void **state)
{
   (void) state;
   const struct timespec pause = { .tv_nsec = 20000000 };
   const double          start = tsw_clock_now();
   assert_int_equal(nanosleep(&pause, NULL), 0);
   const double passed = tsw_clock_now() - start;
   assert_true(passed >= 0.0199 && passed < 60.0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_never_runs_back),
      cmocka_unit_test(test_counts_seconds),
   };
   return cmocka_run_group_tests_name("clock", tests, check_clean_environment, NULL);
}
