/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Option strings. The first line of the input is the string of the call, the other lines are
 * TRISWEEP_OPTIONS, which is not set without a second line.
 */
#include "fuzz/fuzz.h"

#include <string.h>

#include <trisweep.h>

const char fuzz_corpus[] = "options";

static char *copy_text(const uint8_t *data, size_t size)
{
   char *text = malloc(size + 1);
   FUZZ_PROMISE(text);
   if (size > 0)
   {
      memcpy(text, data, size);
   }
   text[size] = '\0';
   return text;
}

/* Accepted options can be printed and parsed again, with the same values. */
static void check_accepted(const trisweep_context *ctx)
{
   char              again[4096] = "";
   const char       *key, *value, *origin;
   trisweep_context *second = NULL;
   for (int k = 0; trisweep_option_describe(k, &key, NULL, NULL, NULL), key; k++)
   {
      FUZZ_PROMISE(trisweep_context_option(ctx, key, &value, &origin) == TRISWEEP_OK);
      FUZZ_PROMISE(value[0] && strlen(value) < 64);
      FUZZ_PROMISE(!strcmp(origin, "default") || !strcmp(origin, "call") ||
                   !strcmp(origin, "environment"));
      strcat(strcat(strcat(strcat(again, key), "="), value), " ");
   }
   unsetenv("TRISWEEP_OPTIONS");
   FUZZ_PROMISE(trisweep_context_create(again, &second) == TRISWEEP_OK);
   for (int k = 0; trisweep_option_describe(k, &key, NULL, NULL, NULL), key; k++)
   {
      const char *same;
      FUZZ_PROMISE(trisweep_context_option(ctx, key, &value, NULL) == TRISWEEP_OK);
      FUZZ_PROMISE(trisweep_context_option(second, key, &same, &origin) == TRISWEEP_OK);
      FUZZ_PROMISE(!strcmp(value, same) && !strcmp(origin, "call"));
   }
   trisweep_context_destroy(&second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
   const uint8_t    *end = size > 0 ? memchr(data, '\n', size) : NULL;
   const size_t      length = end ? (size_t) (end - data) : size;
   char             *call = copy_text(data, length);
   trisweep_context *ctx = NULL;
   unsetenv("TRISWEEP_OPTIONS");
   if (end)
   {
      char *environment = copy_text(end + 1, size - length - 1);
      FUZZ_PROMISE(setenv("TRISWEEP_OPTIONS", environment, 1) == 0);
      free(environment);
   }
   const trisweep_status status = trisweep_context_create(call, &ctx);
   if (status == TRISWEEP_OK)
   {
      check_accepted(ctx);
   }
   else
   {
      FUZZ_PROMISE(status == TRISWEEP_ERROR_OPTION);
      FUZZ_PROMISE(!ctx);
      FUZZ_PROMISE(!strncmp(trisweep_message(), "trisweep: ", 10));
      FUZZ_PROMISE(strlen(trisweep_message()) > 20);
   }
   trisweep_context_destroy(&ctx);
   unsetenv("TRISWEEP_OPTIONS");
   free(call);
   return 0;
}
