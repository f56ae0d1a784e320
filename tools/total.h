/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep-total: board "total", what a user waits for. The flow is
 *
 *    total_main      the command line, one problem after the other
 *    total_problem   rows of a problem by its name
 *    total_run       fresh solvers with each smoother: setup, solve, both again
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

/** What is to be solved, and how. */
typedef struct tsw_total_problem
{
   char       name[32];
   tsw_krylov krylov;
   int        num_functions;
   double     strong_threshold;
} tsw_total_problem;

/** One smoother; trisweep's if its relax types are 1000 and more. */
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
   const char               *ordering;  /* "none" for hypre's smoothers without an order */
   bool                      converged; /* every time */
   int                       iterations;
   double                    residual; /* ||b - A x|| / ||b||, the largest */
   double                    setup, solve, setup_again, solve_again;
} tsw_total_row;

/** What all rows have in common. */
typedef struct tsw_total_head
{
   const char      *commit;
   const tsw_place *place;
   int              n_ranks;
   int              repeat;
} tsw_total_head;

/** Find the problem of a name such as lap7_128; complains on rank 0. No communication. */
bool tsw_total_find(const char *name, int rank, tsw_total_problem *problem);

/** This rank's rows of a problem. Collective. */
bool tsw_total_rows(const char *name, tsw_rows *rows);

/**
 * Values of another matrix with the same pattern and about the same difficulty, as a time step
 * brings: rows and columns scaled by factors between 0.95 and 1.05.
 */
void tsw_total_rescale(tsw_rows *rows);

/**
 * Let hypre's random numbers, by which it coarsens, begin anew: solvers that are set up after the
 * same seed have the same hierarchy.
 */
void tsw_total_seed(int seed);

/**
 * Measure the smoothers in turn, repeat times and once before that, with fresh solvers: setup,
 * solve, then setup and solve of the same solver with the second matrix. A smoother for which
 * hypre reports an error has not converged. Each turn has a seed of its own, which all smoothers
 * get. Collective; false if memory is short
 * or one of trisweep's has an error, so that what ran was not trisweep.
 */
bool tsw_total_run(const tsw_total_problem *problem, const tsw_place *place,
                   const tsw_system system[2], int repeat, int n_rows, tsw_total_row *row);

/** Is the file one that rows of this run can be added to? Complains. */
bool tsw_total_appendable(const char *file, const tsw_total_head *head);

/**
 * Write the rows of a problem into the file. If append is true, the rows that are there stay, but
 * for those of the same problem, smoother, source, ordering and number of ranks.
 */
bool tsw_total_write(const char *file, bool append, const tsw_total_head *head, const char *problem,
                     int n_rows, const tsw_total_row *row);

#endif
