/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Board steps: time steps with other values of a matrix, each with a setup and a solve. */
#ifndef TSW_TOOLS_TOTAL_STEPS_H
#define TSW_TOOLS_TOTAL_STEPS_H

#include "tools/total/change.h"
#include "tools/total/run.h"

/** What follows a change of the values. */
typedef enum tsw_mode
{
   TSW_FULL,   /* hypre's setup */
   TSW_VALUES, /* trisweep's setup by values */
   TSW_FROZEN, /* no setup: the hierarchy of the first step */
   TSW_N_MODES
} tsw_mode;

/** The name of a mode on the board. */
const char *tsw_mode_name(tsw_mode mode);

/** One row of the board: sums over all steps of one solver, in seconds. */
typedef struct tsw_steps_row
{
   const tsw_total_smoother *smoother;
   const char               *ordering;
   tsw_mode                  mode;
   tsw_change                change;
   bool                      converged; /* in all steps */
   int                       n_steps;
   int                       iterations_first, iterations_most, iterations_sum;
   int                       full_setups;
   double                    setup, solve;
   double                    setup_first; /* of the first step */
   double                    residual;    /* the largest of all steps */
} tsw_steps_row;

/**
 * Run the steps of all rows, one solver after the other: each step sets up and solves from x = 0.
 * The first steps run once before, to warm up the process. All solvers of a step use the same seed.
 * Collective. Returns false if an allocation fails, or if hypre reports an error with a smoother of
 * trisweep.
 */
bool tsw_steps_run(const tsw_total_problem *problem, const tsw_place *place, tsw_change change,
                   int n_steps, int n_rows, tsw_steps_row *row);

#endif
