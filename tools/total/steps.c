/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/total/steps.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <HYPRE.h>

#include <trisweep/hypre.h>

#include "tools/common/progress.h"
#include "tools/common/support.h"

/* One solver for all steps. */
typedef struct runner
{
   HYPRE_Solver amg;
   HYPRE_Solver krylov;
} runner;

const char *tsw_mode_name(tsw_mode mode)
{
   static const char *const names[TSW_N_MODES] = { "full", "values", "frozen" };
   return names[mode];
}

static bool create_runner(const tsw_total_problem *problem, const tsw_steps_row *row, runner *r)
{
   r->amg = tsw_total_amg(problem, row->smoother);
   const bool fine =
      row->mode != TSW_VALUES || trisweep_hypre_set_options(r->amg, "setup=values") == TRISWEEP_OK;
   r->krylov = tsw_total_krylov(problem, r->amg);
   return tsw_total_well(row->smoother) && fine;
}

static void destroy_runner(const tsw_total_problem *problem, runner *r)
{
   if (r->amg)
   {
      tsw_krylov_find(problem->krylov)->destroy(r->krylov);
      HYPRE_BoomerAMGDestroy(r->amg);
   }
}

static void note(tsw_steps_row *row, int step, int iterations, double residual, const double *s)
{
   if (step == 0)
   {
      row->iterations_first = iterations;
      row->iterations_most = row->iterations_sum = row->full_setups = 0;
      row->setup = row->solve = row->residual = 0.0;
      row->setup_first = s[0];
   }
   row->iterations_most = iterations > row->iterations_most ? iterations : row->iterations_most;
   row->iterations_sum += iterations;
   row->full_setups += row->mode == TSW_FULL || step == 0;
   row->setup += s[0];
   row->solve += s[1];
   row->residual = isfinite(residual) ? fmax(row->residual, residual) : INFINITY;
   row->n_steps = step + 1;
}

/* Setup and solve of one step. False if hypre or the plug reports an error. */
static bool run_step(const tsw_total_problem *problem, const tsw_place *place,
                     const tsw_system *system, int step, const runner *r, tsw_steps_row *row)
{
   const tsw_krylov_calls *call = tsw_krylov_find(problem->krylov);
   const HYPRE_Matrix      a = (HYPRE_Matrix) system->a;
   const HYPRE_Vector      b = (HYPRE_Vector) system->b, x = (HYPRE_Vector) system->x;
   HYPRE_Int               iterations = 0;
   double                  seconds[2];
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   tsw_total_seed(step + 2);
   const double start = tsw_total_lap(place, 0.0);
   if (row->mode != TSW_FROZEN || step == 0)
   {
      call->setup(r->krylov, a, b, x);
   }
   seconds[0] = tsw_total_lap(place, start);
   call->solve(r->krylov, a, b, x);
   seconds[1] = tsw_total_lap(place, start) - seconds[0];
   call->iterations(r->krylov, &iterations);
   note(row, step, (int) iterations, tsw_system_residual(system), seconds);
   return tsw_total_well(row->smoother);
}

/* All steps of one solver. */
static bool run_row(const tsw_total_problem *problem, const tsw_place *place,
                    const tsw_system *system, int n_steps, tsw_steps_row *row)
{
   runner r = { NULL, NULL };
   long   full, by_values;
   bool   fine = create_runner(problem, row, &r);
   int    rank;
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   row->converged = true;
   for (int step = 0; fine && step < n_steps; step++)
   {
      if (rank == 0)
      {
         tsw_progress("%s, %s, %s (%s), step %d of %d", problem->name, tsw_change_name(row->change),
                      row->smoother->name, tsw_mode_name(row->mode), step + 1, n_steps);
      }
      const bool well = run_step(problem, place, &system[step], step, &r, row);
      row->converged = row->converged && well && tsw_total_solved(row->residual);
      fine = well || row->smoother->down < 1000;
   }
   if (fine && row->mode == TSW_VALUES &&
       trisweep_hypre_setups(r.amg, &full, &by_values, NULL) == TRISWEEP_OK)
   {
      row->full_setups = (int) full;
   }
   destroy_runner(problem, &r);
   return fine;
}

/* The matrices of all steps. */
static bool create_systems(const tsw_total_problem *problem, const tsw_place *place,
                           tsw_change change, int n_steps, tsw_system *system)
{
   tsw_rows base = { .n_rows = 0 }, rows;
   HYPRE_SetMemoryLocation(HYPRE_MEMORY_HOST);
   bool   fine = tsw_total_rows(problem->name, &base);
   size_t nnz = 0;
   HYPRE_SetMemoryLocation(place->device ? HYPRE_MEMORY_DEVICE : HYPRE_MEMORY_HOST);
   base.on_device = place->device;
   for (int i = 0; fine && i < base.n_rows; i++)
   {
      nnz += (size_t) base.length[i];
   }
   rows = base;
   rows.val = fine ? tsw_get(nnz, sizeof *rows.val) : NULL;
   double *drift = NULL;
   fine = tsw_all(rows.val && tsw_change_prepare(problem, change, &base, &drift));
   for (int step = 0; fine && step < n_steps; step++)
   {
      memcpy(rows.val, base.val, nnz * sizeof *rows.val);
      fine = tsw_all(tsw_change_apply(problem, change, step, n_steps, base.val, drift, &rows)) &&
             tsw_system_create(&rows, &system[step]);
   }
   free(drift);
   free(rows.val);
   tsw_rows_free(&base);
   return fine;
}

bool tsw_steps_run(const tsw_total_problem *problem, const tsw_place *place, tsw_change change,
                   int n_steps, int n_rows, tsw_steps_row *row)
{
   enum
   {
      WARM_UP = 2
   };
   tsw_system *system = calloc((size_t) n_steps, sizeof *system);
   bool fine = tsw_all(system != NULL) && create_systems(problem, place, change, n_steps, system);
   for (int i = 0; fine && i < n_rows; i++)
   {
      row[i].change = change;
      fine = run_row(problem, place, system, n_steps < WARM_UP ? n_steps : WARM_UP, &row[i]) &&
             run_row(problem, place, system, n_steps, &row[i]);
   }
   for (int step = 0; system && step < n_steps; step++)
   {
      tsw_system_destroy(&system[step]);
   }
   free(system);
   return fine;
}
