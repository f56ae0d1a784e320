/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * For vcycle_np2.c: solves of one scenario with cycle=auto or cycle=hypre, and the comparison of
 * two such runs.
 */
#ifndef TEST_HYPRE_CYCLES_H
#define TEST_HYPRE_CYCLES_H

#include "load/load.h"

enum
{
   RUN_CYCLES = 6, /* of run_cycles */
   RUN_MOST_STEPS = 64
};

/** The result of a solve. */
typedef struct run_step
{
   const char *what;
   bool        ours;    /* must the plug run the cycles where the plug can? */
   double      entries; /* sum over the levels, weighted by level: identifies a hierarchy */
   int         iterations;
   long        n_cycles;   /* of hypre */
   long        n_products; /* inner products of hypre */
   HYPRE_Int   n;
   double     *x; /* [n] */
} run_step;

/** A scenario with one of the two options. */
typedef struct run
{
   const char *options;
   int         n_steps;
   run_step    steps[RUN_MOST_STEPS];
} run;

/** PCG and BoomerAMG with the options of the run. */
load_solver run_create(const run *r, int down, int up);

/** A setup, with the same random numbers each time. */
void run_setup(load_solver *s, HYPRE_ParCSRMatrix a, const load_system *v);

/** PCG from zero, for the matrix of the setup. */
void run_solve(run *r, load_solver *s, HYPRE_ParCSRMatrix a, const load_system *v, const char *what,
               bool ours);

/** From now on PCG, as long as *s stays, calls a function of the program, which calls BoomerAMG. */
void run_wrap(load_solver *s);

/** Cycles without PCG, from the given x. */
void run_cycles(run *r, load_solver *s, HYPRE_ParCSRMatrix a, const load_system *v,
                const char *what, bool ours);

/** The inner product of b and x, outside of a solve: hypre's. */
void run_product(run *r, load_solver *s, const load_system *v, const char *what);

/** Compare a run with cycle=auto and one with cycle=hypre, and free the solutions of both. */
void run_compare(const char *name, run *with_auto, run *with_hypre);

#endif

/** BoomerAMG as solver must reach a residual that sweeps of rounded values alone do not reach. */
void run_rounded(run *r, int edge);
