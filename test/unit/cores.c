/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <sched.h>

#include "base/cores.h"

static void bind_to(const cpu_set_t *cores)
{
   assert_int_equal(sched_setaffinity(0, sizeof *cores, cores), 0);
   assert_int_equal(tsw_has_one_core(), CPU_COUNT(cores) == 1);
}

static void test_affinity(void **state)
{
   (void) state;
   cpu_set_t all;
   cpu_set_t one;
   assert_int_equal(sched_getaffinity(0, sizeof all, &all), 0);
   for (size_t core = 0; core < CPU_SETSIZE; core++)
   {
      if (CPU_ISSET(core, &all))
      {
         CPU_ZERO(&one);
         CPU_SET(core, &one);
         bind_to(&one);
         bind_to(&all);
      }
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_affinity),
   };
   return cmocka_run_group_tests_name("cores", tests, check_clean_environment, NULL);
}
