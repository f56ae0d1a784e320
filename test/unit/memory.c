/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <stdint.h>
#include <string.h>

#include "base/memory.h"

static void test_alignment_and_account(void **state)
{
   (void) state;
   tsw_memory owner = { 0 };
   char      *small = NULL;
   double    *large = NULL;
   assert_ok(tsw_memory_alloc(&owner, &small, 7, 1, "a test"));
   assert_ok(tsw_memory_alloc(&owner, &large, 1000, sizeof(double), "a test"));
   assert_int_equal((uintptr_t) small % sizeof(double), 0);
   assert_int_equal((uintptr_t) large % 64, 0);
   assert_int_equal(owner.bytes, 8007);
   memset(small, 1, 7);
   memset(large, 1, 8000);
   tsw_memory_free(&owner, &small);
   assert_null(small);
   assert_int_equal(owner.bytes, 8000);
   tsw_memory_free(&owner, &large);
   assert_null(large);
   assert_int_equal(owner.bytes, 0);
}

/* Sizes around the threshold for huge pages. */
static void test_large_blocks(void **state)
{
   (void) state;
   const int64_t page = 2 * 1024 * 1024;
   tsw_memory    owner = { 0 };
   for (int64_t bytes = 2 * page - 65; bytes <= 2 * page + 1; bytes++)
   {
      char *array = NULL;
      assert_ok(tsw_memory_alloc(&owner, &array, bytes, 1, "a test"));
      assert_int_equal((uintptr_t) array % 64, 0);
      assert_int_equal(owner.bytes, bytes);
      array[0] = array[bytes - 1] = 1;
      tsw_memory_free(&owner, &array);
      assert_int_equal(owner.bytes, 0);
   }
}

static void test_without_owner(void **state)
{
   (void) state;
   int32_t *array = NULL;
   assert_ok(tsw_memory_alloc(NULL, &array, 3, sizeof *array, "a test"));
   array[2] = 5;
   tsw_memory_free(NULL, &array);
   assert_null(array);
}

static void test_count_of_zero(void **state)
{
   (void) state;
   tsw_memory owner = { 0 };
   double    *array = NULL;
   assert_ok(tsw_memory_alloc(&owner, &array, 0, sizeof *array, "a test"));
   assert_non_null(array);
   assert_int_equal(owner.bytes, 0);
   tsw_memory_free(&owner, &array);
}

static void test_free_of_null(void **state)
{
   (void) state;
   tsw_memory owner = { 0 };
   double    *array = NULL;
   tsw_memory_free(&owner, &array);
   tsw_memory_free(&owner, &array);
   assert_int_equal(owner.bytes, 0);
}

/* A number of bytes that overflows must fail instead of giving a small array. */
static void test_overflow(void **state)
{
   (void) state;
   const int64_t counts[] = { INT64_MAX, INT64_MAX / 8, INT64_MAX / 8 + 1, INT64_MIN, -1 };
   tsw_memory    owner = { 0 };
   for (int i = 0; i < 5; i++)
   {
      double *array = NULL;
      assert_status(tsw_memory_alloc(&owner, &array, counts[i], sizeof *array, "a large thing"),
                    MEMORY);
      assert_message("a large thing", "overflow");
      assert_null(array);
      assert_int_equal(owner.bytes, 0);
   }
}

static void test_failure_on_request(void **state)
{
   (void) state;
   tsw_memory owner = { 0 };
   for (int k = 1; k <= 3; k++)
   {
      tsw_memory_fail_at(k);
      for (int i = 1; i <= 4; i++)
      {
         char *array = NULL;
         if (i == k)
         {
            assert_status(tsw_memory_alloc(&owner, &array, 100, 1, "the k-th array"), MEMORY);
            assert_message("no memory for the k-th array", "100 bytes", "fewer ranks");
            assert_null(array);
         }
         else
         {
            assert_ok(tsw_memory_alloc(&owner, &array, 100, 1, "another array"));
         }
         tsw_memory_free(&owner, &array);
         assert_int_equal(owner.bytes, 0);
      }
   }
}

static void test_failure_switched_off(void **state)
{
   (void) state;
   char *array = NULL;
   tsw_memory_fail_at(1);
   tsw_memory_fail_at(0);
   assert_ok(tsw_memory_alloc(NULL, &array, 1, 1, "a test"));
   tsw_memory_free(NULL, &array);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_alignment_and_account), cmocka_unit_test(test_large_blocks),
      cmocka_unit_test(test_without_owner),         cmocka_unit_test(test_count_of_zero),
      cmocka_unit_test(test_free_of_null),          cmocka_unit_test(test_overflow),
      cmocka_unit_test(test_failure_on_request),    cmocka_unit_test(test_failure_switched_off),
   };
   return cmocka_run_group_tests_name("memory", tests, check_clean_environment, NULL);
}
