/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * DILU in the order of few colours: corrections, sweeps, residuals and pivots against the host's
 * DILU of the block that is cut and sorted by step (support/hybrid.h). The pivots on the device are
 * diagonals plus floats, which bounds the agreement.
 */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "support/device.h"
#include "support/fill.h"
#include "support/hybrid.h"

#define NEAR 1e-5

typedef void fill_function(entry_list *e, int64_t size, random_stream *r);

typedef struct problem
{
   test_block         m;
   device_block       d;
   trisweep_context  *ctx;
   trisweep_smoother *s;
   double            *b;
   double            *x;
   double            *on_device[3]; /* b, x, r */
} problem;

/* Unsymmetric rows of different lengths, with a dominant diagonal. */
static void fill_uneven(entry_list *e, int64_t n, random_stream *r)
{
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(e, i, i, 5.0 + (double) random_below(r, 3));
      for (int64_t k = random_below(r, 9); k > 0; k--)
      {
         entries_add(e, i, random_below(r, n), -0.125 * (double) (1 + random_below(r, 4)));
      }
   }
}

static void put(const problem *p, int which, const double *from)
{
   assert_cuda(cudaMemcpyAsync(p->on_device[which], from, (size_t) p->m.n * sizeof *from,
                               cudaMemcpyHostToDevice, device_stream()));
}

static void open_smoother(const char *options, trisweep_factors factors, int32_t fill_level,
                          problem *p)
{
   p->ctx = check_context(options);
   p->s = check_smoother(p->ctx);
   assert_ok(trisweep_smoother_set_factors(p->s, factors, fill_level));
}

static void open_problem(const char *options, fill_function *fill, int64_t size, int64_t n,
                         problem *p)
{
   entry_list    e;
   random_stream r = random_open(9, "dilu", size);
   entries_open(&e, n);
   fill(&e, size, &r);
   block_build(&e, &p->m);
   p->b = check_alloc((size_t) n, sizeof *p->b);
   p->x = check_alloc((size_t) n, sizeof *p->x);
   for (int64_t i = 0; i < n; i++)
   {
      p->b[i] = random_real(&r) - 0.5;
      p->x[i] = random_real(&r) - 0.5;
   }
   for (int k = 0; k < 3; k++)
   {
      p->on_device[k] = device_put(p->b, (size_t) n * sizeof *p->b);
   }
   device_block_open(&p->m, &p->d);
   open_smoother(options, TRISWEEP_DILU_COLORS, 0, p);
}

static void close_problem(problem *p)
{
   trisweep_smoother_destroy(&p->s);
   trisweep_context_destroy(&p->ctx);
   device_block_close(&p->d);
   for (int k = 0; k < 3; k++)
   {
      cudaFree(p->on_device[k]);
   }
   free(p->b);
   free(p->x);
   block_free(&p->m);
}

/* r = b - A x; x may be NULL. */
static void find_residual(const test_block *m, const double *b, const double *x, double *r)
{
   for (int64_t i = 0; i < m->n; i++)
   {
      r[i] = b[i];
      for (int32_t e = m->row_ptr[i]; x && e < m->row_ptr[i + 1]; e++)
      {
         r[i] -= m->val[e] * x[m->col_idx[e]];
      }
   }
}

/* z = M^-1 r by the host's DILU in natural order of the cut block, sorted by step. */
static void solve_on_host(const test_block *m, const double *r, double *z)
{
   hybrid              h;
   test_block          sorted;
   trisweep_context   *ctx = check_context("schedule=serial");
   trisweep_smoother  *s = check_smoother(ctx);
   trisweep_correction c = TRISWEEP_CORRECTION_INIT;
   hybrid_find(m, 0, true, &h);
   row_order_sort(&h.order, &h.rest, &sorted);
   const trisweep_csr a = block_view(&sorted);
   double            *b = row_order_columns(&h.order, m, r, (size_t) m->n, 1, m->n);
   double            *x = check_alloc((size_t) m->n, sizeof *x);
   assert_ok(trisweep_smoother_set_factors(s, TRISWEEP_DILU, 0));
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(s, &a, NULL, NULL));
   c.b = b;
   c.x = x;
   c.zero_guess = 1;
   assert_ok(trisweep_smoother_correct(s, &c, NULL));
   for (int64_t k = 0; k < m->n; k++)
   {
      z[h.order.order[k]] = x[k];
   }
   trisweep_smoother_destroy(&s);
   trisweep_context_destroy(&ctx);
   free(b);
   free(x);
   block_free(&sorted);
   hybrid_free(&h);
}

static void expect_near(const problem *p, int which, const double *want, double error)
{
   double *have = check_alloc((size_t) p->m.n, sizeof *have);
   device_get(have, p->on_device[which], (size_t) p->m.n * sizeof *have);
   for (int64_t i = 0; i < p->m.n; i++)
   {
      if (!(fabs(have[i] - want[i]) <= error * (1.0 + fabs(want[i]))))
      {
         fail_msg("row %" PRId64 " of %" PRId64 ": %.17g instead of %.17g", i, p->m.n, have[i],
                  want[i]);
      }
   }
   free(have);
}

static void check_correction(const problem *p, const trisweep_correction *how)
{
   const size_t        n = (size_t) p->m.n;
   trisweep_correction c = *how;
   double             *r = check_alloc(n, sizeof *r);
   double             *want = check_alloc(n, sizeof *want);
   find_residual(&p->m, p->b, how->zero_guess ? NULL : p->x, r);
   solve_on_host(&p->m, r, want);
   for (size_t i = 0; i < n; i++)
   {
      const double before = how->zero_guess ? 0.0 : p->x[i];
      const bool   mine = how->points == 0 || p->m.marker[i] == how->points;
      want[i] = mine ? before + how->relax_weight * want[i] : before;
   }
   put(p, 1, p->x);
   c.b = p->on_device[0];
   c.x = p->on_device[1];
   c.cf_marker = p->d.marker;
   assert_ok(trisweep_smoother_correct(p->s, &c, device_stream()));
   expect_near(p, 1, want, NEAR);
   free(r);
   free(want);
}

static void check_all_corrections(const problem *p)
{
   static const double weights[] = { 1.0, 0.75 };
   for (int k = 0; k < 8; k++)
   {
      trisweep_correction c = TRISWEEP_CORRECTION_INIT;
      c.relax_weight = weights[k % 2];
      c.zero_guess = k / 2 % 2;
      c.points = k < 4 ? 0 : k % 2 ? -1 : 1;
      check_correction(p, &c);
   }
}

/* A symmetric sweep with weights 1 is a correction, and keeps its residual. */
static void check_sweep(const problem *p)
{
   const size_t        n = (size_t) p->m.n;
   trisweep_sweep      sweep = TRISWEEP_SWEEP_INIT;
   trisweep_correction c = TRISWEEP_CORRECTION_INIT;
   double             *x = check_alloc(n, sizeof *x);
   double             *r = check_alloc(n, sizeof *r);
   sweep.direction = TRISWEEP_SYMMETRIC;
   sweep.keep_residual = 1;
   c.b = sweep.b = p->on_device[0];
   c.x = sweep.x = p->on_device[1];
   put(p, 1, p->x);
   assert_ok(trisweep_smoother_correct(p->s, &c, device_stream()));
   device_get(x, p->on_device[1], n * sizeof *x);
   put(p, 1, p->x);
   assert_ok(trisweep_smoother_sweep(p->s, &sweep, device_stream()));
   expect_near(p, 1, x, 0.0);
   assert_ok(trisweep_smoother_residual(p->s, sweep.b, sweep.x, p->on_device[2], device_stream()));
   find_residual(&p->m, p->b, x, r);
   expect_near(p, 2, r, 1e-6);
   free(x);
   free(r);
}

static void expect_colors(const problem *p, trisweep_stats *stats)
{
   assert_ok(trisweep_smoother_stats(p->s, sizeof *stats, stats));
   assert_string_equal(stats->schedule, "colors");
   assert_true(stats->factor_nnz > 0);
}

static void check_block(fill_function *fill, int64_t size, int64_t n, bool queued)
{
   problem        p;
   trisweep_stats stats;
   open_problem("ordering=auto values=double", fill, size, n, &p);
   for (int round = 0; round < 2; round++)
   {
      assert_ok(device_load(p.s, &p.d, queued));
      check_all_corrections(&p);
      check_sweep(&p);
      expect_colors(&p, &stats);
      assert_int_equal(stats.pivots_boosted + stats.pivots_skipped, 0);
      device_block_close(&p.d);
      for (int64_t i = 0; i < p.m.n; i++) /* other values on the same pattern */
      {
         for (int32_t e = p.m.row_ptr[i]; e < p.m.row_ptr[i + 1]; e++)
         {
            p.m.val[e] *= p.m.col_idx[e] == i ? 1.5 : (double) (1 + (i + e) % 3) / 3.0;
         }
      }
      device_block_open(&p.m, &p.d);
   }
   close_problem(&p);
}

static void test_short_rows(void **state)
{
   (void) state;
   check_block(fill_grid7, 21, fill_cube(21), false);
   check_block(fill_grid7, 16, fill_cube(16), true);
}

static void test_longer_rows(void **state)
{
   (void) state;
   check_block(fill_grid27, 15, fill_cube(15), true);
}

static void test_uneven_rows(void **state)
{
   (void) state;
   check_block(fill_uneven, 3001, 3001, false);
   check_block(fill_uneven, 3, 3, true);
}

/* A chain whose second pivot is zero. */
static void fill_zero_pivot(entry_list *e, int64_t n, random_stream *r)
{
   (void) r;
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(e, i, i, i == 1 ? 1.0 : 4.0);
      if (i == 1)
      {
         entries_add(e, 0, 1, 2.0);
         entries_add(e, 1, 0, 2.0);
      }
   }
}

static void test_pivots(void **state)
{
   static const char *const policies[] = { "boost", "skip", "error" };
   (void) state;
   for (int k = 0; k < 3; k++)
   {
      char           options[64] = "ordering=auto pivot=";
      problem        p;
      trisweep_stats stats;
      open_problem(strcat(options, policies[k]), fill_zero_pivot, 100, 100, &p);
      const trisweep_status status = device_load(p.s, &p.d, false);
      if (k == 2)
      {
         assert_status(status, VALUE);
         assert_message("row 1", "pivot");
      }
      else
      {
         trisweep_correction c = TRISWEEP_CORRECTION_INIT;
         double              x[2];
         assert_ok(status);
         expect_colors(&p, &stats);
         assert_int_equal(stats.pivots_boosted, k == 0);
         assert_int_equal(stats.pivots_skipped, k == 1);
         assert_int_equal(stats.first_pivot_row, 1);
         put(&p, 1, p.x);
         c.b = p.on_device[0];
         c.x = p.on_device[1];
         assert_ok(trisweep_smoother_correct(p.s, &c, device_stream()));
         device_get(x, p.on_device[1], sizeof x);
         assert_true((x[1] == p.x[1]) == (k == 1));
      }
      close_problem(&p);
   }
}

static void test_refused(void **state)
{
   problem        p;
   trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
   trisweep_solve solve = TRISWEEP_SOLVE_INIT;
   (void) state;
   open_problem("ordering=hybrid-color", fill_grid7, 8, fill_cube(8), &p);
   assert_ok(device_load(p.s, &p.d, false));
   sweep.b = solve.b = p.on_device[0];
   sweep.x = solve.x = p.on_device[1];
   assert_status(trisweep_smoother_sweep(p.s, &sweep, device_stream()), UNSUPPORTED);
   assert_message("symmetric", "trisweep_smoother_correct");
   assert_status(trisweep_smoother_solve(p.s, &solve, device_stream()), UNSUPPORTED);
   assert_ok(trisweep_smoother_set_factors(p.s, TRISWEEP_DILU, 0));
   assert_status(device_load(p.s, &p.d, false), UNSUPPORTED);
   trisweep_smoother_destroy(&p.s);
   trisweep_context_destroy(&p.ctx);
   open_smoother("ordering=auto", TRISWEEP_ILU, 0, &p);
   assert_ok(device_load(p.s, &p.d, false));
   const trisweep_stats stats = check_stats(p.s);
   assert_string_equal(stats.ordering, "natural");
   trisweep_smoother_destroy(&p.s);
   trisweep_context_destroy(&p.ctx);
   open_smoother("schedule=strips", TRISWEEP_DILU_COLORS, 0, &p);
   assert_status(device_load(p.s, &p.d, true), UNSUPPORTED);
   assert_message("schedule colors", "DILU");
   close_problem(&p);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_short_rows),  cmocka_unit_test(test_longer_rows),
      cmocka_unit_test(test_uneven_rows), cmocka_unit_test(test_pivots),
      cmocka_unit_test(test_refused),
   };
   const int missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("device/dilu", tests, NULL, NULL);
}
