/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Setups by values as an extension of the plug, and what they need of the end of hypre. */
#include <stdlib.h>

#include "extensions/resetup/kept.h"
#include "extensions/resetup/spares.h"
#include "extensions/resetup/values_data.h"
#include "extensions/resetup/values_setup.h"
#include "hypre/base/device.h"
#include "hypre/hooks/hooks.h"
#include "hypre/hooks/real.h"
#include "hypre/report/report.h"

HYPRE_Int tsw_hook_HYPRE_Finalize(void)
{
   tsw_spares_clear();
   return tsw_real.HYPRE_Finalize();
}

static void full_setup_begins(const tsw_setup_call *call)
{
   tsw_spares_make_room(tsw_space_of(call->matrix));
   tsw_values_before_full(call);
}

static void describe(const tsw_solver *solver, char *text, size_t size)
{
   const tsw_kept *kept = tsw_kept_of(solver);
   text[0] = '\0';
   if (kept && kept->prints)
   {
      tsw_kept_describe(kept, text, size);
   }
}

static void report(const tsw_solver *solver, struct cJSON *object)
{
   const tsw_kept *kept = tsw_kept_of(solver);
   if (!kept || !kept->prints)
   {
      return;
   }
   struct cJSON *setups = tsw_report_add_object(object, "setups");
   tsw_report_add_number(setups, "full", (double) tsw_kept_full(kept));
   tsw_report_add_number(setups, "by_values", (double) kept->n_setups[TSW_FULL_NOT]);
   struct cJSON *reasons = tsw_report_add_object(setups, "reasons");
   for (int why = TSW_FULL_NOT + 1; why < TSW_N_FULL; why++)
   {
      if (kept->n_setups[why] > 0)
      {
         tsw_report_add_number(reasons, tsw_full_text((tsw_full_reason) why),
                               (double) kept->n_setups[why]);
      }
   }
   if (kept->declined)
   {
      tsw_report_add_text(setups, "declined", kept->declined);
   }
}

static trisweep_status ask_full_setup(void *amg)
{
   tsw_kept *kept = tsw_kept_make(tsw_registry_get(amg));
   if (!kept)
   {
      return TRISWEEP_ERROR_MEMORY;
   }
   kept->asked = true;
   return TRISWEEP_OK;
}

static bool count_setups(const tsw_solver *solver, long *full, long *by_values, const char **why)
{
   const tsw_kept *kept = tsw_kept_of(solver);
   if (kept)
   {
      const bool declined = kept->last_full == TSW_FULL_DECLINED && kept->declined;
      *full = tsw_kept_full(kept);
      *by_values = kept->n_setups[TSW_FULL_NOT];
      *why = *full == 0 ? "" : declined ? kept->declined : tsw_full_text(kept->last_full);
   }
   return kept != NULL;
}

const tsw_extension tsw_extension_resetup = {
   .offer = tsw_values_offer,
   .settle = tsw_values_settle,
   .set_up = tsw_values_set_up,
   .full_setup_begins = full_setup_begins,
   .setup_ends = tsw_values_after,
   .setup_ended = tsw_values_note_parameters,
   .solver_freed = tsw_kept_free,
   .destroyed = tsw_spares_keep,
   .process_ends = tsw_spares_end,
   .solve_begins = tsw_measure_begin,
   .solve_ends = tsw_measure_solve,
   .cycle_begins = tsw_measure_cycle,
   .describe = describe,
   .report = report,
   .ask_full_setup = ask_full_setup,
   .count_setups = count_setups,
};
