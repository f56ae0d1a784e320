/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/state/registry.h"

#include <stdlib.h>
#include <string.h>

#include "base/list.h"
#include "base/numeric.h"

static tsw_solver *solvers;
static int         last_id;

tsw_solver *tsw_registry_first(void)
{
   return solvers;
}

tsw_solver *tsw_registry_find(const void *amg)
{
   static TSW_THREAD_LOCAL struct
   {
      const void *amg;
      tsw_solver *solver;
      unsigned    version;
   } last; /* a solve searches for its solver many times */
   const unsigned version = tsw_table_version(&tsw_table_of_solvers);
   if (last.amg != amg || last.version != version)
   {
      last.version = version;
      last.amg = amg;
      last.solver = tsw_table_find(&tsw_table_of_solvers, amg, NULL);
   }
   return last.solver;
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
      for (int i = 0; i < TSW_N_TYPES; i++)
      {
         solver->substitutions[i].original = TSW_NOT_REPLACED;
      }
      TSW_LIST_ADD(&solvers, solver);
      tsw_table_move(&tsw_table_of_solvers, &solver->entry, amg);
   }
   return solver;
}

tsw_solver *tsw_registry_take(const void *amg)
{
   tsw_solver *solver = tsw_registry_find(amg);
   if (solver)
   {
      tsw_table_move(&tsw_table_of_solvers, &solver->entry, NULL);
      TSW_LIST_REMOVE(solver);
   }
   return solver;
}

bool tsw_solver_is_active(const tsw_solver *solver)
{
   int i = 0;
   while (i < TSW_N_TYPES && solver->active[i] == 0)
   {
      i++;
   }
   return i < TSW_N_TYPES;
}

trisweep_context *tsw_solver_context(const tsw_solver *solver)
{
   return solver->context ? solver->context : tsw_context();
}

const char *tsw_solver_option(const tsw_solver *solver, const char *key)
{
   const char *value = "";
   const bool  known =
      trisweep_context_option(tsw_solver_context(solver), key, &value, NULL) == TRISWEEP_OK;
   return known ? value : "";
}

double tsw_solver_option_number(const tsw_solver *solver, const char *key)
{
   return tsw_numeric_read(tsw_solver_option(solver, key), NULL);
}

bool tsw_solver_option_is(const tsw_solver *solver, const char *key, const char *value)
{
   return strcmp(tsw_solver_option(solver, key), value) == 0;
}

bool tsw_solver_reserve(tsw_solver *solver, int n)
{
   tsw_levels *set = solver->levels ? (tsw_levels *) solver->levels : malloc(sizeof *set);
   if (!set)
   {
      return false;
   }
   if (!solver->levels)
   {
      memset(set->levels, 0, sizeof set->levels);
      solver->levels = set->levels;
   }
   solver->n_levels = n > solver->n_levels ? n : solver->n_levels;
   for (int k = 0; k < n; k++)
   {
      tsw_level *part = k < TSW_FIRST_LEVELS ? &set->first[k] : NULL;
      set->levels[k] =
         set->levels[k] ? set->levels[k] : tsw_level_create(part, k, tsw_solver_context(solver));
      if (!set->levels[k])
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
   return tsw_level_of(matrix, &solver->extra_levels);
}
