/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/hierarchy.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hypre/base/device.h"
#include "hypre/base/notice.h"
#include "hypre/extension.h"
#include "hypre/report/report.h"
#include "hypre/run/attach.h"
#include "hypre/run/changed.h"
#include "hypre/state/meet.h"
#include "hypre/state/numbers.h"

/*
 * Create the context of the next setup if the options have changed (ordering=auto for 2000 + t);
 * drops all levels then. Returns what is wrong, or "".
 */
static const char *update_options(tsw_solver *solver)
{
   char        settings[TSW_CONTEXT_SETTINGS];
   bool        auto_order = false;
   const char *wrong = "";
   for (int i = 0; i < TSW_N_TYPES; i++)
   {
      auto_order = auto_order || tsw_type_has_auto_order(solver->active[i]);
   }
   if (!auto_order && !solver->options[0] && !solver->settings[0])
   {
      return ""; /* at once, for tiny systems */
   }
   snprintf(settings, sizeof settings, "%s%s%s", auto_order ? "ordering=auto" : "",
            auto_order && solver->options[0] ? " " : "", solver->options);
   if (strcmp(settings, solver->settings) != 0)
   {
      tsw_solver_drop_hierarchy(solver);
      tsw_solver_drop_levels(solver, 0);
      trisweep_context_destroy(&solver->context);
      wrong = settings[0] ? tsw_context_of(settings, &solver->context) : "";
      snprintf(solver->settings, sizeof solver->settings, "%s", wrong[0] ? "" : settings);
      solver->extensions = tsw_extensions_chosen(tsw_solver_option(solver, "extensions"));
   }
   return wrong;
}

bool tsw_solver_update_options(tsw_solver *solver)
{
   return !tsw_context_obstacle()[0] && !update_options(solver)[0];
}

/* The active numbers and the options as a text, to compare ranks; "" without a solver. */
static const char *numbers_of(const tsw_solver *solver, hypre_ParCSRMatrix *matrix, char *text,
                              size_t size)
{
   const HYPRE_Int *t = solver ? solver->active : NULL;
   text[0] = '\0';
   if (solver && tsw_ranks_of(hypre_ParCSRMatrixComm(matrix)) > 1)
   {
      snprintf(text, size, "fine %d, down %d, up %d, coarsest %d, one level %d%s%s", (int) t[0],
               (int) t[1], (int) t[2], (int) t[3], (int) t[TSW_SINGLE],
               solver->options[0] ? ", options " : "", solver->options);
   }
   return text;
}

/*
 * Levels to reserve before hypre's setup, when nobody knows their number: each has a row less than
 * the one before, and nearly always half of the rows. hypre smooths on levels behind these.
 */
static int most_levels(const hypre_ParAMGData *amg, hypre_ParCSRMatrix *matrix)
{
   enum
   {
      SLOW = TSW_MOST_LEVELS - 64 /* levels whose rows do not become half */
   };
   const HYPRE_BigInt rows = hypre_ParCSRMatrixGlobalNumRows(matrix);
   const HYPRE_BigInt above = rows - hypre_ParAMGDataMaxCoarseSize(amg);
   HYPRE_BigInt       bound = SLOW;
   for (HYPRE_BigInt n = rows; n > 0; n /= 2)
   {
      bound++;
   }
   bound = above + 2 < bound ? above + 2 : bound;
   bound = bound < 2 ? 2 : bound;
   return bound < hypre_ParAMGDataMaxLevels(amg) ? (int) bound : hypre_ParAMGDataMaxLevels(amg);
}

tsw_agree_result tsw_solver_agree(tsw_solver *solver, hypre_ParCSRMatrix *matrix, uint64_t *words,
                                  char *why)
{
   char            numbers[TSW_CONTEXT_TEXT + 128], obstacle[TSW_AGREE_TEXT] = "";
   tsw_agree_input input = { solver != NULL, numbers_of(solver, matrix, numbers, sizeof numbers),
                             obstacle };
   const char     *space = solver ? tsw_space_obstacle(matrix) : NULL;
   if (space)
   {
      snprintf(obstacle, sizeof obstacle, "the matrix is in device memory, and %s", space);
   }
   else if (solver)
   {
      snprintf(obstacle, sizeof obstacle, "%s", tsw_context_obstacle());
   }
   if (solver && !obstacle[0])
   {
      snprintf(obstacle, sizeof obstacle, "%s", update_options(solver));
   }
   if (solver && !obstacle[0] && !tsw_solver_reserve(solver, most_levels(solver->amg, matrix)))
   {
      snprintf(obstacle, sizeof obstacle, "out of memory; use more nodes");
   }
   const tsw_agree_result result = tsw_agree(hypre_ParCSRMatrixComm(matrix), &input, words, why);
   if (solver && result == TSW_AGREED)
   {
      tsw_context_print_unused(tsw_space_of(matrix));
   }
   return result;
}

tsw_level *tsw_solver_add_extra_level(tsw_solver *solver, hypre_ParCSRMatrix *matrix)
{
   tsw_level *level =
      tsw_level_create_on_all(0, tsw_solver_context(solver), hypre_ParCSRMatrixComm(matrix));
   if (!level)
   {
      solver->no_extra_level = true;
      return NULL;
   }
   level->plan.has_norms = solver->levels[0] && solver->levels[0]->plan.has_norms;
   tsw_level_list(&solver->extra_levels, level);
   tsw_level_attach(level, matrix, TSW_ATTACH_NOW);
   return level;
}

static void refresh_values(tsw_level *level, int id)
{
   if (level && tsw_values_have_changed(level) && tsw_level_load(level, level->loaded.l1))
   {
      tsw_notice_once("BoomerAMG solver %d: values of the matrix have changed since the setup; "
                      "sweeps on level 0 use the new values, as hypre's do",
                      id);
   }
}

void tsw_solver_refresh_values(tsw_solver *solver)
{
   refresh_values(solver->n_levels > 0 ? solver->levels[0] : NULL, solver->id);
   for (tsw_level *level = solver->extra_levels; level; level = level->next)
   {
      refresh_values(level, solver->id);
   }
}

bool tsw_solver_reload(tsw_solver *solver)
{
   MPI_Comm comm = MPI_COMM_NULL;
   for (int k = 0; k < solver->n_levels; k++)
   {
      tsw_level *level = solver->levels[k];
      if (level && level->matrix)
      {
         /* As in hypre, the norms are those of the last setup. */
         const double *norms = level->loaded.l1;
         tsw_level_attach(level, level->matrix, TSW_ATTACH_NOW);
         tsw_level_load(level, norms);
         comm = hypre_ParCSRMatrixComm(level->matrix);
      }
   }
   TSW_TELL_ALL(hierarchy_dropped, solver)
   TSW_TELL(solver, levels_loaded, solver)
   if (comm == MPI_COMM_NULL)
   {
      return true;
   }
   tsw_meet_barrier_again(comm); /* fails if another rank did not call */
   if (!tsw_report_agree(solver->levels, solver->n_levels, comm))
   {
      return false;
   }
   if (solver->levels[0] && solver->levels[0]->matrix)
   {
      TSW_TELL(solver, setup_agreed, solver, solver->levels[0]->matrix)
   }
   return true;
}

void tsw_solver_drop_levels(tsw_solver *solver, int k)
{
   while (solver->n_levels > k)
   {
      tsw_level_destroy(&solver->levels[--solver->n_levels]);
   }
}

void tsw_solver_drop_hierarchy(tsw_solver *solver)
{
   TSW_TELL_ALL(hierarchy_dropped, solver)
   if (!tsw_process_ends)
   {
      hypre_ParVectorDestroy(solver->residual);
      hypre_ParVectorDestroy(solver->correction);
   }
   solver->residual = NULL;
   solver->correction = NULL;
   while (solver->extra_levels)
   {
      tsw_level_drop(solver->extra_levels);
   }
}

void tsw_solver_free(tsw_solver *solver)
{
   tsw_solver_drop_hierarchy(solver);
   tsw_solver_drop_levels(solver, 0);
   TSW_TELL_ALL(solver_freed, solver)
   trisweep_context_destroy(&solver->context);
   free(solver->levels);
   free(solver);
}

void tsw_solver_destroy(tsw_solver *solver)
{
   tsw_report_solver(solver);
   tsw_solver_free(solver);
}

void tsw_registry_forget_solver(void *amg)
{
   if (!amg)
   {
      return;
   }
   /* With --wrap, hypre's own call for the coarse solver does not reach this hook. */
   tsw_registry_forget_solver(hypre_ParAMGDataCoarseSolver((hypre_ParAMGData *) amg));
   tsw_solver *solver = tsw_registry_take(amg);
   if (solver)
   {
      tsw_solver_destroy(solver);
   }
}

void tsw_registry_forget_matrix(const hypre_ParCSRMatrix *matrix)
{
   for (tsw_level *level; (level = tsw_level_of(matrix, NULL));)
   {
      if (level->index < 0)
      {
         tsw_report_standalone(level);
      }
      level->place ? tsw_level_drop(level) : tsw_level_detach(level);
   }
}

void tsw_registry_clear(void)
{
   while (tsw_registry_first())
   {
      tsw_solver_destroy(tsw_registry_take(tsw_registry_first()->amg));
   }
}
