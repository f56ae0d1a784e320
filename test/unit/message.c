/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <pthread.h>
#include <string.h>

#include "base/message.h"

static void test_parts(void **state)
{
   (void) state;
   const struct
   {
      int         rank, level;
      int64_t     row;
      const char *want;
   } cases[] = {
      { -1, -1, -1, "trisweep: what 7" },
      { 3, -1, -1, "trisweep: rank 3: what 7" },
      { -1, 2, -1, "trisweep: level 2: what 7" },
      { -1, -1, 0, "trisweep: row 0: what 7" },
      { 0, 0, -1, "trisweep: rank 0, level 0: what 7" },
      { 3, 2, 1207, "trisweep: rank 3, level 2, row 1207: what 7" },
      { 3, -1, 5000000000, "trisweep: rank 3, row 5000000000: what 7" },
   };
   for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++)
   {
      tsw_message_locate(cases[i].rank, cases[i].level);
      assert_int_equal(tsw_message_set(TRISWEEP_ERROR_VALUE, cases[i].row, "what %d", 7),
                       TRISWEEP_ERROR_VALUE);
      assert_string_equal(trisweep_message(), cases[i].want);
   }
   tsw_message_locate(-1, -1);
}

static trisweep_status fail_with_macro(int64_t row)
{
   TSW_TRY(TRISWEEP_OK);
   TSW_TRY(row < 0 ? TSW_ERROR(ORDER, "no row") : TSW_ERROR_ROW(PATTERN, row, "bad %s", "row"));
   return TRISWEEP_OK;
}

static void test_macros(void **state)
{
   (void) state;
   assert_int_equal(fail_with_macro(-1), TRISWEEP_ERROR_ORDER);
   assert_string_equal(trisweep_message(), "trisweep: no row");
   assert_int_equal(fail_with_macro(4), TRISWEEP_ERROR_PATTERN);
   assert_string_equal(trisweep_message(), "trisweep: row 4: bad row");
}

/* A message that is too long is truncated and terminated. */
static void test_long_messages(void **state)
{
   (void) state;
   char text[2000];
   memset(text, 'm', sizeof text - 1);
   text[sizeof text - 1] = '\0';
   (void) TSW_ERROR(ARGUMENT, "%s", text);
   const size_t length = strlen(trisweep_message());
   assert_in_range(length, 200, 1999);
   assert_memory_equal(trisweep_message(), "trisweep: mmmm", 14);
   (void) TSW_ERROR(ARGUMENT, "short");
   assert_string_equal(trisweep_message(), "trisweep: short");
}

static void *look_from_other_thread(void *seen)
{
   int *results = seen;
   results[0] = trisweep_message()[0] == '\0';
   tsw_message_locate(9, 9);
   (void) TSW_ERROR(VALUE, "theirs");
   results[1] = strcmp(trisweep_message(), "trisweep: rank 9, level 9: theirs") == 0;
   return NULL;
}

static void test_one_message_a_thread(void **state)
{
   (void) state;
   int       seen[2] = { 0, 0 };
   pthread_t thread;
   (void) TSW_ERROR(VALUE, "mine");
   assert_int_equal(pthread_create(&thread, NULL, look_from_other_thread, seen), 0);
   assert_int_equal(pthread_join(thread, NULL), 0);
   assert_true(seen[0]);
   assert_true(seen[1]);
   assert_string_equal(trisweep_message(), "trisweep: mine");
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_parts),
      cmocka_unit_test(test_macros),
      cmocka_unit_test(test_long_messages),
      cmocka_unit_test(test_one_message_a_thread),
   };
   return cmocka_run_group_tests_name("message", tests, check_clean_environment, NULL);
}
