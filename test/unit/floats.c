/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Schedule serial reads values as floats where all are exactly that: sweeps and residuals are
 * bitwise those of schedule wavefront, for values that are floats or not, all directions, both
 * scalings and weights; and the memory of the floats.
 */
#include "support/check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/blocks.h"

enum
{
   N = 7000,
   DISTANCE = 600
};

/* Up to five entries a row. */
static void open_band(double factor, test_block *m)
{
   entry_list    e;
   random_stream r = random_open(random_seed(), "floats", 0);
   entries_open(&e, N);
   for (int64_t i = 0; i < N; i++)
   {
      entries_add(&e, i, i, factor * (6.0 + (double) (i % 3)));
      entries_add(&e, i, i - 1, -factor);
      entries_add(&e, i, i + 1, -0.5 * factor);
      entries_add(&e, i, i - DISTANCE, -factor);
      entries_add(&e, i, i + DISTANCE, -0.25 * factor);
      entries_add(&e, i, i - 2 - random_below(&r, 100), 0.125 * factor);
   }
   block_build(&e, m);
   m->l1[N / 2] = 0.0; /* l1 sweeps keep this row */
}

/* One smoother with its vectors. */
typedef struct runner
{
   trisweep_context  *ctx;
   trisweep_smoother *s;
   double            *x;
   double            *r;
} runner;

static runner open_runner(const char *options, const test_block *m)
{
   const trisweep_csr a = block_view(m);
   runner             run;
   run.ctx = check_context(options);
   run.s = check_smoother(run.ctx);
   run.x = check_alloc(N, sizeof *run.x);
   run.r = check_alloc(N, sizeof *run.r);
   assert_ok(trisweep_smoother_analyse(run.s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(run.s, &a, m->l1, NULL));
   return run;
}

static void close_runner(runner *run)
{
   trisweep_smoother_destroy(&run->s);
   trisweep_context_destroy(&run->ctx);
   free(run->x);
   free(run->r);
}

static void sweep(runner *run, const trisweep_sweep *how, const double *b)
{
   trisweep_sweep s = *how;
   for (int64_t i = 0; i < N; i++)
   {
      run->x[i] = (double) (i % 11) - 5.3;
   }
   s.b = b;
   s.x = run->x;
   s.keep_residual = 1;
   memset(run->r, 0, N * sizeof *run->r);
   assert_ok(trisweep_smoother_sweep(run->s, &s, NULL));
   const bool is_solve = s.scaling == TRISWEEP_DIAGONAL && s.relax_weight == 1.0;
   if (is_solve || s.direction != TRISWEEP_SYMMETRIC)
   {
      assert_ok(trisweep_smoother_residual(run->s, b, run->x, run->r, NULL));
   }
}

static void check_sweeps(runner *run, runner *reference, const double *b)
{
   static const trisweep_direction directions[] = { TRISWEEP_FORWARD, TRISWEEP_BACKWARD,
                                                    TRISWEEP_SYMMETRIC };
   for (int k = 0; k < 24; k++)
   {
      trisweep_sweep how = TRISWEEP_SWEEP_INIT;
      how.direction = directions[k % 3];
      how.zero_guess = k / 3 % 2;
      how.scaling = k / 6 % 2 ? TRISWEEP_L1 : TRISWEEP_DIAGONAL;
      how.relax_weight = k < 12 ? 1.0 : 0.75;
      sweep(run, &how, b);
      sweep(reference, &how, b);
      assert_memory_equal(run->x, reference->x, N * sizeof *run->x);
      assert_memory_equal(run->r, reference->r, N * sizeof *run->r);
   }
}

static void check_band(double factor, int64_t extra_bytes_an_entry)
{
   test_block m;
   open_band(factor, &m);
   double *b = check_alloc(N, sizeof *b);
   runner  run = open_runner("schedule=serial", &m);
   runner  reference = open_runner("schedule=wavefront", &m);
   for (int64_t i = 0; i < N; i++)
   {
      b[i] = (double) (i % 7) - 3.1;
   }
   const trisweep_stats stats = check_stats(run.s);
   /* the packed block with three vectors, the floats, and the schedule */
   const int64_t entries = m.nnz - m.n;
   assert_int_equal(stats.extra_bytes,
                    (12 + extra_bytes_an_entry) * entries + 8 * (N + 1) + 24 * N + 24);
   check_sweeps(&run, &reference, b);
   close_runner(&run);
   close_runner(&reference);
   free(b);
   block_free(&m);
}

static void test_floats(void **state)
{
   (void) state;
   check_band(1.0, 4);
}

static void test_doubles(void **state)
{
   (void) state;
   check_band(1.1, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_floats),
                                       cmocka_unit_test(test_doubles) };
   return cmocka_run_group_tests_name("unit/floats", tests, check_clean_environment, NULL);
}
