/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/board/steps.h"

#include <stdlib.h>
#include <string.h>

#include <trisweep/hypre.h>

#include "tools/common/progress.h"
#include "tools/common/support.h"

/* Add a step to the sums of a row. */
static void add_step(int step, int iterations, const double seconds[2], tsw_row *row)
{
   if (step == 0)
   {
      row->iterations_first = iterations;
      row->setup_first = seconds[0];
   }
   row->iterations_most = iterations > row->iterations_most ? iterations : row->iterations_most;
   row->iterations_sum += iterations;
   row->full_setups += row->mode == TSW_FULL || step == 0;
   row->setup += seconds[0];
   row->solve += seconds[1];
   row->n_steps = step + 1;
}

/* Run steps of one solver: sum them in *sums, which begins as a row without results. */
static bool run_steps(const tsw_solve_options *options, const tsw_machine *machine,
                      const tsw_system *system, int n_steps, tsw_row *sums)
{
   tsw_board_solver solver;
   long             full, by_values;
   int              rank;
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   /* The first setup is full: not by the hierarchy of an earlier solver, which the plug keeps. */
   bool fine = tsw_board_solver_create(options, sums, &solver) &&
               (sums->mode != TSW_VALUES ||
                (trisweep_hypre_set_options(solver.amg, "setup=values") == TRISWEEP_OK &&
                 trisweep_hypre_full_setup(solver.amg) == TRISWEEP_OK));
   sums->converged = true;
   for (int step = 0; fine && step < n_steps; step++)
   {
      int    iterations;
      double seconds[2];
      if (rank == 0)
      {
         tsw_progress("%s, %s, %s (%s), step %d of %d", options->problem.name,
                      tsw_change_name(sums->change), sums->smoother, tsw_mode_name(sums->mode),
                      step + 1, n_steps);
      }
      const bool well =
         tsw_board_solver_run(&solver, &system[step], machine, step + 2,
                              sums->mode != TSW_FROZEN || step == 0, sums, &iterations, seconds);
      add_step(step, iterations, seconds, sums);
      sums->converged = sums->converged && well && tsw_is_solved(options, sums->residual);
      fine = well || !sums->trisweep;
   }
   if (fine && sums->mode == TSW_VALUES &&
       trisweep_hypre_setups(solver.amg, &full, &by_values, NULL) == TRISWEEP_OK)
   {
      sums->full_setups = (int) full;
   }
   tsw_board_solver_destroy(&solver);
   return fine;
}

/* The matrices of all steps. */
static bool create_systems(const tsw_solve_options *options, const tsw_machine *machine,
                           tsw_change change, tsw_system *system)
{
   const tsw_problem *problem = &options->problem;
   rows               base = { 0 };
   double            *drift = NULL;
   if (!tsw_problem_rows(problem, &base))
   {
      rows_free(&base);
      return false;
   }
   rows s = base;
   s.val = tsw_get(base.n_entries, sizeof *s.val);
   bool fine = tsw_all(s.val && tsw_change_prepare(problem, change, &base, &drift));
   for (int step = 0; fine && step < options->n_steps; step++)
   {
      memcpy(s.val, base.val, base.n_entries * sizeof *s.val);
      fine =
         tsw_all(tsw_change_apply(problem, change, step, options->n_steps, base.val, drift, &s)) &&
         tsw_system_create(&s, machine, &system[step]);
   }
   free(drift);
   free(s.val);
   rows_free(&base);
   return fine;
}

bool tsw_board_steps(const tsw_solve_options *options, const tsw_machine *machine,
                     tsw_change change, int n_rows, tsw_row *row)
{
   enum
   {
      WARM_UP = 2
   };
   const int   n_steps = options->n_steps;
   tsw_system *system = tsw_get((size_t) n_steps, sizeof *system);
   bool        fine = tsw_all(system != NULL) && create_systems(options, machine, change, system);
   for (int i = 0; fine && i < n_rows; i++)
   {
      row[i].change = change;
      tsw_row warm = row[i];
      fine = run_steps(options, machine, system, n_steps < WARM_UP ? n_steps : WARM_UP, &warm) &&
             run_steps(options, machine, system, n_steps, &row[i]);
   }
   for (int step = 0; system && step < n_steps; step++)
   {
      tsw_system_destroy(&system[step]);
   }
   free(system);
   return fine;
}
