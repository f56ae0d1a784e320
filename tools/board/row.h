/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The rows of a board. */
#ifndef TSW_TOOLS_BOARD_ROW_H
#define TSW_TOOLS_BOARD_ROW_H

#include "tools/problem/system.h"
#include "tools/solve/options.h"

enum
{
   TSW_MOST_ROWS = 20 /* rows of one problem, or of one change of a problem */
};

/** Board steps: what follows a change of the values. */
typedef enum tsw_mode
{
   TSW_FULL,   /* hypre's setup */
   TSW_VALUES, /* trisweep's setup by values */
   TSW_FROZEN  /* no setup: the hierarchy of the first step */
} tsw_mode;

/** A smoother and its results. Times are in seconds. */
typedef struct tsw_row
{
   tsw_relax   relax;
   bool        trisweep; /* sweeps of trisweep; else of hypre */
   char        smoother[32];
   const char *ordering;     /* "none" if the smoother depends on no order of the rows */
   bool        converged;    /* in all solves */
   double      residual;     /* the largest ||b - A x|| / ||b|| of all solves */
   double      setup, solve; /* board total: medians; board steps: sums over all steps */
   double      peak_bytes;   /* tsw_machine_memory after the solves; of all smoothers so far */

   /* Board total. */
   int    iterations;
   double setup_again, solve_again;

   /* Board steps. */
   tsw_mode   mode;
   tsw_change change;
   int        n_steps;
   int        iterations_first, iterations_most, iterations_sum;
   int        full_setups;
   double     setup_first; /* of the first step */
} tsw_row;

/** The name of a mode. */
const char *tsw_mode_name(tsw_mode mode);

/** List the smoothers of the board, at most TSW_MOST_ROWS. Returns their number. */
int tsw_board_rows(const tsw_solve_options *options, tsw_row *row);

/** The options of a problem's solvers on all boards. */
tsw_solve_options tsw_board_options(const tsw_solve_options *options, const tsw_problem *problem);

/** BoomerAMG with the smoother of a row inside PCG or GMRES. */
typedef struct tsw_board_solver
{
   HYPRE_Solver amg, krylov;
   tsw_krylov   method;
} tsw_board_solver;

/** False, with a message, if hypre or the plug refuses the smoother. Collective. */
bool tsw_board_solver_create(const tsw_solve_options *options, const tsw_row *row,
                             tsw_board_solver *solver);
void tsw_board_solver_destroy(tsw_board_solver *solver);

/**
 * Set up, if `setup` is true, and solve; first restart hypre's random numbers, which the coarsening
 * uses, from `seed`, if that is not 0. Sets the iterations and both times, and the residual of the
 * row if that is smaller. False, with a message, if hypre or the plug reports an error. Collective.
 */
bool tsw_board_solver_run(const tsw_board_solver *solver, const tsw_system *system,
                          const tsw_machine *machine, int seed, bool setup, tsw_row *row,
                          int *iterations, double seconds[2]);

/** True if the residual of the solution is that of a solve that converged. */
bool tsw_is_solved(const tsw_solve_options *options, double residual);

#endif
