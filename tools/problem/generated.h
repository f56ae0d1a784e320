/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Generated problems, which have names such as lap7_128. */
#ifndef TSW_TOOLS_PROBLEM_GENERATED_H
#define TSW_TOOLS_PROBLEM_GENERATED_H

#include "examples/assembly.h"

enum
{
   TSW_MOST_SIZE = 2000 /* N of a name */
};

/** A problem, and the options of BoomerAMG for the problem. */
typedef struct tsw_problem
{
   char   name[32]; /* empty: none */
   bool   symmetric;
   int    num_functions;
   double strong_threshold;
   int    size;      /* N of the name */
   int    dimension; /* of the grid of points; 0: an elastic body */
} tsw_problem;

/** Find a problem by its name. False if there is no such problem. No communication. */
bool tsw_problem_find(const char *name, tsw_problem *problem);

/** Does a name begin as that of a problem? */
bool tsw_problem_is_named(const char *name);

/** Make this rank's rows of a problem. Collective. False on all ranks if one has no memory. */
bool tsw_problem_rows(const tsw_problem *problem, rows *s);

/**
 * Replace the values by those of a matrix with the same pattern and similar convergence, as in a
 * time step: rows and columns are scaled by factors between 0.95 and 1.05.
 */
void tsw_problem_rescale(rows *s);

#endif
