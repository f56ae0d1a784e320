/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include "analysis/graph.h"

static void test_stable(void **state)
{
   (void) state;
   const int32_t level[] = { 2, 0, 2, 3, 0, 0, 3 }; /* level 1 is empty */
   const int32_t want_ptr[] = { 0, 3, 3, 5, 7 };
   const int32_t want_order[] = { 1, 4, 5, 0, 2, 3, 6 };
   tsw_memory    owner = { 0 };
   int32_t      *level_ptr = NULL;
   int32_t      *order = NULL;
   assert_ok(tsw_sort_by_level(level, 7, 4, false, &owner, &level_ptr, &order));
   assert_memory_equal(level_ptr, want_ptr, sizeof want_ptr);
   assert_memory_equal(order, want_order, sizeof want_order);
   assert_int_equal(owner.bytes, sizeof want_ptr + sizeof want_order);
   tsw_memory_free(&owner, &level_ptr);
   tsw_memory_free(&owner, &order);
   assert_int_equal(owner.bytes, 0);
}

static void test_nothing_to_sort(void **state)
{
   (void) state;
   tsw_memory owner = { 0 };
   int32_t   *level_ptr = NULL;
   int32_t   *order = NULL;
   assert_ok(tsw_sort_by_level(NULL, 0, 0, false, &owner, &level_ptr, &order));
   assert_int_equal(level_ptr[0], 0);
   tsw_memory_free(&owner, &level_ptr);
   tsw_memory_free(&owner, &order);
   assert_int_equal(owner.bytes, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_stable),
      cmocka_unit_test(test_nothing_to_sort),
   };
   return cmocka_run_group_tests_name("sort", tests, check_clean_environment, NULL);
}
