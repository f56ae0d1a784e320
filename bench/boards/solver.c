/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/boards/solver.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tools/common/statistics.h"

enum
{
   ANALYSES = 3, /* analyses per median */
   LONG_MS = 40  /* one analysis is enough if it takes longer by a method of a paper */
};

static void must(trisweep_status status)
{
   if (status != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-bench: %s\n", trisweep_message());
      exit(EXIT_FAILURE);
   }
}

static trisweep_status analyse_once(tsw_bench_solver *s, double *ms)
{
   tsw_bench_block *block = s->block;
   void            *stream = block->space->stream();
   tsw_analysis     analysis = { .level_method = s->level_method, .solve = s->entry->solve };
   block->space->wait();
   block->space->begin();
   const trisweep_status status = tsw_schedule_plan(s->entry->schedule, &block->packed, &analysis,
                                                    s->n_threads, stream, &s->memory, &s->state);
   *ms = block->space->end();
   return status;
}

static trisweep_status load_once(tsw_bench_solver *s, double *ms)
{
   tsw_bench_block *block = s->block;
   trisweep_status  status = TRISWEEP_OK;
   block->space->begin();
   if (s->entry->schedule->load)
   {
      status = s->entry->schedule->load(s->state, &block->packed, block->space->stream());
   }
   *ms = block->space->end();
   return status;
}

static bool enough(const tsw_bench_solver *s, int n, const double *ms)
{
   return n == ANALYSES || (n > 0 && s->level_method != TSW_LEVELS_PULL && ms[0] > LONG_MS);
}

/* Open a solver with its block, schedule, n_threads and level_method. */
static bool open(tsw_bench_solver *s)
{
   tsw_bench_block      *block = s->block;
   const tsw_registered *entry = s->entry;
   double                ms_analysis[ANALYSES];
   double                ms_update[ANALYSES];
   int                   n = 0;
   trisweep_status       status = TRISWEEP_OK;
   for (; !enough(s, n, ms_analysis) && status == TRISWEEP_OK; n++)
   {
      tsw_schedule_free(entry->schedule, &s->memory, &s->state);
      status = analyse_once(s, &ms_analysis[n]);
      if (status == TRISWEEP_OK)
      {
         status = load_once(s, &ms_update[n]);
      }
   }
   if (status != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-bench: %s: %s: %s\n", block->matrix->name,
              tsw_registered_name(entry), trisweep_message());
      tsw_bench_solver_close(s);
      return false;
   }
   s->ms_analysis = tsw_median(ms_analysis, n);
   s->ms_update = tsw_median(ms_update, n);
   return true;
}

bool tsw_bench_solver_open(tsw_bench_block *block, const tsw_registered *entry, int n_threads,
                           tsw_bench_solver *s)
{
   *s = (tsw_bench_solver){ .block = block, .entry = entry, .n_threads = n_threads };
   return open(s);
}

bool tsw_bench_solver_open_levels(tsw_bench_block *block, const tsw_registered *entry,
                                  tsw_level_method method, tsw_bench_solver *s)
{
   *s =
      (tsw_bench_solver){ .block = block, .entry = entry, .n_threads = 1, .level_method = method };
   return open(s);
}

static trisweep_status smooth_once(tsw_bench_solver *s, double *ms_analysis, double *ms_update)
{
   tsw_bench_block *block = s->block;
   void            *stream = block->space->stream();
   trisweep_smoother_destroy(&s->smoother);
   trisweep_status status = trisweep_smoother_create(s->context, &s->smoother);
   if (status != TRISWEEP_OK)
   {
      return status;
   }
   block->space->wait();
   block->space->begin();
   status = trisweep_smoother_analyse(s->smoother, &block->csr, stream);
   *ms_analysis = block->space->end();
   if (status == TRISWEEP_OK)
   {
      block->space->begin();
      status = trisweep_smoother_update_values(s->smoother, &block->csr, NULL, stream);
      *ms_update = block->space->end();
   }
   return status;
}

bool tsw_bench_solver_open_user(tsw_bench_block *block, const char *options, tsw_bench_solver *s)
{
   double ms_analysis[ANALYSES];
   double ms_update[ANALYSES];
   int    n = 0;
   *s = (tsw_bench_solver){ .block = block };
   trisweep_status status = trisweep_context_create(options, &s->context);
   for (; n < ANALYSES && status == TRISWEEP_OK; n++)
   {
      status = smooth_once(s, &ms_analysis[n], &ms_update[n]);
   }
   if (status != TRISWEEP_OK)
   {
      fprintf(stderr, "trisweep-bench: %s: %s: %s\n", block->matrix->name, options,
              trisweep_message());
      tsw_bench_solver_close(s);
      return false;
   }
   trisweep_stats stats;
   must(trisweep_smoother_stats(s->smoother, sizeof stats, &stats));
   s->memory.bytes = stats.extra_bytes;
   s->ms_analysis = tsw_median(ms_analysis, n);
   s->ms_update = tsw_median(ms_update, n);
   return true;
}

void tsw_bench_solver_close(tsw_bench_solver *s)
{
   if (s->entry)
   {
      tsw_schedule_free(s->entry->schedule, &s->memory, &s->state);
   }
   trisweep_smoother_destroy(&s->smoother);
   trisweep_context_destroy(&s->context);
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

static void smooth(tsw_bench_solver *s, trisweep_direction direction, const double *b, double *x)
{
   trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
   sweep.direction = direction;
   sweep.b = b;
   sweep.x = x;
   must(trisweep_smoother_sweep(s->smoother, &sweep, s->block->space->stream()));
}

static void solve_by_smoother(tsw_bench_solver *s, bool upper, const double *b, double *x)
{
   trisweep_solve solve = TRISWEEP_SOLVE_INIT;
   solve.triangle = upper ? TRISWEEP_UPPER : TRISWEEP_LOWER;
   solve.b = b;
   solve.x = x;
   must(trisweep_smoother_solve(s->smoother, &solve, s->block->space->stream()));
}

void tsw_bench_solve(tsw_bench_solver *s, bool upper, const double *b, double *x)
{
   if (s->smoother)
   {
      solve_by_smoother(s, upper, b, x);
      return;
   }
   const tsw_packed *p = &s->block->packed;
   const tsw_pass    pass = make_pass(p, TSW_PASS_ZERO, upper, b, x);
   must(s->entry->schedule->pass(s->state, p, &pass, s->block->space->stream()));
}

void tsw_bench_sweep(tsw_bench_solver *s, bool backward, const double *b, double *x)
{
   if (s->smoother)
   {
      smooth(s, backward ? TRISWEEP_BACKWARD : TRISWEEP_FORWARD, b, x);
      return;
   }
   const tsw_packed *p = &s->block->packed;
   const tsw_pass    pass = make_pass(p, TSW_PASS_FULL, backward, b, x);
   must(s->entry->schedule->pass(s->state, p, &pass, s->block->space->stream()));
}

void tsw_bench_ssor(tsw_bench_solver *s, const double *b, double *x)
{
   if (s->smoother)
   {
      smooth(s, TRISWEEP_SYMMETRIC, b, x);
      return;
   }
   tsw_bench_sweep(s, false, b, x);
   tsw_bench_sweep(s, true, b, x);
}

/* Compute host_ref by the serial schedule on the host, from the vectors of a seed. */
static void reference(tsw_bench_block *block, tsw_pass_kind kind, bool backward, uint64_t seed)
{
   const int64_t         n = block->matrix->n_rows;
   const tsw_registered *serial = tsw_schedule_find("serial", TRISWEEP_HOST);
   tsw_bench_host.random(block->host_b, n, seed);
   tsw_bench_host.random(block->host_ref, n, seed + 1);
   const tsw_pass pass = make_pass(&block->host, kind, backward, block->host_b, block->host_ref);
   must(serial->schedule->pass(NULL, &block->host, &pass, NULL));
}

static double relative_error(tsw_bench_block *block)
{
   const int64_t n = block->matrix->n_rows;
   double        error = 0.0;
   double        size = 0.0;
   block->space->get(block->host_x, block->x, (size_t) n * sizeof(double));
   for (int64_t i = 0; i < n; i++)
   {
      error = tsw_worse(error, fabs(block->host_x[i] - block->host_ref[i]));
      size = fabs(block->host_ref[i]) > size ? fabs(block->host_ref[i]) : size;
   }
   return size > 0.0 ? error / size : error;
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
      error = tsw_worse(error, relative_error(block));
   }
   return tsw_bench_block_timed_out(block) ? NAN : error;
}
