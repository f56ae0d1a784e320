/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_TOOLS_SOLVE_RUN_H
#define TSW_TOOLS_SOLVE_RUN_H

#include "tools/matrix/read.h"
#include "tools/problem/system.h"
#include "tools/solve/options.h"

enum
{
   TSW_FAR = 10 /* a true residual this many times the solver's own is no solution of the solver */
};

/** A smoother with its outer solver, and the results of its solves. */
typedef struct tsw_result
{
   tsw_relax  relax;
   bool       trisweep; /* true: trisweep's sweeps; false: hypre's */
   tsw_krylov krylov;
   bool       uncoarsened; /* one level, although the matrix is not small */
   int        iterations;
   bool       converged;     /* by the solver's own residual, and the true one is not far from it */
   bool       stopped;       /* at the time limit */
   double     residual;      /* relative, as the solver reports it */
   double     true_residual; /* ||b - A x|| / ||b||, computed afterwards */
   double    *samples;       /* [2 * repeat] seconds of each setup, then of each solve */
   int        n_samples;     /* setups so far, and as many solves */
   double     setup_seconds; /* medians of the samples, slowest rank */
   double     solve_seconds;
   int        n_history;
   double    *history; /* [n_history] relative residual norms from iteration 0 on */
} tsw_result;

/** Choose the outer solver for a smoother. */
tsw_krylov tsw_choose_krylov(const tsw_solve_options *options, const tsw_facts *facts,
                             const tsw_relax *relax);

/**
 * Set up BoomerAMG once, without a smoother of interest: true if on each AMG level all diagonal
 * entries have the same sign, as in all hierarchies of definite matrices. Collective.
 */
bool tsw_levels_definite(const tsw_solve_options *options, tsw_system *system);

/**
 * Solve once with new solvers: result names the smoother and the outer solver. Fill in
 * the other members of result; the times are medians of all solves so far. A solve that takes
 * more than `limit` seconds ends between two cycles. Collective.
 * Returns false if an allocation fails or if hypre or trisweep refuses a setting.
 */
bool tsw_run(const tsw_solve_options *options, const tsw_machine *machine, tsw_system *system,
             double limit, tsw_result *result);

#endif
