/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/resetup/kept.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hypre/run/attach.h"

const char *tsw_full_text(tsw_full_reason reason)
{
   static const char *const texts[TSW_N_FULL] = {
      "by values",
#define TSW_FULL(name, text) text,
#include "extensions/resetup/setups.def"
#undef TSW_FULL
   };
   return texts[reason];
}

long tsw_kept_full(const tsw_kept *kept)
{
   long sum = 0;
   for (int why = TSW_FULL_NOT + 1; why < TSW_N_FULL; why++)
   {
      sum += kept->n_setups[why];
   }
   return sum;
}

void tsw_kept_describe(const tsw_kept *kept, char *text, size_t size)
{
   snprintf(text, size, "%ld full", tsw_kept_full(kept));
   const char *separator = " (";
   for (int why = TSW_FULL_NOT + 1; why < TSW_N_FULL; why++)
   {
      const size_t length = strlen(text);
      if (kept->n_setups[why] > 0)
      {
         const bool declined = why == TSW_FULL_DECLINED && kept->declined;
         snprintf(text + length, size - length, "%s%s%s%s: %ld", separator,
                  tsw_full_text((tsw_full_reason) why), declined ? " for " : "",
                  declined ? kept->declined : "", kept->n_setups[why]);
         separator = ", ";
      }
   }
   const size_t length = strlen(text);
   const bool   never = kept->declined && kept->n_setups[TSW_FULL_DECLINED] == 0;
   snprintf(text + length, size - length, "%s, %ld by values%s%s%s", *separator == ',' ? ")" : "",
            kept->n_setups[TSW_FULL_NOT], never ? " (never for " : "", never ? kept->declined : "",
            never ? ")" : "");
}

void tsw_kept_forget_products(tsw_kept *kept)
{
   for (int k = 0; k < TSW_KEPT_PRODUCTS; k++)
   {
      tsw_values_forget(&kept->products[k]);
   }
}

tsw_kept *tsw_kept_of(const tsw_solver *record)
{
   return record ? record->extension[TSW_EXTENSION_resetup] : NULL;
}

tsw_kept *tsw_kept_find(const void *amg)
{
   return tsw_kept_of(tsw_registry_find(amg));
}

tsw_kept *tsw_kept_make(tsw_solver *record)
{
   void **kept = record ? &record->extension[TSW_EXTENSION_resetup] : NULL;
   if (kept && !*kept)
   {
      *kept = calloc(1, sizeof(tsw_kept));
   }
   return kept ? *kept : NULL;
}

void tsw_kept_free(tsw_solver *record)
{
   tsw_kept *kept = tsw_kept_of(record);
   for (int k = 0; kept && k < TSW_KEPT_PRODUCTS && tsw_process_ends; k++)
   {
      kept->products[k].device.ap = NULL;
   }
   if (kept)
   {
      tsw_kept_forget_products(kept);
      free(kept->weights);
      free(kept);
      record->extension[TSW_EXTENSION_resetup] = NULL;
   }
}
