/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Time steps: values of a problem's matrix that change from step to step, on the same pattern. */
#ifndef TSW_TOOLS_PROBLEM_CHANGE_H
#define TSW_TOOLS_PROBLEM_CHANGE_H

#include "tools/problem/generated.h"

/** How the values change. */
typedef enum tsw_change
{
   TSW_DRIFT,    /* smooth coefficients drift by a factor of 10 */
   TSW_BUBBLE,   /* a ball of contrast 1,000 moves by one cell a step */
   TSW_TIMESTEP, /* a mass term shrinks tenfold */
   TSW_N_CHANGES
} tsw_change;

/** The name of a kind of change on the board. */
const char *tsw_change_name(tsw_change change);

/**
 * Before the first step: the values by which those of an elastic body drift, to be freed by the
 * caller; NULL for other changes and problems. False if memory is out. No communication.
 */
bool tsw_change_prepare(const tsw_problem *problem, tsw_change change, const rows *base,
                        double **drift);

/**
 * Set the values of the rows for a step 0 .. n_steps - 1. base: values without a change, of the
 * same rows. False if memory is out. No communication.
 */
bool tsw_change_apply(const tsw_problem *problem, tsw_change change, int step, int n_steps,
                      const double *base, const double *drift, rows *s);

#endif
