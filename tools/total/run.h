/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_TOTAL_RUN_H
#define TSW_TOOLS_TOTAL_RUN_H

#include "tools/common/place.h"
#include "tools/total/problem.h"

enum
{
   TSW_MOST_TOTAL = 16 /* smoothers on one problem */
};

/** One smoother; a smoother of trisweep if its relax types are at least 1000. */
typedef struct tsw_total_smoother
{
   const char *name;
   int         down;
   int         up;
   double      weight; /* relax weight */
} tsw_total_smoother;

/** One row of the board: medians in seconds. */
typedef struct tsw_total_row
{
   const tsw_total_smoother *smoother;
   const char               *ordering;  /* "none" if the smoother depends on no row order */
   bool                      converged; /* in all solves */
   int                       iterations;
   double                    residual; /* largest ||b - A x|| / ||b|| of all solves */
   double                    setup, solve, setup_again, solve_again;
} tsw_total_row;

enum
{
   TSW_TOTAL_ITERATIONS = 500 /* at most in one solve */
};

/** A new BoomerAMG for a problem with a smoother, with the options of the board. */
HYPRE_Solver tsw_total_amg(const tsw_total_problem *problem, const tsw_total_smoother *smoother);

/** The outer solver of a problem with this preconditioner. */
HYPRE_Solver tsw_total_krylov(const tsw_total_problem *problem, HYPRE_Solver amg);

/** Is the solution of a solve with this residual accepted? */
bool tsw_total_solved(double residual);

/** Seconds since start, after the slowest rank and its device have finished. Collective. */
double tsw_total_lap(const tsw_place *place, double start);

/** True if no rank has a hypre error except HYPRE_ERROR_CONV. Clears all errors. Collective. */
bool tsw_total_well(const tsw_total_smoother *smoother);

/**
 * Measure all smoothers in turn: one warm-up round, then `repeat` rounds. A measurement creates a
 * new solver, sets up and solves, then sets up and solves with the second matrix. All smoothers
 * of a round use the same seed, each round another seed. A smoother with a hypre error counts as
 * not converged. Collective. Returns false if an allocation fails, or if hypre reports an error
 * with a smoother of trisweep: then the measured sweeps were not trisweep's.
 */
bool tsw_total_run(const tsw_total_problem *problem, const tsw_place *place,
                   const tsw_system system[2], int repeat, int n_rows, tsw_total_row *row);

#endif
