/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One schedule on one matrix: what it costs, and whether it is right. */
#ifndef TSW_TOOLS_BENCH_SOLVER_H
#define TSW_TOOLS_BENCH_SOLVER_H

#include "bench/block.h"
#include "kernels/schedule.h"

typedef struct tsw_bench_solver
{
   tsw_bench_block    *block;
   trisweep_context   *context;  /* of a solver that goes through trisweep.h, else NULL */
   trisweep_smoother  *smoother; /* the same */
   const tsw_schedule *schedule; /* of a solver that does not */
   void               *state;
   tsw_memory          memory;
   double             *work;        /* of composed sweeps on the host */
   int                 n_threads;
   double              ms_analysis; /* the schedule's own, both triangles */
   double              ms_update;   /* the same for new values */
} tsw_bench_solver;

/** Times of one schedule, medians in milliseconds; NaN for what was not measured. */
typedef struct tsw_bench_times
{
   double lower;   /* one solve with the lower triangle */
   double upper;   /* with the upper triangle */
   double pair;    /* the lower, then the upper triangle */
   double forward; /* one forward sweep over the whole block */
   double ssor;    /* a forward and a backward sweep */
   double reps;    /* how often the lower solve was timed; without solves, the sweep */
} tsw_bench_times;

/** Analyse and load; false, with a message, if the schedule refuses. */
bool tsw_bench_solver_open(tsw_bench_block *block, const tsw_schedule *schedule, int n_threads,
                           tsw_bench_solver *s);

/**
 * The same through trisweep.h, with options such as "schedule=auto": what a user
 * gets. The analysis is the whole of trisweep_smoother_analyse, and extra bytes
 * are all that the smoother holds.
 */
bool tsw_bench_solver_open_user(tsw_bench_block *block, const char *options, tsw_bench_solver *s);
void tsw_bench_solver_close(tsw_bench_solver *s);

/** x = triangle^-1 b, of vectors where the block is. */
void tsw_bench_solve(tsw_bench_solver *s, bool upper, const double *b, double *x);

/** x after one sweep. */
void tsw_bench_sweep(tsw_bench_solver *s, bool backward, const double *b, double *x);

/** x after a forward and a backward sweep, as one where the solver can. */
void tsw_bench_ssor(tsw_bench_solver *s, const double *b, double *x);

/** The median of n values, which are sorted by this. */
double tsw_bench_median(double *value, int n);

/**
 * Largest error of both solves and of a forward sweep, over the largest component
 * of the result of the serial schedule on the host.
 */
double tsw_bench_error(tsw_bench_solver *s, uint64_t seed);

/** Measure; sweeps only if wanted. Fresh random vectors each time. */
tsw_bench_times tsw_bench_measure(tsw_bench_solver *s, bool sweeps);

/** Time of a lower and an upper solve alone. */
double tsw_bench_measure_pair(tsw_bench_solver *s);

/** Time of a lower solve alone, from a few repetitions. */
double tsw_bench_measure_quickly(tsw_bench_solver *s);

/** What cuSPARSE takes for the same, by the same rules; NaN where it cannot solve. */
tsw_bench_times tsw_bench_measure_yardstick(tsw_bench_block *block, double *ms_spmv);

#endif
