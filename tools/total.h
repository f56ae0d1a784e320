/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep-total: board "total", the times of setup and solve. The flow is
 *
 *    total_main      the command line, and a loop over the problems
 *    total_problem   rows of a problem by its name
 *    total_run       a new solver per smoother: setup, solve, setup again, solve again
 *    total_file      the board as JSON
 */
#ifndef TSW_TOOLS_TOTAL_H
#define TSW_TOOLS_TOTAL_H

#include "tools/solve.h"

#include "tools/place.h"

enum
{
   TSW_MOST_TOTAL = 16 /* smoothers on one problem */
};

/** A problem, its outer solver, and the options of BoomerAMG for the problem. */
typedef struct tsw_total_problem
{
   char       name[32];
   tsw_krylov krylov;
   int        num_functions;
   double     strong_threshold;
} tsw_total_problem;

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

/** The data that all rows share. */
typedef struct tsw_total_head
{
   const char      *commit;
   const tsw_place *place;
   int              n_ranks;
   int              repeat;
} tsw_total_head;

/** Find a problem by a name such as lap7_128. Rank 0 prints a fault. No communication. */
bool tsw_total_find(const char *name, int rank, tsw_total_problem *problem);

/** Make this rank's rows of a problem. Collective. */
bool tsw_total_rows(const char *name, tsw_rows *rows);

/**
 * Replace the values by those of a matrix with the same pattern and similar convergence, as in a
 * time step: rows and columns are scaled by factors between 0.95 and 1.05.
 */
void tsw_total_rescale(tsw_rows *rows);

/**
 * Restart hypre's random numbers, which the coarsening uses. Two setups after the same seed give
 * the same hierarchy.
 */
void tsw_total_seed(int seed);

/**
 * Measure all smoothers in turn: one warm-up round, then `repeat` rounds. A measurement creates a
 * new solver, sets up and solves, then sets up and solves with the second matrix. All smoothers
 * of a round use the same seed, each round another seed. A smoother with a hypre error counts as
 * not converged. Collective. Returns false if an allocation fails, or if hypre reports an error
 * with a smoother of trisweep: then the measured sweeps were not trisweep's.
 */
bool tsw_total_run(const tsw_total_problem *problem, const tsw_place *place,
                   const tsw_system system[2], int repeat, int n_rows, tsw_total_row *row);

/** Check that rows of this run can be added to the file. Prints the reason if not. */
bool tsw_total_appendable(const char *file, const tsw_total_head *head);

/**
 * Write the rows of a problem into the file. If append is true, the file keeps its rows, except
 * those with the same problem, smoother, source, ordering, number of ranks and number of GPUs.
 */
bool tsw_total_write(const char *file, bool append, const tsw_total_head *head, const char *problem,
                     int n_rows, const tsw_total_row *row);

#endif
