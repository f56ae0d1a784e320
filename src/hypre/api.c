/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The public calls of the plug. */
#include <trisweep/hypre.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hypre/base/notice.h"
#include "hypre/extension.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/run/hierarchy.h"
#include "hypre/run/standalone.h"
#include "hypre/state/registry.h"

trisweep_status trisweep_hypre_hooks_live(int *live, const char **reason)
{
   if (!live)
   {
      tsw_notice("trisweep_hypre_hooks_live: live is a null pointer");
      return TRISWEEP_ERROR_ARGUMENT;
   }
   const char *why = tsw_selfcheck();
   *live = why == NULL;
   if (reason)
   {
      *reason = why ? why : "";
   }
   return TRISWEEP_OK;
}

/* May a call go on, with an active plug and a solver? */
static trisweep_status check_solver(const char *call, const struct hypre_Solver_struct *solver)
{
   if (!tsw_plug_is_active())
   {
      return TRISWEEP_ERROR_UNSUPPORTED;
   }
   if (!solver)
   {
      tsw_notice("%s: the solver is a null pointer", call);
      return TRISWEEP_ERROR_ARGUMENT;
   }
   return TRISWEEP_OK;
}

trisweep_status trisweep_hypre_set_options(struct hypre_Solver_struct *solver, const char *options)
{
   trisweep_context     *tried = NULL;
   const trisweep_status status = check_solver("trisweep_hypre_set_options", solver);
   if (status != TRISWEEP_OK)
   {
      return status;
   }
   if (!options || strlen(options) >= TSW_CONTEXT_TEXT)
   {
      tsw_notice("trisweep_hypre_set_options: the options are %s",
                 options ? "too long" : "a null pointer");
      return TRISWEEP_ERROR_ARGUMENT;
   }
   const char *wrong = tsw_context_of(options, &tried);
   trisweep_context_destroy(&tried);
   if (wrong[0])
   {
      tsw_refuse("trisweep_hypre_set_options: %s", wrong);
      return TRISWEEP_ERROR_OPTION;
   }
   tsw_solver *record = tsw_registry_get(solver);
   if (!record)
   {
      return TRISWEEP_ERROR_MEMORY;
   }
   snprintf(record->options, sizeof record->options, "%s", options);
   return TRISWEEP_OK;
}

trisweep_status trisweep_hypre_update(struct hypre_Solver_struct *solver)
{
   if (!tsw_plug_is_active())
   {
      return TRISWEEP_ERROR_UNSUPPORTED;
   }
   if (!solver)
   {
      tsw_standalone_new_values();
      return TRISWEEP_OK;
   }
   tsw_solver *record = tsw_registry_find(solver);
   if (!record)
   {
      return TRISWEEP_OK;
   }
   return tsw_solver_reload(record) ? TRISWEEP_OK : TRISWEEP_ERROR_VALUE;
}

trisweep_status trisweep_hypre_full_setup(struct hypre_Solver_struct *solver)
{
   trisweep_status status = check_solver("trisweep_hypre_full_setup", solver);
   for (int id = 0; id < TSW_N_EXTENSIONS && status == TRISWEEP_OK; id++)
   {
      const tsw_extension *e = tsw_extension_of(id, tsw_registry_find(solver));
      status = e && e->ask_full_setup ? e->ask_full_setup(solver) : TRISWEEP_OK;
   }
   return status;
}

trisweep_status trisweep_hypre_setups(struct hypre_Solver_struct *solver, long *full,
                                      long *by_values, const char **why)
{
   const tsw_solver *record = solver ? tsw_registry_find(solver) : NULL;
   const char       *reason;
   for (int id = 0; id < TSW_N_EXTENSIONS && full && by_values && record; id++)
   {
      const tsw_extension *e = tsw_extension_at(id);
      if (e->count_setups && e->count_setups(record, full, by_values, why ? why : &reason))
      {
         return TRISWEEP_OK;
      }
   }
   return TRISWEEP_ERROR_ARGUMENT;
}

trisweep_status trisweep_hypre_stats(struct hypre_Solver_struct *solver, int level, size_t size,
                                     trisweep_stats *stats)
{
   const tsw_solver *record = solver ? tsw_registry_find(solver) : NULL;
   if (!record || level < 0 || level >= record->n_levels || !record->levels[level])
   {
      return TRISWEEP_ERROR_ARGUMENT;
   }
   return trisweep_smoother_stats(record->levels[level]->smoother, size, stats);
}
