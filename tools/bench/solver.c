/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plan/compose.h"

enum
{
   REPS = 30,        /* timed calls of one median */
   FEWEST_REPS = 5,  /* of a call that is so slow that REPS would take too long */
   SLOW_TOTAL_MS = 300,
   SLOW_SWEEP_MS = 60, /* sweeps of slower solves are not timed */
   ANALYSES = 3
};

static double median(double *value, int n)
{
   for (int i = 1; i < n; i++)
   {
      const double v = value[i];
      int          k = i;
      for (; k > 0 && value[k - 1] > v; k--)
      {
         value[k] = value[k - 1];
      }
      value[k] = v;
   }
   return n % 2 ? value[n / 2] : 0.5 * (value[n / 2 - 1] + value[n / 2]);
}

static trisweep_status analyse_once(tsw_bench_solver *s, double *ms)
{
   tsw_bench_block *block = s->block;
   void            *stream = block->space->stream();
   tsw_analysis     analysis = { 0 };
   block->space->wait();
   block->space->begin();
   const trisweep_status status = s->schedule->plan(&block->packed, &analysis, s->n_threads, stream,
                                                    &s->memory, &s->state);
   *ms = block->space->end();
   return status;
}

static trisweep_status load_once(tsw_bench_solver *s, double *ms)
{
   tsw_bench_block *block = s->block;
   trisweep_status  status = TRISWEEP_OK;
   block->space->begin();
   if (s->schedule->load)
   {
      status = s->schedule->load(s->state, &block->packed, block->space->stream());
   }
   *ms = block->space->end();
   return status;
}

bool tsw_bench_solver_open(tsw_bench_block *block, const tsw_schedule *schedule, int n_threads,
                           tsw_bench_solver *s)
{
   double          ms_analysis[ANALYSES];
   double          ms_update[ANALYSES];
   int             n = 0;
   trisweep_status status = TRISWEEP_OK;
   *s = (tsw_bench_solver){ .block = block, .schedule = schedule, .n_threads = n_threads };
   for (; n < ANALYSES && status == TRISWEEP_OK; n++)
   {
      schedule->free(&s->memory, &s->state);
      status = analyse_once(s, &ms_analysis[n]);
      if (status == TRISWEEP_OK)
      {
         status = load_once(s, &ms_update[n]);
      }
   }
   if (status != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-bench: %s: %s: %s\n", block->matrix->name, schedule->name,
              trisweep_message());
      tsw_bench_solver_close(s);
      return false;
   }
   if (schedule->solve_only && schedule->space == TRISWEEP_HOST)
   {
      const size_t bytes = (size_t) block->matrix->n_rows * sizeof(double);
      s->work = tsw_bench_host.alloc(TSW_COMPOSE_VECTORS * bytes);
   }
   s->ms_analysis = median(ms_analysis, n);
   s->ms_update = median(ms_update, n);
   return true;
}

void tsw_bench_solver_close(tsw_bench_solver *s)
{
   s->schedule->free(&s->memory, &s->state);
   free(s->work);
   s->work = NULL;
}

static void must(trisweep_status status)
{
   if (status != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-bench: %s\n", trisweep_message());
      exit(EXIT_FAILURE);
   }
}

static tsw_pass make_pass(const tsw_packed *p, tsw_pass_kind kind, bool backward, const double *b,
                          double *x)
{
   return (tsw_pass){ .kind = kind,
                      .backward = backward,
                      .inv_scale = p->inv_diag,
                      .relax_weight = 1.0,
                      .omega = 1.0,
                      .b = b,
                      .x = x };
}

void tsw_bench_solve(tsw_bench_solver *s, bool upper, const double *b, double *x)
{
   const tsw_packed *p = &s->block->packed;
   const tsw_pass    pass = make_pass(p, TSW_PASS_ZERO, upper, b, x);
   must(s->schedule->pass(s->state, p, &pass, s->block->space->stream()));
}

void tsw_bench_sweep(tsw_bench_solver *s, bool backward, const double *b, double *x)
{
   const tsw_packed *p = &s->block->packed;
   if (!s->schedule->solve_only)
   {
      const tsw_pass pass = make_pass(p, TSW_PASS_FULL, backward, b, x);
      must(s->schedule->pass(s->state, p, &pass, s->block->space->stream()));
      return;
   }
   if (s->schedule->space == TRISWEEP_HOST)
   {
      const tsw_pass pass = make_pass(p, TSW_PASS_FULL, backward, b, x);
      must(tsw_compose_host(s->schedule, s->state, p, &pass, s->work));
      return;
   }
#ifdef HAVE_CUDA
   tsw_yardstick_residual(s->block->yardstick, b, x, s->block->r);
   tsw_bench_solve(s, backward, s->block->r, s->block->z);
   tsw_yardstick_add(s->block->yardstick, s->block->z, x);
#endif
}

/* The result of the serial schedule on the host, from the vectors of a seed. */
static void reference(tsw_bench_block *block, tsw_pass_kind kind, bool backward, uint64_t seed)
{
   const int64_t       n = block->matrix->n_rows;
   const tsw_schedule *serial = tsw_schedule_find("serial", TRISWEEP_HOST);
   tsw_bench_host.random(block->host_b, n, seed);
   tsw_bench_host.random(block->host_ref, n, seed + 1);
   const tsw_pass pass =
      make_pass(&block->host, kind, backward, block->host_b, block->host_ref);
   must(serial->pass(NULL, &block->host, &pass, NULL));
}

static double relative_error(tsw_bench_block *block)
{
   const int64_t n = block->matrix->n_rows;
   double        error = 0.0;
   double        size = 0.0;
   block->space->get(block->host_x, block->x, (size_t) n * sizeof(double));
   for (int64_t i = 0; i < n; i++)
   {
      const double difference = fabs(block->host_x[i] - block->host_ref[i]);
      error = difference <= error ? error : difference; /* NaN counts as an error */
      size = fabs(block->host_ref[i]) > size ? fabs(block->host_ref[i]) : size;
   }
   return size > 0.0 ? error / size : error;
}

static double worse(double a, double b)
{
   return a <= b || isnan(b) ? b : a;
}

double tsw_bench_error(tsw_bench_solver *s, uint64_t seed)
{
   tsw_bench_block *block = s->block;
   const int64_t    n = block->matrix->n_rows;
   double           error = 0.0;
   for (int what = 0; what < 3; what++)
   {
      const bool sweep = what == 2;
      reference(block, sweep ? TSW_PASS_FULL : TSW_PASS_ZERO, what == 1, seed);
      block->space->random(block->b, n, seed);
      block->space->random(block->x, n, seed + 1);
      if (sweep)
      {
         tsw_bench_sweep(s, false, block->b, block->x);
      }
      else
      {
         tsw_bench_solve(s, what == 1, block->b, block->x);
      }
      error = worse(error, relative_error(block));
   }
   return tsw_bench_block_timed_out(block) ? NAN : error;
}

/* What is timed. */
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
      case FORWARD:
      case SSOR:
         tsw_bench_sweep(s, false, block->b, block->x);
         if (what == SSOR)
         {
            tsw_bench_sweep(s, true, block->b, block->x);
         }
         break;
      default:
         tsw_bench_solve(s, what == UPPER, block->b, block->x);
         break;
   }
}

/* The median; s is NULL for the yardstick. The first call warms up and tells how many will do. */
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
   return median(ms, wanted);
}

static tsw_bench_times time_all(tsw_bench_block *block, tsw_bench_solver *s, bool sweeps)
{
   tsw_bench_times t = { .forward = NAN, .ssor = NAN };
   double          ignored;
   t.lower = time_work(block, s, LOWER, REPS, &t.reps);
   t.upper = time_work(block, s, UPPER, REPS, &ignored);
   t.pair = time_work(block, s, PAIR, REPS, &ignored);
   if (sweeps && t.lower < SLOW_SWEEP_MS)
   {
      t.forward = time_work(block, s, FORWARD, REPS, &ignored);
      t.ssor = time_work(block, s, SSOR, REPS, &ignored);
   }
   return t;
}

tsw_bench_times tsw_bench_measure(tsw_bench_solver *s, bool sweeps)
{
   return time_all(s->block, s, sweeps);
}

double tsw_bench_measure_pair(tsw_bench_solver *s)
{
   double ignored;
   return time_work(s->block, s, PAIR, REPS, &ignored);
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
      t = time_all(block, NULL, true);
   }
   return t;
}
