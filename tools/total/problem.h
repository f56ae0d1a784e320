/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Problems of board total. */
#ifndef TSW_TOOLS_TOTAL_PROBLEM_H
#define TSW_TOOLS_TOTAL_PROBLEM_H

#include "tools/common/krylov.h"
#include "tools/problem/system.h"

/** A problem, its outer solver, and the options of BoomerAMG for the problem. */
typedef struct tsw_total_problem
{
   char       name[32];
   tsw_krylov krylov;
   int        num_functions;
   double     strong_threshold;
   int        size;      /* N of the name */
   int        dimension; /* of the grid of points; 0: an elastic body */
} tsw_total_problem;

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

#endif
