/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Time new solvers in a warm process, from the call until the device has finished. */
#include "tools/total/run.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "tools/common/progress.h"
#include "tools/common/statistics.h"
#include "tools/common/support.h"

static const double tolerance = 1e-8;

enum
{
   RESTART = 50 /* of GMRES */
};

/* One new solver: first system, then second system. */
typedef struct sample
{
   int    iterations;
   double residual;   /* the larger of both systems */
   double seconds[4]; /* setup, solve, setup again, solve again */
} sample;

HYPRE_Solver tsw_total_amg(const tsw_total_problem *problem, const tsw_total_smoother *smoother)
{
   HYPRE_Solver amg;
   HYPRE_BoomerAMGCreate(&amg);
   HYPRE_BoomerAMGSetPrintLevel(amg, 0);
   HYPRE_BoomerAMGSetMaxIter(amg, 1);
   HYPRE_BoomerAMGSetTol(amg, 0.0);
   HYPRE_BoomerAMGSetCoarsenType(amg, 8);
   HYPRE_BoomerAMGSetInterpType(amg, 6);
   HYPRE_BoomerAMGSetPMaxElmts(amg, 4);
   HYPRE_BoomerAMGSetAggNumLevels(amg, 0);
   HYPRE_BoomerAMGSetKeepTranspose(amg, 1);
   HYPRE_BoomerAMGSetRAP2(amg, 1);
   HYPRE_BoomerAMGSetModuleRAP2(amg, 1);
   HYPRE_BoomerAMGSetStrongThreshold(amg, problem->strong_threshold);
   HYPRE_BoomerAMGSetNumFunctions(amg, problem->num_functions);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, smoother->down, 1);
   HYPRE_BoomerAMGSetCycleRelaxType(amg, smoother->up, 2);
   HYPRE_BoomerAMGSetRelaxWt(amg, smoother->weight);
   return amg;
}

HYPRE_Solver tsw_total_krylov(const tsw_total_problem *problem, HYPRE_Solver amg)
{
   return tsw_krylov_create(problem->krylov, tolerance, TSW_TOTAL_ITERATIONS, RESTART, amg);
}

/* The solver stops by an updated residual, which differs from b - A x by rounding. */
bool tsw_total_solved(double residual)
{
   return residual <= 1.01 * tolerance;
}

double tsw_total_lap(const tsw_place *place, double start)
{
   tsw_place_wait(place);
   MPI_Barrier(MPI_COMM_WORLD);
   return MPI_Wtime() - start;
}

/* Set up and solve one system from x = 0. Times: seconds[0] and seconds[1]. */
static void solve(const tsw_place *place, const tsw_krylov_calls *call, const tsw_system *system,
                  HYPRE_Solver solver, double *seconds)
{
   const HYPRE_Matrix a = (HYPRE_Matrix) system->a;
   const HYPRE_Vector b = (HYPRE_Vector) system->b, x = (HYPRE_Vector) system->x;
   HYPRE_ParVectorSetConstantValues(system->x, 0.0);
   const double start = tsw_total_lap(place, 0.0);
   call->setup(solver, a, b, x);
   seconds[0] = tsw_total_lap(place, start);
   call->solve(solver, a, b, x);
   seconds[1] = tsw_total_lap(place, start) - seconds[0];
}

bool tsw_total_well(const tsw_total_smoother *smoother)
{
   const HYPRE_Int fault = HYPRE_GetError() & ~HYPRE_ERROR_CONV;
   if (fault)
   {
      char text[256];
      HYPRE_DescribeError(fault, text);
      tsw_complain("%s: hypre reports an error: %s", smoother->name, text);
   }
   HYPRE_ClearAllErrors();
   return tsw_all(fault == 0);
}

/* Run one measurement. False if hypre or the plug reports an error except HYPRE_ERROR_CONV. */
static bool run_once(const tsw_total_problem *problem, const tsw_place *place,
                     const tsw_system system[2], const tsw_total_smoother *smoother, sample *result)
{
   const tsw_krylov_calls *call = tsw_krylov_find(problem->krylov);
   HYPRE_Int               iterations = 0;
   HYPRE_Solver            amg = tsw_total_amg(problem, smoother);
   if (!tsw_total_well(smoother))
   {
      HYPRE_BoomerAMGDestroy(amg);
      return false;
   }
   HYPRE_Solver solver = tsw_total_krylov(problem, amg);
   solve(place, call, &system[0], solver, result->seconds);
   call->iterations(solver, &iterations);
   const double residual = tsw_system_residual(&system[0]);
   solve(place, call, &system[1], solver, result->seconds + 2);
   result->residual = fmax(residual, tsw_system_residual(&system[1]));
   result->iterations = (int) iterations;
   call->destroy(solver);
   HYPRE_BoomerAMGDestroy(amg);
   return tsw_total_well(smoother);
}

static void summarise(const sample *samples, int n, double *scratch, tsw_total_row *row)
{
   double *const seconds[] = { &row->setup, &row->solve, &row->setup_again, &row->solve_again };
   for (int k = 0; k < 4; k++)
   {
      for (int i = 0; i < n; i++)
      {
         scratch[i] = samples[i].seconds[k];
      }
      *seconds[k] = tsw_median(scratch, n);
   }
   row->residual = 0.0;
   for (int i = 0; i < n; i++)
   {
      scratch[i] = samples[i].iterations;
      row->residual =
         isfinite(samples[i].residual) ? fmax(row->residual, samples[i].residual) : INFINITY;
   }
   row->iterations = (int) tsw_median(scratch, n);
   row->converged = row->converged && tsw_total_solved(row->residual);
}

bool tsw_total_run(const tsw_total_problem *problem, const tsw_place *place,
                   const tsw_system system[2], int repeat, int n_rows, tsw_total_row *row)
{
   sample *samples = tsw_get((size_t) n_rows * (size_t) repeat, sizeof *samples);
   double *scratch = tsw_get((size_t) repeat, sizeof *scratch);
   bool    fine = tsw_all(samples && scratch);
   int     rank;
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   for (int i = 0; i < n_rows; i++)
   {
      row[i].converged = true;
   }
   /* Round -1 warms up the process; round 0 overwrites its times. */
   for (int round = -1; fine && round < repeat; round++)
   {
      for (int i = 0; fine && i < n_rows; i++)
      {
         sample *place_of = &samples[i * repeat + (round > 0 ? round : 0)];
         if (rank == 0)
         {
            tsw_progress("%s, %s, round %d of %d", problem->name, row[i].smoother->name, round + 1,
                         repeat);
         }
         tsw_total_seed(round + 2);
         const bool well = run_once(problem, place, system, row[i].smoother, place_of);
         row[i].converged = row[i].converged && well;
         fine = well || row[i].smoother->down < 1000;
      }
   }
   for (int i = 0; fine && i < n_rows; i++)
   {
      summarise(samples + i * repeat, repeat, scratch, &row[i]);
   }
   free(samples);
   free(scratch);
   return fine;
}
