/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/families.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/check.h"

static families_test *test_of_group;

static void run_family(void **state)
{
   const gallery_family *family = *state;
   test_block            m;
   for (int k = 0; gallery_make(family, k, random_seed(), &m); k++)
   {
      test_of_group(family->name, &m);
      block_free(&m);
   }
}

/* Group tear-down: print the seed, which is needed to repeat a failure. */
static int say_seed(void **state)
{
   (void) state;
   printf("# seed: TRISWEEP_TEST_SEED=%" PRIu64 "\n", random_seed());
   return 0;
}

int families_run(const char *group, families_test *test)
{
   const int          n_tests = gallery_count();
   struct CMUnitTest *tests = calloc((size_t) n_tests, sizeof *tests);
   if (!tests)
   {
      return EXIT_FAILURE;
   }
   test_of_group = test;
   for (int i = 0; i < n_tests; i++)
   {
      tests[i].name = gallery_get(i)->name;
      tests[i].test_func = run_family;
      tests[i].initial_state = (void *) (uintptr_t) gallery_get(i);
   }
   const int failed =
      _cmocka_run_group_tests(group, tests, (size_t) n_tests, check_clean_environment, say_seed);
   free(tests);
   return failed;
}
