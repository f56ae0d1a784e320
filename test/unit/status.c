/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <stdio.h>
#include <string.h>

static const struct
{
   trisweep_status status;
   int             number;
   const char     *name;
} published[] = {
   { TRISWEEP_OK, 0, "OK" },
   { TRISWEEP_ERROR_ARGUMENT, 1, "ARGUMENT" },
   { TRISWEEP_ERROR_PATTERN, 2, "PATTERN" },
   { TRISWEEP_ERROR_VALUE, 3, "VALUE" },
   { TRISWEEP_ERROR_ORDER, 4, "ORDER" },
   { TRISWEEP_ERROR_OPTION, 5, "OPTION" },
   { TRISWEEP_ERROR_MEMORY, 6, "MEMORY" },
   { TRISWEEP_ERROR_UNSUPPORTED, 7, "UNSUPPORTED" },
   { TRISWEEP_ERROR_CUDA, 8, "CUDA" },
   { TRISWEEP_ERROR_TIMEOUT, 9, "TIMEOUT" },
};

enum
{
   N_PUBLISHED = sizeof published / sizeof published[0]
};

/* The numbers are part of the ABI: this table is written by hand, and entries are only added. */
static void test_numbers_and_names(void **state)
{
   (void) state;
   for (int i = 0; i < N_PUBLISHED; i++)
   {
      assert_int_equal(published[i].status, published[i].number);
      assert_string_equal(trisweep_status_name(published[i].status), published[i].name);
   }
}

static void test_list_is_published(void **state)
{
   (void) state;
   int count = 0;
#define COUNT(status, number, name, text) count++;
   TRISWEEP_STATUS_LIST(COUNT)
#undef COUNT
   assert_int_equal(count, N_PUBLISHED);
}

static void test_texts(void **state)
{
   (void) state;
   for (int i = 0; i < N_PUBLISHED; i++)
   {
      assert_true(strlen(trisweep_status_text(published[i].status)) > 5);
      for (int k = 0; k < i; k++)
      {
         assert_string_not_equal(trisweep_status_text(published[i].status),
                                 trisweep_status_text(published[k].status));
      }
   }
}

static void test_unknown_numbers(void **state)
{
   (void) state;
   const int others[] = { -1, N_PUBLISHED, 12345 };
   for (int i = 0; i < 3; i++)
   {
      assert_string_equal(trisweep_status_name((trisweep_status) others[i]), "UNKNOWN");
      assert_non_null(trisweep_status_text((trisweep_status) others[i]));
   }
}

#if TRISWEEP_VERSION_NUMBER < 200
#error the preprocessor does not compare TRISWEEP_VERSION_NUMBER
#endif

static void test_version(void **state)
{
   (void) state;
   char text[32];
   assert_string_equal(trisweep_version(), TRISWEEP_VERSION);
   assert_non_null(strstr(trisweep_build(), "commit "));
   assert_null(strchr(trisweep_build(), '\n'));
   snprintf(text, sizeof text, "%d.%d.%d", TRISWEEP_VERSION_NUMBER / 10000,
            TRISWEEP_VERSION_NUMBER / 100 % 100, TRISWEEP_VERSION_NUMBER % 100);
   assert_string_equal(text, TRISWEEP_VERSION);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_numbers_and_names),
      cmocka_unit_test(test_list_is_published),
      cmocka_unit_test(test_texts),
      cmocka_unit_test(test_unknown_numbers),
      cmocka_unit_test(test_version),
   };
   return cmocka_run_group_tests_name("status", tests, check_clean_environment, NULL);
}
