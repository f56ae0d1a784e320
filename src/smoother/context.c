/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Options: of a context, and of a smoother with this context. */
#include "smoother/abilities.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "base/message.h"
#include "kernels/registry.h"
#include "smoother/smoother.h"

/* A name is valid if it exists in some space; the analysis checks whether it fits a block. */
static trisweep_status check_schedule(const tsw_options *options)
{
   const char *name = options->value[TSW_OPTION_schedule];
   enum
   {
      MOST_NAMES = 64
   };
   if (!strcmp(name, "auto") || tsw_schedule_find(name, TRISWEEP_HOST) ||
       tsw_schedule_find(name, TRISWEEP_DEVICE))
   {
      return TRISWEEP_OK;
   }
   const char           *names[MOST_NAMES] = { "auto" };
   int                   n_names = 1;
   const tsw_registered *r;
   for (; n_names < MOST_NAMES && (r = tsw_schedule_get(n_names - 1)) != NULL; n_names++)
   {
      names[n_names] = tsw_registered_name(r);
   }
   const char *nearest = tsw_options_nearest(name, names, n_names);
   return TSW_ERROR(OPTION,
                    "unknown schedule '%s' (from the %s)%s%s%s; trisweep-info --schedules "
                    "lists those of this build; those of devices need one with CUDA",
                    name, options->origin[TSW_OPTION_schedule], nearest ? "; did you mean '" : "",
                    nearest ? nearest : "", nearest ? "'?" : "");
}

trisweep_status trisweep_context_create(const char *options, trisweep_context **ctx)
{
   tsw_message_locate(-1, -1);
   if (!ctx)
   {
      return TSW_ERROR(ARGUMENT, "ctx is a null pointer");
   }
   *ctx = NULL;
   tsw_options parsed;
   TSW_TRY(tsw_options_read(options, &parsed));
   TSW_TRY(check_schedule(&parsed));
   trisweep_context *created;
   TSW_TRY(TSW_ALLOC(NULL, &created, 1, "a context"));
   created->options = parsed;
   *ctx = created;
   return TRISWEEP_OK;
}

void trisweep_context_destroy(trisweep_context **ctx)
{
   if (ctx)
   {
      tsw_memory_free(NULL, ctx);
   }
}

trisweep_status trisweep_context_option(const trisweep_context *ctx, const char *key,
                                        const char **value, const char **origin)
{
   tsw_message_locate(-1, -1);
   if (!ctx || !key)
   {
      return TSW_ERROR(ARGUMENT, "%s is a null pointer", ctx ? "key" : "ctx");
   }
   const int index = tsw_options_find(key);
   if (index < 0)
   {
      return TSW_ERROR(OPTION, "unknown option '%.40s'", key);
   }
   if (value)
   {
      *value = ctx->options.value[index];
   }
   if (origin)
   {
      *origin = ctx->options.origin[index];
   }
   return TRISWEEP_OK;
}

bool tsw_context_has_few_colors(const trisweep_context *ctx, trisweep_space space, bool dilu)
{
   const tsw_space *found;
   return ctx && tsw_space_find(space, &found) == TRISWEEP_OK &&
          found->plan->begins(&ctx->options, dilu ? TSW_USE_FACTORS : TSW_USE_SWEEPS);
}

trisweep_status tsw_smoother_options(const trisweep_smoother *s, const tsw_space *space,
                                     tsw_options *options)
{
   char *ordering = options->value[TSW_OPTION_ordering];
   *options = s->ctx->options;
   if (tsw_smoother_sweeps_factors(s))
   {
      strcpy(ordering, "hybrid-color");
      if (!space->plan->begins(options, TSW_USE_FACTORS))
      {
         return TSW_ERROR(UNSUPPORTED,
                          "DILU by few colours needs a block in device memory, schedule colors "
                          "or auto, and memory=fast or auto; otherwise take DILU");
      }
   }
   else if (s->factors.kind != TRISWEEP_NO_FACTORS)
   {
      if (tsw_plan_demands_few(options))
      {
         return TSW_ERROR(UNSUPPORTED,
                          "ordering=%s is for Gauss-Seidel; the factors of ILU and DILU are those "
                          "of the natural order: leave ordering at natural or auto, or take DILU "
                          "by few colours",
                          ordering);
      }
      strcpy(ordering, "natural");
   }
   if (s->n_colors > 0 && tsw_options_is(options, TSW_OPTION_colors, "auto") &&
       tsw_plan_allows_few(options))
   {
      snprintf(options->value[TSW_OPTION_colors], sizeof options->value[0], "%" PRId32,
               s->n_colors);
   }
   return TRISWEEP_OK;
}
