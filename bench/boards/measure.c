/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Time solves and sweeps: medians of many calls, each with new random vectors. */
#include <math.h>

#include "bench/boards/solver.h"
#include "tools/common/statistics.h"

enum
{
   REPS = 30,       /* timed calls of one median */
   FEWEST_REPS = 5, /* fewest timed calls, if REPS calls exceed SLOW_TOTAL_MS */
   SLOW_TOTAL_MS = 300,
   SLOW_SWEEP_MS = 60 /* no sweeps are timed if a solve takes longer */
};

/* The operation to time. */
typedef enum work
{
   LOWER,
   UPPER,
   PAIR,
   FORWARD,
   SSOR,
   SPMV
} work;

static void perform_yardstick(tsw_bench_block *block, work what)
{
#ifdef HAVE_CUDA
   tsw_yardstick *y = block->yardstick;
   switch (what)
   {
   case SPMV:
      tsw_yardstick_spmv(y, block->b, block->x);
      break;
   case LOWER:
   case UPPER:
      tsw_yardstick_solve(y, what == UPPER, block->b, block->x);
      break;
   case PAIR:
      tsw_yardstick_solve(y, false, block->b, block->z);
      tsw_yardstick_solve(y, true, block->z, block->x);
      break;
   default:
      tsw_yardstick_sweep(y, false, block->b, block->x);
      if (what == SSOR)
      {
         tsw_yardstick_sweep(y, true, block->b, block->x);
      }
      break;
   }
#else
   (void) block;
   (void) what;
#endif
}

static void perform(tsw_bench_solver *s, work what)
{
   tsw_bench_block *block = s->block;
   switch (what)
   {
   case PAIR:
      tsw_bench_solve(s, false, block->b, block->z);
      tsw_bench_solve(s, true, block->z, block->x);
      break;
   case SSOR:
      tsw_bench_ssor(s, block->b, block->x);
      break;
   case FORWARD:
      tsw_bench_sweep(s, false, block->b, block->x);
      break;
   default:
      tsw_bench_solve(s, what == UPPER, block->b, block->x);
      break;
   }
}

/* Median time; s = NULL: cuSPARSE. The first call warms up and determines the number of calls. */
static double time_work(tsw_bench_block *block, tsw_bench_solver *s, work what, int most,
                        double *reps)
{
   static uint64_t seed = 1;
   double          ms[REPS];
   int             wanted = most;
   int             done = -1;
   for (; done < wanted; done++)
   {
      block->space->random(block->b, block->matrix->n_rows, seed++);
      block->space->random(block->x, block->matrix->n_rows, seed++);
      block->space->begin();
      if (s)
      {
         perform(s, what);
      }
      else
      {
         perform_yardstick(block, what);
      }
      const double taken = block->space->end();
      if (done < 0)
      {
         wanted = taken * most > SLOW_TOTAL_MS ? (int) (SLOW_TOTAL_MS / taken) : most;
         wanted = wanted < FEWEST_REPS ? FEWEST_REPS : wanted;
         continue;
      }
      ms[done] = taken;
   }
   *reps = wanted;
   return tsw_median(ms, wanted);
}

static tsw_bench_times time_all(tsw_bench_block *block, tsw_bench_solver *s, bool solves,
                                bool sweeps)
{
   tsw_bench_times t = { NAN, NAN, NAN, NAN, NAN, NAN };
   double          ignored;
   if (solves)
   {
      t.lower = time_work(block, s, LOWER, REPS, &t.reps);
      t.upper = time_work(block, s, UPPER, REPS, &ignored);
      t.pair = time_work(block, s, PAIR, REPS, &ignored);
   }
   if (sweeps && !(t.lower >= SLOW_SWEEP_MS))
   {
      t.forward = time_work(block, s, FORWARD, REPS, solves ? &ignored : &t.reps);
      t.ssor = time_work(block, s, SSOR, REPS, &ignored);
   }
   return t;
}

/* False for few colours: the cut is in neither triangle, so that no triangular solve exists. */
static bool can_solve(const tsw_bench_solver *s)
{
   trisweep_stats stats;
   return !s->smoother ||
          trisweep_smoother_stats(s->smoother, sizeof stats, &stats) != TRISWEEP_OK ||
          stats.cut_entries == 0;
}

tsw_bench_times tsw_bench_measure(tsw_bench_solver *s, bool sweeps)
{
   return time_all(s->block, s, can_solve(s), sweeps);
}

double tsw_bench_measure_pair(tsw_bench_solver *s)
{
   double ignored;
   return time_work(s->block, s, PAIR, REPS, &ignored);
}

double tsw_bench_measure_lower(tsw_bench_solver *s)
{
   double ignored;
   return time_work(s->block, s, LOWER, REPS, &ignored);
}

double tsw_bench_measure_quickly(tsw_bench_solver *s)
{
   double ignored;
   return time_work(s->block, s, LOWER, FEWEST_REPS, &ignored);
}

tsw_bench_times tsw_bench_measure_yardstick(tsw_bench_block *block, double *ms_spmv)
{
   tsw_bench_times t = { NAN, NAN, NAN, NAN, NAN, NAN };
   double          ignored;
   *ms_spmv = NAN;
   if (block->yardstick)
   {
      *ms_spmv = time_work(block, NULL, SPMV, REPS, &ignored);
   }
   if (block->yardstick && tsw_bench_block_regular(block))
   {
      t = time_all(block, NULL, true, true);
   }
   return t;
}
