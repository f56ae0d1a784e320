/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The smoothers of both boards, and their solvers. */
#include "tools/board/row.h"

#include <math.h>
#include <stdio.h>

/* For the seed of random numbers, which no public function sets. */
#include <_hypre_utilities.h>

#include "tools/solve/amg.h"

const char *tsw_mode_name(tsw_mode mode)
{
   static const char *const names[] = { "full", "values", "frozen" };
   return names[mode];
}

/* A row with the name that its smoother has on boards. */
static tsw_row name_row(const tsw_relax *relax, bool trisweep, const char *ordering)
{
   tsw_row row = { .relax = *relax, .trisweep = trisweep, .ordering = ordering };
   row.relax.one = false;
   if (relax->down == 7)
   {
      snprintf(row.smoother, sizeof row.smoother, "jacobi 7, w %g", relax->weight);
   }
   else
   {
      snprintf(row.smoother, sizeof row.smoother, "%s",
               relax->down == 18   ? "l1-jacobi 18"
               : relax->down == 16 ? "chebyshev 16"
               : relax->down == 6  ? "SSOR 6"
                                   : "GS 3 down 4 up");
   }
   return row;
}

/* Add hypre's smoothers. On devices its Gauss-Seidel is slow: board steps has it on request. */
static int list_hypre(const tsw_solve_options *options, tsw_row *row)
{
   tsw_relax relax[TSW_MOST_RELAX];
   const int n_relax = tsw_relax_contenders(NAN, options->device, 1000, relax);
   int       n = 0;
   for (int i = 0; i < n_relax; i++)
   {
      const bool sweeps = tsw_relax_ours(&relax[i]);
      const bool slow = options->task == TSW_BOARD_STEPS && options->natural && relax[i].down == 3;
      if (!sweeps || !options->device || slow)
      {
         row[n++] = name_row(&relax[i], false, sweeps ? "natural" : "none");
      }
      if (options->task == TSW_BOARD_STEPS && options->frozen && relax[i].down == 18)
      {
         row[n] = row[n - 1];
         row[n++].mode = TSW_FROZEN;
      }
   }
   return n;
}

/* Add trisweep's smoothers in one order; on board steps by values, and one with full setups. */
static int list_ours(const tsw_solve_options *options, int base, const char *ordering, tsw_row *row)
{
   tsw_relax relax[TSW_MOST_RELAX];
   const int n_relax = tsw_relax_contenders(NAN, options->device, base, relax);
   int       n = 0;
   for (int i = 0; i < n_relax; i++)
   {
      if (tsw_relax_ours(&relax[i]))
      {
         row[n] = name_row(&relax[i], true, ordering);
         row[n++].mode = options->task == TSW_BOARD_STEPS ? TSW_VALUES : TSW_FULL;
      }
   }
   if (options->task == TSW_BOARD_STEPS)
   {
      row[n] = row[0];
      row[n++].mode = TSW_FULL;
   }
   return n;
}

/* Add incomplete factors of hypre, on devices also with Jacobi iterations, and of trisweep. */
static int list_factors(const tsw_solve_options *options, tsw_row *row)
{
   static const struct
   {
      const char *smoother, *ordering;
      bool        trisweep, device_only;
      int         type, base, jacobi;
   } all[] = { { "ILU(0)", "natural", false, false, 100, 1000, 0 },
               { "ILU(0), Jacobi 2", "none", false, true, 100, 1000, 2 },
               { "ILU(0)", "natural", true, false, 100, 1000, 0 },
               { "DILU", "natural", true, false, 190, 1000, 0 },
               { "DILU", "auto", true, false, 190, 2000, 0 } };
   int n = 0;
   for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
   {
      if (options->device || !all[i].device_only)
      {
         row[n] = (tsw_row){ .trisweep = all[i].trisweep, .ordering = all[i].ordering };
         row[n].relax = (tsw_relax){ .down = all[i].type,
                                     .up = all[i].type,
                                     .base = all[i].base,
                                     .weight = NAN,
                                     .jacobi = all[i].jacobi };
         snprintf(row[n++].smoother, sizeof row->smoother, "%s", all[i].smoother);
      }
   }
   return n;
}

int tsw_board_rows(const tsw_solve_options *options, tsw_row *row)
{
   int n = options->with_hypre ? list_hypre(options, row) : 0;
   n += options->natural ? list_ours(options, 1000, "natural", row + n) : 0;
   n += options->automatic ? list_ours(options, 2000, "auto", row + n) : 0;
   n += options->factors ? list_factors(options, row + n) : 0;
   return n;
}

tsw_solve_options tsw_board_options(const tsw_solve_options *options, const tsw_problem *problem)
{
   tsw_solve_options board = *options;
   board.problem = *problem;
   board.krylov = problem->symmetric ? TSW_PCG : TSW_GMRES;
   board.coarsen = 8;
   board.interp = 6;
   board.p_max = 4;
   board.agg_levels = 0;
   board.two_products = true;
   board.strong_threshold = problem->strong_threshold;
   board.num_functions = problem->num_functions;
   return board;
}

bool tsw_board_solver_create(const tsw_solve_options *options, const tsw_row *row,
                             tsw_board_solver *solver)
{
   solver->method = options->krylov;
   solver->amg = tsw_amg_create(options, NULL, &row->relax, row->trisweep);
   solver->krylov = tsw_krylov_create(options->krylov, options->tolerance, options->max_iterations,
                                      options->restart, solver->amg);
   return tsw_hypre_well(row->smoother);
}

void tsw_board_solver_destroy(tsw_board_solver *solver)
{
   tsw_krylov_find(solver->method)->destroy(solver->krylov);
   HYPRE_BoomerAMGDestroy(solver->amg);
}

bool tsw_board_solver_run(const tsw_board_solver *solver, const tsw_system *system,
                          const tsw_machine *machine, int seed, bool setup, tsw_row *row,
                          int *iterations, double seconds[2])
{
   HYPRE_Int n = 0;
   if (seed > 0)
   {
      hypre_SeedRand(seed);
#if defined(HYPRE_USING_GPU)
      hypre_ResetDeviceRandGenerator((hypre_ulonglongint) seed, 0);
#endif
   }
   tsw_system_solve(system, machine, solver->method, solver->krylov, setup, seconds);
   tsw_krylov_find(solver->method)->iterations(solver->krylov, &n);
   *iterations = (int) n;
   const double residual = tsw_system_residual(system);
   row->residual = isfinite(residual) ? fmax(row->residual, residual) : INFINITY;
   row->peak_bytes = fmax(row->peak_bytes, tsw_machine_memory(machine));
   return tsw_hypre_well(row->smoother);
}

bool tsw_is_solved(const tsw_solve_options *options, double residual)
{
   /* The solver stops by an updated residual, which differs from b - A x by rounding. */
   return residual <= 1.01 * options->tolerance;
}
