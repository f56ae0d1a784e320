/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

static void expect_option(const trisweep_context *ctx, const char *key, const char *want_value,
                          const char *want_origin)
{
   const char *value = NULL;
   const char *origin = NULL;
   assert_ok(trisweep_context_option(ctx, key, &value, &origin));
   assert_string_equal(value, want_value);
   assert_string_equal(origin, want_origin);
}

static void test_defaults(void **state)
{
   (void) state;
   trisweep_context *ctx = check_context(NULL);
   const char       *key, *deflt;
   for (int k = 0; trisweep_option_describe(k, &key, &deflt, NULL, NULL), key; k++)
   {
      expect_option(ctx, key, deflt, "default");
   }
   trisweep_context_destroy(&ctx);
   assert_null(ctx);
}

static void test_every_schedule_can_be_named(void **state)
{
   (void) state;
   const char *name;
   for (int k = 0; trisweep_schedule_describe(k, &name, NULL, NULL, NULL), name; k++)
   {
      char options[100];
      snprintf(options, sizeof options, "schedule=%s", name);
      trisweep_context *ctx = check_context(options);
      expect_option(ctx, "schedule", name, "call");
      trisweep_context_destroy(&ctx);
   }
}

static void test_environment_wins(void **state)
{
   (void) state;
   assert_int_equal(setenv("TRISWEEP_OPTIONS", "schedule=wavefront", 1), 0);
   trisweep_context *ctx = check_context("schedule=serial threads=2");
   assert_int_equal(unsetenv("TRISWEEP_OPTIONS"), 0);
   expect_option(ctx, "schedule", "wavefront", "environment");
   expect_option(ctx, "threads", "2", "call");
   trisweep_context_destroy(&ctx);
}

/* A failed create sets the context to NULL, so that destroy is always safe. */
static void expect_refusal(const char *options, const char *part, const char *hint)
{
   trisweep_context *ctx = (trisweep_context *) (uintptr_t) 1;
   assert_status(trisweep_context_create(options, &ctx), OPTION);
   assert_null(ctx);
   assert_message(part, hint);
   trisweep_context_destroy(&ctx);
}

static void test_refusals(void **state)
{
   (void) state;
   expect_refusal("schedule=wavefrount", "unknown schedule 'wavefrount'",
                  "did you mean 'wavefront'");
   expect_refusal("schedule=seriel", "unknown schedule 'seriel'", "did you mean 'serial'");
   expect_refusal("schedule=Auto", "unknown schedule 'Auto'", "did you mean 'auto'");
   expect_refusal("schedule=qqqqqqqqqq", "unknown schedule 'qqqqqqqqqq'", "trisweep-info");
#ifndef HAVE_CUDA
   expect_refusal("schedule=strips", "schedule 'strips'", "those of devices need one with CUDA");
   expect_refusal("schedule=syncfree-csc", "schedule 'syncfree-csc'",
                  "those of devices need one with CUDA");
#endif
   expect_refusal("threads=1,nothing", "'nothing'", "no value");
   expect_refusal("colour=red", "unknown option 'colour'", "trisweep-info");
   expect_refusal("threads=1025", "takes 0..1024", "'1025'");
}

/* The message names the call or the environment as the source of the wrong option. */
static void test_refusals_name_the_origin(void **state)
{
   (void) state;
   expect_refusal("schedule=level", "unknown schedule 'level'", "from the call");
   assert_int_equal(setenv("TRISWEEP_OPTIONS", "schedule=levls", 1), 0);
   expect_refusal("schedule=serial", "unknown schedule 'levls'", "from the environment");
   assert_int_equal(setenv("TRISWEEP_OPTIONS", "threads=x", 1), 0);
   expect_refusal("threads=1", "threads", "from the environment");
   assert_int_equal(unsetenv("TRISWEEP_OPTIONS"), 0);
}

static void test_null_arguments(void **state)
{
   (void) state;
   assert_status(trisweep_context_create("threads=1", NULL), ARGUMENT);
   assert_message("ctx", "null pointer");
   trisweep_context_destroy(NULL);
   trisweep_context *none = NULL;
   trisweep_context_destroy(&none);
   assert_null(none);
   trisweep_context *ctx = check_context(NULL);
   const char       *value = "before";
   const char       *origin = "before";
   assert_status(trisweep_context_option(NULL, "threads", &value, &origin), ARGUMENT);
   assert_message("ctx", "null pointer");
   assert_status(trisweep_context_option(ctx, NULL, &value, &origin), ARGUMENT);
   assert_message("key", "null pointer");
   assert_status(trisweep_context_option(ctx, "thread", &value, &origin), OPTION);
   assert_message("unknown option 'thread'");
   assert_string_equal(value, "before");
   assert_string_equal(origin, "before");
   assert_ok(trisweep_context_option(ctx, "threads", NULL, NULL));
   trisweep_context_destroy(&ctx);
}

static void test_no_memory(void **state)
{
   (void) state;
   trisweep_context *ctx = NULL;
   tsw_memory_fail_at(1);
   assert_status(trisweep_context_create(NULL, &ctx), MEMORY);
   tsw_memory_fail_at(0);
   assert_message("no memory for a context");
   assert_null(ctx);
}

/* Options are read once: later changes of the environment have no effect. */
static void test_environment_is_read_once(void **state)
{
   (void) state;
   trisweep_context *ctx = check_context("threads=3");
   assert_int_equal(setenv("TRISWEEP_OPTIONS", "threads=4", 1), 0);
   expect_option(ctx, "threads", "3", "call");
   assert_int_equal(unsetenv("TRISWEEP_OPTIONS"), 0);
   trisweep_context_destroy(&ctx);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_defaults),
      cmocka_unit_test(test_every_schedule_can_be_named),
      cmocka_unit_test(test_environment_wins),
      cmocka_unit_test(test_refusals),
      cmocka_unit_test(test_refusals_name_the_origin),
      cmocka_unit_test(test_null_arguments),
      cmocka_unit_test(test_no_memory),
      cmocka_unit_test(test_environment_is_read_once),
   };
   return cmocka_run_group_tests_name("context", tests, check_clean_environment, NULL);
}
