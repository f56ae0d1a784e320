/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Properties that hold bit by bit for suitable numbers (integers and powers of
 * two): the solution is a fixed point of every sweep, a sweep
 * from zero solves a triangular system, and a sweep is linear (if its schedule is
 * deterministic; sums of integers are exact in any order, others are not).
 */
#include "support/check.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/registry.h"
#include "support/families.h"
#include "support/variants.h"

/* The pattern with off-diagonal integers, and powers of two as diagonals and norms. */
static void make_exact(const test_block *m, int triangle, random_stream *r, test_block *exact)
{
   entry_list e;
   entries_open(&e, m->n);
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         const int64_t j = m->col_idx[k];
         if (j != i && (triangle == 0 || (triangle < 0) == (j < i)))
         {
            entries_add(&e, i, j, (double) (random_below(r, 7) - 3));
         }
      }
      entries_add(&e, i, i, i % 3 == 2 ? -4.0 : 8.0);
   }
   block_build(&e, exact);
   for (int64_t i = 0; i < m->n; i++)
   {
      exact->l1[i] = i % 3 == 2 ? -8.0 : i % 2 ? 16.0 : 8.0;
   }
}

static void multiply(const test_block *m, const double *x, double *b)
{
   for (int64_t i = 0; i < m->n; i++)
   {
      b[i] = 0.0;
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         b[i] += m->val[k] * x[m->col_idx[k]];
      }
   }
}

typedef struct machine
{
   trisweep_context  *ctx;
   trisweep_smoother *s;
   double            *b, *solution, *x;
} machine;

static void open_machine(machine *w, const char *schedule, const test_block *m, random_stream *r)
{
   const trisweep_csr a = block_view(m);
   char               options[64];
   snprintf(options, sizeof options, "schedule=%s " CHECK_TWO_THREADS, schedule);
   w->ctx = check_context(options);
   w->s = check_smoother(w->ctx);
   assert_ok(trisweep_smoother_analyse(w->s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(w->s, &a, m->l1, NULL));
   w->b = check_alloc((size_t) m->n, sizeof(double));
   w->x = check_alloc((size_t) m->n, sizeof(double));
   w->solution = check_alloc((size_t) m->n, sizeof(double));
   for (int64_t i = 0; i < m->n; i++)
   {
      w->solution[i] = (double) (random_below(r, 9) - 4);
   }
   multiply(m, w->solution, w->b);
}

static void close_machine(machine *w)
{
   trisweep_smoother_destroy(&w->s);
   trisweep_context_destroy(&w->ctx);
   free(w->b);
   free(w->x);
   free(w->solution);
}

static void expect_solution(const machine *w, const trisweep_sweep *how, int64_t n,
                            const char *name)
{
   char text[128];
   variant_describe(how, text, sizeof text);
   for (int64_t i = 0; i < n; i++)
   {
      if (w->x[i] != w->solution[i])
      {
         fail_msg("'%s' with %d rows, %s: x[%d] is %.17g, not %g; TRISWEEP_TEST_SEED=%llu", name,
                  (int) n, text, (int) i, w->x[i], w->solution[i],
                  (unsigned long long) random_seed());
      }
   }
}

/* Weights whose products are exact in any order. */
static const double dyadic[][2] = { { 1.0, 1.0 }, { 0.5, 1.0 }, { 1.0, 0.75 }, { 1.25, 0.5 } };

static void test_fixed_point(const char *name, const char *schedule, const test_block *m,
                             random_stream *r)
{
   test_block exact;
   machine    w;
   make_exact(m, 0, r, &exact);
   open_machine(&w, schedule, &exact, r);
   for (int v = 0; v < VARIANT_COUNT; v += 5)
   {
      trisweep_sweep how = variant_get(v, &exact);
      how.zero_guess = 0;
      how.n_vectors = 1;
      how.relax_weight = dyadic[v % 4][0];
      how.omega = dyadic[v % 4][1];
      how.b = w.b;
      how.x = memcpy(w.x, w.solution, (size_t) m->n * sizeof(double));
      assert_ok(trisweep_smoother_sweep(w.s, &how, NULL));
      expect_solution(&w, &how, m->n, name);
   }
   close_machine(&w);
   block_free(&exact);
}

/* Lower triangle forward, upper triangle backward: every partial sum is a small integer. */
static void test_triangular_solve(const char *name, const char *schedule, const test_block *m,
                                  random_stream *r)
{
   for (int backward = 0; backward <= 1; backward++)
   {
      test_block     exact;
      machine        w;
      trisweep_sweep how = TRISWEEP_SWEEP_INIT;
      make_exact(m, backward ? 1 : -1, r, &exact);
      open_machine(&w, schedule, &exact, r);
      how.zero_guess = 1;
      how.direction = backward ? TRISWEEP_BACKWARD : TRISWEEP_FORWARD;
      how.b = w.b;
      how.x = w.x;
      assert_ok(trisweep_smoother_sweep(w.s, &how, NULL));
      expect_solution(&w, &how, m->n, name);
      close_machine(&w);
      block_free(&exact);
   }
}

/* b and x 2^20 times as large give a result exactly 2^20 times as large. */
static void test_scaling(const char *schedule, const test_block *m, random_stream *r)
{
   machine w;
   double *scaled = check_alloc((size_t) m->n, sizeof *scaled);
   open_machine(&w, schedule, m, r);
   for (int v = 0; v < VARIANT_COUNT; v += 5)
   {
      trisweep_sweep how = variant_get(v, m);
      how.n_vectors = 1;
      how.b = w.b;
      how.x = memcpy(w.x, w.solution, (size_t) m->n * sizeof(double));
      assert_ok(trisweep_smoother_sweep(w.s, &how, NULL));
      for (int64_t i = 0; i < m->n; i++)
      {
         w.b[i] = ldexp(w.b[i], 20);
         scaled[i] = ldexp(w.solution[i], 20);
      }
      how.x = scaled;
      assert_ok(trisweep_smoother_sweep(w.s, &how, NULL));
      for (int64_t i = 0; i < m->n; i++)
      {
         w.b[i] = ldexp(w.b[i], -20);
         assert_true(scaled[i] == ldexp(w.x[i], 20));
      }
   }
   free(scaled);
   close_machine(&w);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   random_stream r = random_open(random_seed(), name, m->n + 1000000);
   for (int k = 0; tsw_schedule_get(k); k++)
   {
      const tsw_registered *entry = tsw_schedule_get(k);
      if (entry->schedule->space == TRISWEEP_HOST)
      {
         test_fixed_point(name, tsw_registered_name(entry), m, &r);
         test_triangular_solve(name, tsw_registered_name(entry), m, &r);
      }
      if (entry->schedule->space == TRISWEEP_HOST && tsw_registered_deterministic(entry))
      {
         test_scaling(tsw_registered_name(entry), m, &r);
      }
   }
}

int main(void)
{
   return families_run("exact", test_block_of_family);
}
