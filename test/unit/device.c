/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <string.h>

static void test_arguments(void **state)
{
   (void) state;
   int  n_devices = -7;
   char text[8] = "before";
   assert_status(trisweep_device_query(NULL, text, sizeof text), ARGUMENT);
   assert_status(trisweep_device_query(&n_devices, NULL, sizeof text), ARGUMENT);
   assert_status(trisweep_device_query(&n_devices, text, 0), ARGUMENT);
   assert_int_equal(n_devices, -7);
   assert_string_equal(text, "before");
}

/* On any machine and build: the devices, or a message that names what is missing. */
static void test_answer(void **state)
{
   (void) state;
   int                   n_devices = -7;
   char                  text[200] = "before";
   const trisweep_status status = trisweep_device_query(&n_devices, text, sizeof text);
   if (status == TRISWEEP_OK)
   {
      assert_true(n_devices >= 0);
      assert_true((text[0] == '\0') == (n_devices == 0));
   }
   else
   {
      assert_true(status == TRISWEEP_ERROR_UNSUPPORTED || status == TRISWEEP_ERROR_CUDA);
      assert_message("trisweep: ", "CUDA");
      assert_int_equal(n_devices, -7);
      assert_string_equal(text, "before");
   }
}

/* A text longer than the buffer is truncated and terminated. */
static void test_short_buffer(void **state)
{
   (void) state;
   int  n_devices;
   char text[4] = { 'a', 'b', 'c', 'd' };
   if (trisweep_device_query(&n_devices, text, 3) == TRISWEEP_OK)
   {
      assert_non_null(memchr(text, '\0', 3));
   }
   assert_int_equal(text[3], 'd');
}

/* A device block without a device: the call fails with a message and reads no array. */
static void test_block_without_device(void **state)
{
   (void) state;
   int  n_devices = 0;
   char text[200];
   if (trisweep_device_query(&n_devices, text, sizeof text) == TRISWEEP_OK && n_devices > 0)
   {
      skip();
   }
   const trisweep_csr    a = { .n_rows = 1, .n_cols = 1, .nnz = 1, .space = TRISWEEP_DEVICE };
   trisweep_context     *ctx = check_context(NULL);
   trisweep_smoother    *s = check_smoother(ctx);
   const trisweep_status status = trisweep_smoother_analyse(s, &a, NULL);
   assert_true(status == TRISWEEP_ERROR_UNSUPPORTED || status == TRISWEEP_ERROR_CUDA);
   assert_message("trisweep: ", "CUDA");
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_arguments),
      cmocka_unit_test(test_answer),
      cmocka_unit_test(test_short_buffer),
      cmocka_unit_test(test_block_without_device),
   };
   return cmocka_run_group_tests_name("device", tests, check_clean_environment, NULL);
}
