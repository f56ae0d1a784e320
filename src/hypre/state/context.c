/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/context.h"

#include <stdio.h>
#include <string.h>

#include "hypre/base/notice.h"
#include "hypre/state/extensions.h"

static trisweep_context *context, *ordering;
static bool              tried;
static char              obstacle[256];

trisweep_context *tsw_context(void)
{
   if (!tried)
   {
      tried = true;
      snprintf(obstacle, sizeof obstacle, "%s", tsw_context_of("", &context));
   }
   return context;
}

trisweep_context *tsw_context_auto_order(void)
{
   if (!ordering && tsw_context())
   {
      (void) tsw_context_of("ordering=auto", &ordering);
   }
   return ordering ? ordering : tsw_context();
}

const char *tsw_context_obstacle(void)
{
   (void) tsw_context();
   return obstacle;
}

const char *tsw_context_of(const char *settings, trisweep_context **own)
{
   static char wrong[256];
   char        text[TSW_CONTEXT_SETTINGS + 16];
   *own = NULL;
   /* memory=auto: hypre does not free a matrix or its norms while it sweeps over the matrix. */
   snprintf(text, sizeof text, "memory=auto %s", settings);
   if (trisweep_context_create(text, own) != TRISWEEP_OK)
   {
      snprintf(wrong, sizeof wrong, "%s", tsw_without_prefix(trisweep_message()));
      return wrong;
   }
   const char *chosen = "all";
   const bool  known = trisweep_context_option(*own, "extensions", &chosen, NULL) == TRISWEEP_OK;
   snprintf(wrong, sizeof wrong, "%s", known ? tsw_extensions_obstacle(chosen) : "");
   if (wrong[0])
   {
      trisweep_context_destroy(own);
   }
   return wrong;
}

#ifndef _OPENMP
static bool is_set(const char *key, const char *value)
{
   const char *set = "";
   return trisweep_context_option(context, key, &set, NULL) == TRISWEEP_OK && !strcmp(set, value);
}
#endif

/* Print a note for each option of devices that a user has set. */
static void print_device_options(void)
{
   static const char *const keys[] = { "values", "levels", "cycle", "exchange", "wait_limit" };
   for (size_t k = 0; k < sizeof keys / sizeof keys[0]; k++)
   {
      const char *value = "", *origin = "default";
      if (trisweep_context_option(context, keys[k], &value, &origin) == TRISWEEP_OK &&
          strcmp(origin, "default") != 0)
      {
         tsw_notice_once("note: %s=%s has no effect on matrices in host memory", keys[k], value);
      }
   }
}

void tsw_context_print_unused(trisweep_space space)
{
   static bool noted = false;
   if (noted || space != TRISWEEP_HOST)
   {
      return;
   }
   noted = true;
   print_device_options();
#ifndef _OPENMP
   if (!is_set("threads", "0") && !is_set("threads", "1"))
   {
      tsw_notice_once(
         "note: this build of trisweep has no OpenMP and sweeps with one thread a rank; "
         "configure trisweep with --enable-openmp for more threads");
   }
#endif
}

void tsw_context_free(void)
{
   trisweep_context_destroy(&context);
   trisweep_context_destroy(&ordering);
   tried = false;
}
