/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "tools/board/total.h"

#include <stdlib.h>

#include "tools/common/progress.h"
#include "tools/common/statistics.h"
#include "tools/common/support.h"

/* One new solver: first system, then second system. */
typedef struct sample
{
   int    iterations;
   double seconds[4]; /* setup, solve, setup again, solve again */
} sample;

/* Create both matrices of the problem. */
static bool create_systems(const tsw_solve_options *options, const tsw_machine *machine,
                           tsw_system system[2])
{
   rows s = { 0 };
   bool fine =
      tsw_problem_rows(&options->problem, &s) && tsw_system_create(&s, machine, &system[0]);
   if (fine)
   {
      tsw_problem_rescale(&s);
      fine = tsw_system_create(&s, machine, &system[1]);
   }
   rows_free(&s);
   return fine;
}

/* Run one measurement. False if hypre or the plug reports an error. */
static bool run_once(const tsw_solve_options *options, const tsw_machine *machine,
                     const tsw_system system[2], int seed, tsw_row *row, sample *result)
{
   tsw_board_solver solver;
   int              again;
   const bool       fine =
      tsw_board_solver_create(options, row, &solver) &&
      tsw_board_solver_run(&solver, &system[0], machine, seed, true, row, &result->iterations,
                           result->seconds) &&
      tsw_board_solver_run(&solver, &system[1], machine, 0, true, row, &again, result->seconds + 2);
   tsw_board_solver_destroy(&solver);
   return fine;
}

static void summarise(const tsw_solve_options *options, const sample *samples, double *scratch,
                      tsw_row *row)
{
   double *const seconds[] = { &row->setup, &row->solve, &row->setup_again, &row->solve_again };
   for (int k = 0; k < 4; k++)
   {
      for (int i = 0; i < options->repeat; i++)
      {
         scratch[i] = samples[i].seconds[k];
      }
      *seconds[k] = tsw_median(scratch, options->repeat);
   }
   for (int i = 0; i < options->repeat; i++)
   {
      scratch[i] = samples[i].iterations;
   }
   row->iterations = (int) tsw_median(scratch, options->repeat);
   row->converged = row->converged && tsw_is_solved(options, row->residual);
}

/* Measure all rounds. Round -1 warms up the process; round 0 overwrites its results. */
static bool run_rounds(const tsw_solve_options *options, const tsw_machine *machine,
                       const tsw_system system[2], int n_rows, tsw_row *row, sample *samples)
{
   bool fine = true;
   int  rank;
   MPI_Comm_rank(MPI_COMM_WORLD, &rank);
   for (int round = -1; fine && round < options->repeat; round++)
   {
      for (int i = 0; fine && i < n_rows; i++)
      {
         sample *result = &samples[i * options->repeat + (round > 0 ? round : 0)];
         if (rank == 0)
         {
            tsw_progress("%s, %s, round %d of %d", options->problem.name, row[i].smoother,
                         round + 1, options->repeat);
         }
         row[i].residual = round > 0 ? row[i].residual : 0.0;
         const bool well = run_once(options, machine, system, round + 2, &row[i], result);
         row[i].converged = (round < 0 || row[i].converged) && well;
         fine = well || !row[i].trisweep;
      }
   }
   return fine;
}

bool tsw_total_run(const tsw_solve_options *options, const tsw_machine *machine, int n_rows,
                   tsw_row *row)
{
   const size_t n = (size_t) options->repeat;
   tsw_system   system[2] = { { .n_modes = 0 }, { .n_modes = 0 } };
   sample      *samples = tsw_get((size_t) n_rows * n, sizeof *samples);
   double      *scratch = tsw_get(n, sizeof *scratch);
   const bool   fine = tsw_all(samples && scratch) && create_systems(options, machine, system) &&
                     run_rounds(options, machine, system, n_rows, row, samples);
   for (int i = 0; fine && i < n_rows; i++)
   {
      summarise(options, samples + i * options->repeat, scratch, &row[i]);
   }
   tsw_system_destroy(&system[0]);
   tsw_system_destroy(&system[1]);
   free(samples);
   free(scratch);
   return fine;
}
