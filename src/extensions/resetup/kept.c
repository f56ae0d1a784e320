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
   if (kept)
   {
      if (!tsw_process_ends)
      {
         tsw_kept_forget_products(kept);
      }
      free(kept);
      record->extension[TSW_EXTENSION_resetup] = NULL;
   }
}

/* ---- how well it converges ------------------------------------------------------- */

void tsw_measure_cycle(const void *amg)
{
   tsw_kept *kept = tsw_kept_find(amg);
   if (kept)
   {
      kept->n_cycles++;
   }
}

static void end_solve(tsw_kept *kept)
{
   kept->most_cycles = kept->n_cycles > kept->most_cycles ? kept->n_cycles : kept->most_cycles;
   kept->n_cycles = 0;
}

void tsw_measure_begin(const void *amg)
{
   tsw_kept *kept = tsw_kept_find(amg);
   if (kept)
   {
      end_solve(kept);
   }
}

/* A program may precondition a matrix by BoomerAMG of another one. */
static bool is_matrix_of(const hypre_ParAMGData *amg, const hypre_ParCSRMatrix *a)
{
   hypre_ParCSRMatrix **matrices = hypre_ParAMGDataAArray(amg);
   return matrices && matrices[0] == a;
}

void tsw_measure_solve(const void *amg, const hypre_ParCSRMatrix *a, bool failed)
{
   tsw_kept *kept = tsw_kept_find(amg);
   if (!kept || !is_matrix_of(amg, a))
   {
      return;
   }
   if (kept->is_full)
   {
      kept->failed_full = failed;
   }
   kept->unsure = kept->unsure || (failed && !kept->failed_full);
}

/*
 * If no cycle followed the full setup (a right side of zero, two setups in a row), the cycles after
 * a setup by values are a measure for one setup only; the next one is full.
 */
void tsw_measure_end(tsw_kept *kept)
{
   end_solve(kept);
   if (kept->most_cycles > 0 && (kept->is_full || kept->cycles_full == 0))
   {
      kept->cycles_full = kept->most_cycles;
      kept->unsure = !kept->is_full;
   }
}

bool tsw_measure_is_bad(const tsw_kept *kept, double limit)
{
   return kept->unsure || (!kept->is_full && kept->cycles_full > 0 &&
                           (double) kept->most_cycles > limit * (double) kept->cycles_full);
}

void tsw_measure_setup(tsw_kept *kept, bool full)
{
   kept->is_full = full;
   kept->n_cycles = kept->most_cycles = 0;
   kept->unsure = kept->unsure && !full;
}
