/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * trisweep_smoother_solve with both triangles and both diagonals, repeated, on every schedule of
 * the host, on one thread and on four, and every family of matrices: within the error bound of the
 * dense reference, and the same bits in every round.
 */
#include "support/check.h"

#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/registry.h"
#include "support/dense.h"
#include "support/families.h"
#include "support/sweeps.h"

enum
{
   REPEATS = 20 /* of a solve on several threads */
};

static void expect_near(const sweep_case *c, const trisweep_sweep *how, const double *x,
                        const long double *want, const double *bound)
{
   for (int64_t i = 0; i < c->m->n; i++)
   {
      const double error = (double) fabsl(x[i] - want[i]);
      if (!(error <= bound[i]))
      {
         sweep_case_print(c, how);
         fail_msg("row %" PRId64 ": %.17g instead of %.17Lg, error %g, allowed %g", i, x[i],
                  want[i], error, bound[i]);
      }
   }
}

/* A solve is a sweep from zero over a block with one triangle, with a unit diagonal if asked. */
static void solve_reference(const sweep_case *c, const trisweep_solve *how, long double *x,
                            double *bound)
{
   test_block     triangle;
   entry_list     e;
   dense          a;
   trisweep_sweep sweep = TRISWEEP_SWEEP_INIT;
   const bool     upper = how->triangle == TRISWEEP_UPPER;
   entries_open(&e, c->m->n);
   for (int64_t i = 0; i < c->m->n; i++)
   {
      for (int32_t k = c->m->row_ptr[i]; k < c->m->row_ptr[i + 1]; k++)
      {
         const int64_t j = c->m->col_idx[k];
         if (j == i ? !how->unit_diagonal : (j > i) == upper)
         {
            entries_add(&e, i, j, c->m->val[k]);
         }
      }
      if (how->unit_diagonal)
      {
         entries_add(&e, i, i, 1.0);
      }
      x[i] = 0.0L;
   }
   block_build(&e, &triangle);
   dense_open(&triangle, &a);
   sweep.direction = upper ? TRISWEEP_BACKWARD : TRISWEEP_FORWARD;
   sweep.zero_guess = 1;
   dense_sweep(&a, &sweep, how->b, x, bound);
   dense_free(&a);
   block_free(&triangle);
}

typedef struct solver
{
   const tsw_registered *entry;
   trisweep_smoother    *s;
   int                   repeats;
} solver;

/* One kind of solve; repetitions must give the same bits. */
static void solve_repeatedly(const sweep_case *c, const solver *by, trisweep_solve *how,
                             const long double *want, const double *bound)
{
   const size_t         bytes = (size_t) c->m->n * sizeof(double);
   const trisweep_sweep nothing = TRISWEEP_SWEEP_INIT;
   double              *x = check_alloc((size_t) c->m->n, sizeof *x);
   double              *first = check_alloc((size_t) c->m->n, sizeof *first);
   how->x = x;
   for (int round = 0; round < by->repeats; round++)
   {
      for (int64_t i = 0; i < c->m->n; i++)
      {
         x[i] = NAN;
      }
      assert_ok(trisweep_smoother_solve(by->s, how, NULL));
      expect_near(c, &nothing, x, want, bound);
      if (round == 0)
      {
         memcpy(first, x, bytes);
      }
      else
      {
         assert_memory_equal(x, first, bytes);
      }
   }
   free(x);
   free(first);
}

/* Both triangles and both diagonals. */
static void test_solves(sweep_case *c, const solver *solvers, int n_solvers)
{
   long double *want = check_alloc((size_t) c->m->n, sizeof *want);
   double      *bound = check_alloc((size_t) c->m->n, sizeof *bound);
   for (int kind = 0; kind < 4; kind++)
   {
      trisweep_solve how = TRISWEEP_SOLVE_INIT;
      how.triangle = kind % 2 ? TRISWEEP_UPPER : TRISWEEP_LOWER;
      how.unit_diagonal = kind / 2;
      how.b = c->b;
      solve_reference(c, &how, want, bound);
      for (int k = 0; k < n_solvers; k++)
      {
         snprintf(c->options, sizeof c->options, "%s, solve %d",
                  tsw_registered_name(solvers[k].entry), kind);
         solve_repeatedly(c, &solvers[k], &how, want, bound);
      }
   }
   free(want);
   free(bound);
}

/* Every host schedule, on one thread and on the most threads. */
static void test_all_solves(sweep_case *c)
{
   enum
   {
      MOST = 64
   };
   solver             solvers[MOST];
   trisweep_context  *ctx[MOST];
   int                n = 0;
   const trisweep_csr a = block_view(c->m);
   for (int index = 0; tsw_schedule_get(index); index++)
   {
      const tsw_registered *entry = tsw_schedule_get(index);
      for (int threads = 1;
           threads <= CHECK_MOST_THREADS && entry->schedule->space == TRISWEEP_HOST; threads += 3)
      {
         char options[64];
         assert_true(n < MOST);
         snprintf(options, sizeof options, "schedule=%s threads=%d", tsw_registered_name(entry),
                  threads);
         ctx[n] = check_context(options);
         solvers[n] = (solver){ entry, check_smoother(ctx[n]), threads == 1 ? 1 : REPEATS };
         assert_ok(trisweep_smoother_analyse(solvers[n].s, &a, NULL));
         assert_ok(trisweep_smoother_update_values(solvers[n].s, &a, NULL, NULL));
         n++;
      }
   }
   test_solves(c, solvers, n);
   for (int k = 0; k < n; k++)
   {
      trisweep_smoother_destroy(&solvers[k].s);
      trisweep_context_destroy(&ctx[k]);
   }
}

static void test_block_of_family(const char *name, const test_block *m)
{
   sweep_case c;
   sweep_case_open(&c, name, m);
   test_all_solves(&c);
   sweep_case_close(&c);
}

int main(void)
{
   return families_run("solves", test_block_of_family);
}
