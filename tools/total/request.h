/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the user asks trisweep-total for. */
#ifndef TSW_TOOLS_TOTAL_REQUEST_H
#define TSW_TOOLS_TOTAL_REQUEST_H

#include "tools/total/steps.h"

typedef struct tsw_total_request
{
   const char *const *problem;
   int                n_problems;
   bool               with_hypre;
   bool               natural, automatic; /* trisweep's sweeps in these orders */
   int                n_steps;            /* of board steps; 0: board total */
   bool               changes[TSW_N_CHANGES];
   bool               frozen; /* board steps: also hypre's l1-Jacobi without setups */
   int                repeat;
   bool               device;
   const char        *file;
   bool               append;
   const char        *commit;
   bool               done; /* help or version was printed */
   bool               silent;
} tsw_total_request;

/**
 * The smoothers of board total, with trisweep's in one order (NULL: without trisweep's). Returns
 * their number, at most TSW_MOST_TOTAL. hypre's Gauss-Seidel is run on hosts only: on devices hypre
 * uses slow triangular solves.
 */
int tsw_total_list(const tsw_total_request *r, const char *ordering, tsw_total_row *row);

/** The solvers of board steps. Returns their number, at most TSW_MOST_TOTAL. */
int tsw_steps_list(const tsw_total_request *r, tsw_steps_row *row);

#endif
