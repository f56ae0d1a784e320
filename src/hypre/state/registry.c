/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/registry.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hypre/hooks/numbers.h"
#include "hypre/report/notice.h"
#include "hypre/report/report.h"
#include "hypre/run/coarse.h"
#include "hypre/run/vcycle.h"

static tsw_solver *solvers;
static int         last_id;

tsw_solver *tsw_registry_first(void)
{
   return solvers;
}

/* The link to the record of a BoomerAMG object, or the last one, which is NULL. */
static tsw_solver **link_to(const void *amg)
{
   tsw_solver **link = &solvers;
   while (*link && (*link)->amg != amg)
   {
      link = &(*link)->next;
   }
   return link;
}

tsw_solver *tsw_registry_find(const void *amg)
{
   return *link_to(amg);
}

tsw_solver *tsw_registry_get(void *amg)
{
   tsw_solver *solver = tsw_registry_find(amg);
   if (!solver)
   {
      solver = calloc(1, sizeof *solver);
      if (!solver)
      {
         return NULL;
      }
      solver->amg = amg;
      solver->id = ++last_id;
      for (int i = 0; i <= TSW_N_SLOTS; i++)
      {
         solver->seats[i].of = TSW_SEAT_FREE;
      }
      solver->next = solvers;
      solvers = solver;
   }
   return solver;
}

bool tsw_solver_is_active(const tsw_solver *solver)
{
   bool active = solver->active_single != 0;
   for (int i = 0; i < TSW_N_SLOTS; i++)
   {
      active = active || solver->active[i] != 0;
   }
   return active;
}

static trisweep_context *context_of(const tsw_solver *solver)
{
   return solver->context ? solver->context : tsw_context();
}

const char *tsw_solver_option(const tsw_solver *solver, const char *key)
{
   const char *value = "";
   const bool known = trisweep_context_option(context_of(solver), key, &value, NULL) == TRISWEEP_OK;
   return known ? value : "";
}

const char *tsw_solver_settle_options(tsw_solver *solver)
{
   char        settings[TSW_CONTEXT_SETTINGS];
   bool        orders = tsw_type_orders(solver->active_single);
   const char *wrong = "";
   for (int slot = 0; slot < TSW_N_SLOTS; slot++)
   {
      orders = orders || tsw_type_orders(solver->active[slot]);
   }
   snprintf(settings, sizeof settings, "%s%s%s", orders ? "ordering=auto" : "",
            orders && solver->options[0] ? " " : "", solver->options);
   if (strcmp(settings, solver->settings) != 0)
   {
      tsw_vcycle_drop(solver);
      tsw_coarse_drop(solver);
      tsw_solver_drop_guests(solver);
      tsw_solver_trim(solver, 0);
      trisweep_context_destroy(&solver->context);
      wrong = settings[0] ? tsw_context_of(settings, &solver->context) : "";
      snprintf(solver->settings, sizeof solver->settings, "%s", wrong[0] ? "" : settings);
   }
   return wrong;
}

bool tsw_solver_reserve(tsw_solver *solver, int n)
{
   if (n > solver->n_levels)
   {
      tsw_level **levels = realloc(solver->levels, (size_t) n * sizeof(tsw_level *));
      if (!levels)
      {
         return false;
      }
      solver->levels = levels;
      for (; solver->n_levels < n; solver->n_levels++)
      {
         solver->levels[solver->n_levels] = NULL;
      }
   }
   for (int k = 0; k < n; k++)
   {
      solver->levels[k] =
         solver->levels[k] ? solver->levels[k] : tsw_level_create(k, context_of(solver));
      if (!solver->levels[k])
      {
         return false;
      }
   }
   return true;
}

tsw_level *tsw_solver_find_level(tsw_solver *solver, const hypre_ParCSRMatrix *matrix)
{
   for (int k = 0; k < solver->n_levels; k++)
   {
      if (solver->levels[k] && solver->levels[k]->matrix == matrix)
      {
         return solver->levels[k];
      }
   }
   return *tsw_level_link(&solver->guests, matrix);
}

tsw_level *tsw_solver_add_guest(tsw_solver *solver, hypre_ParCSRMatrix *matrix, int k)
{
   tsw_level *level = tsw_level_create(k, context_of(solver));
   if (!level)
   {
      tsw_abort("rank %d, level %d: out of memory; use more nodes", tsw_world_rank(), k);
   }
   tsw_level_attach(level, matrix, TSW_ATTACH_NOW);
   level->next = solver->guests;
   solver->guests = level;
   return level;
}

void tsw_solver_drop_guests(tsw_solver *solver)
{
   while (solver->guests)
   {
      tsw_level_drop(&solver->guests);
   }
}

void tsw_solver_trim(tsw_solver *solver, int k)
{
   while (solver->n_levels > k)
   {
      tsw_level_destroy(&solver->levels[--solver->n_levels]);
   }
}

static void destroy_solver(tsw_solver **link)
{
   tsw_solver *solver = *link;
   *link = solver->next;
   tsw_report_solver(solver);
   tsw_vcycle_drop(solver);
   trisweep_cycle_destroy(&solver->coarse);
   tsw_solver_drop_guests(solver);
   tsw_solver_trim(solver, 0);
   trisweep_context_destroy(&solver->context);
   free(solver->levels);
   free(solver);
}

void tsw_registry_forget_solver(void *amg)
{
   if (!amg)
   {
      return;
   }
   /* With --wrap, hypre's own call for the coarse solver does not come by here. */
   tsw_registry_forget_solver(hypre_ParAMGDataCoarseSolver((hypre_ParAMGData *) amg));
   tsw_solver **link = link_to(amg);
   if (*link)
   {
      destroy_solver(link);
   }
}

void tsw_registry_forget_matrix(const hypre_ParCSRMatrix *matrix)
{
   for (tsw_solver *solver = solvers; solver; solver = solver->next)
   {
      tsw_level **guest = tsw_level_link(&solver->guests, matrix);
      if (*guest)
      {
         tsw_level_drop(guest);
      }
      for (int k = 0; k < solver->n_levels; k++)
      {
         if (solver->levels[k] && solver->levels[k]->matrix == matrix)
         {
            tsw_level_detach(solver->levels[k]);
         }
      }
   }
}

void tsw_registry_clear(void)
{
   while (solvers)
   {
      destroy_solver(&solvers);
   }
}
