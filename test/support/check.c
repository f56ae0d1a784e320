/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

void check_status(trisweep_status got, trisweep_status want, const char *call, const char *file,
                  int line)
{
   if (got != want)
   {
      print_error("%s\nreturned %s, not %s; message: %s\n", call, trisweep_status_name(got),
                  trisweep_status_name(want), trisweep_message());
      _fail(file, line);
   }
}

void check_message(const char *const *texts, bool present, const char *file, int line)
{
   const char *message = trisweep_message();
   for (; *texts; texts++)
   {
      if ((strstr(message, *texts) != NULL) != present)
      {
         print_error("the message %s '%s':\n%s\n", present ? "lacks" : "has", *texts, message);
         _fail(file, line);
      }
   }
}

int check_clean_environment(void **state)
{
   (void) state;
   return unsetenv("TRISWEEP_OPTIONS");
}

void check_fail_at(int64_t k)
{
   tsw_memory_fail_at(k);
}

void check_fail_from(int64_t k)
{
   tsw_memory_fail_from(k);
}

void check_poison(bool on)
{
   tsw_memory_poison(on);
}

trisweep_context *check_context(const char *options)
{
   trisweep_context *ctx = NULL;
   check_poison(true);
   assert_ok(trisweep_context_create(options, &ctx));
   assert_non_null(ctx);
   return ctx;
}

trisweep_smoother *check_smoother(trisweep_context *ctx)
{
   trisweep_smoother *s = NULL;
   assert_ok(trisweep_smoother_create(ctx, &s));
   assert_non_null(s);
   return s;
}

trisweep_stats check_stats(const trisweep_smoother *s)
{
   trisweep_stats stats;
   assert_ok(trisweep_smoother_stats(s, sizeof stats, &stats));
   return stats;
}

void *check_alloc(size_t count, size_t size)
{
   void *memory = calloc(count ? count : 1, size);
   assert_non_null(memory);
   return memory;
}
