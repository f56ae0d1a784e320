/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One schedule on one matrix: times and errors. */
#ifndef TSW_BENCH_BOARDS_SOLVER_H
#define TSW_BENCH_BOARDS_SOLVER_H

#include "bench/boards/block.h"
#include "kernels/registry.h"

typedef struct tsw_bench_solver
{
   tsw_bench_block      *block;
   trisweep_context     *context;  /* of a solver through trisweep.h, else NULL */
   trisweep_smoother    *smoother; /* as context */
   const tsw_registered *entry;    /* of a solver without trisweep.h, else NULL */
   void                 *state;
   tsw_memory            memory;
   int                   n_threads;
   tsw_level_method      level_method;
   double                ms_analysis; /* analysis by the schedule, both triangles */
   double                ms_update;   /* loading of values, both triangles */
} tsw_bench_solver;

/** Times of one schedule, medians in milliseconds; NaN: not measured. */
typedef struct tsw_bench_times
{
   double lower;   /* one solve with the lower triangle */
   double upper;   /* one solve with the upper triangle */
   double pair;    /* a lower and an upper solve */
   double forward; /* one forward sweep over the whole block */
   double ssor;    /* a forward and a backward sweep */
   double reps;    /* timed lower solves; without solves, timed forward sweeps */
} tsw_bench_times;

/** Analyse and load. Returns false, with a message, if the schedule fails. */
bool tsw_bench_solver_open(tsw_bench_block *block, const tsw_registered *entry, int n_threads,
                           tsw_bench_solver *s);

/** The same, with level sets by a method, where the schedule finds level sets. */
bool tsw_bench_solver_open_levels(tsw_bench_block *block, const tsw_registered *entry,
                                  tsw_level_method method, tsw_bench_solver *s);

/**
 * Analyse and load through trisweep.h, as a user does, with options such as
 * "schedule=auto". ms_analysis is the time of trisweep_smoother_analyse, and
 * memory.bytes is extra_bytes, all memory that the smoother holds.
 */
bool tsw_bench_solver_open_user(tsw_bench_block *block, const char *options, tsw_bench_solver *s);
void tsw_bench_solver_close(tsw_bench_solver *s);

/** x = triangle^-1 b. Vectors are in the space of the block, here and below. */
void tsw_bench_solve(tsw_bench_solver *s, bool upper, const double *b, double *x);

/** Sweep once over x. */
void tsw_bench_sweep(tsw_bench_solver *s, bool backward, const double *b, double *x);

/** Sweep forward and backward over x; in one call if the solver has a smoother. */
void tsw_bench_ssor(tsw_bench_solver *s, const double *b, double *x);

/**
 * Largest error of both solves and of a forward sweep, relative to the largest component
 * of the serial schedule's result on the host. NaN if a kernel timed out.
 */
double tsw_bench_error(tsw_bench_solver *s, uint64_t seed);

/** Measure solves and, if sweeps is true, sweeps. Each call has new random vectors. */
tsw_bench_times tsw_bench_measure(tsw_bench_solver *s, bool sweeps);

/** Time of a lower and an upper solve only. */
double tsw_bench_measure_pair(tsw_bench_solver *s);

/** Time of a lower solve only. */
double tsw_bench_measure_lower(tsw_bench_solver *s);

/** The same, from few repetitions. */
double tsw_bench_measure_quickly(tsw_bench_solver *s);

/** The same times of cuSPARSE, measured alike; NaN where cuSPARSE cannot solve. */
tsw_bench_times tsw_bench_measure_yardstick(tsw_bench_block *block, double *ms_spmv);

#endif
