/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ordering=color on every family of host matrices: up to rounding a sweep equals the serial sweep
 * over the block with sorted rows and columns; deterministic schedules give the same bits on
 * several threads.
 */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "support/families.h"
#include "support/ordered.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 7,
   N_SCHEDULES = 2
};

static trisweep_smoother *open_smoother(const char *options, const test_block *m,
                                        trisweep_context **ctx)
{
   *ctx = check_context(options);
   trisweep_smoother *s = check_smoother(*ctx);
   const trisweep_csr a = block_view(m);
   assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   assert_ok(trisweep_smoother_update_values(s, &a, m->l1, NULL));
   return s;
}

typedef struct trio
{
   trisweep_context  *ctx[1 + N_SCHEDULES];
   trisweep_smoother *of_sorted;
   trisweep_smoother *ordered[N_SCHEDULES];
} trio;

static void check_variant(const sweep_case *c, const row_order *o, const test_block *sorted,
                          const trio *t, int v)
{
   const test_block *m = c->m;
   trisweep_sweep    how = variant_get(v, m);
   trisweep_sweep    how_sorted = variant_get(v, sorted);
   const int64_t     ldx = how.ldx ? how.ldx : m->n;
   const size_t      n_x = variant_x_size(m);
   double           *want = row_order_columns(o, m, c->x, n_x, how.n_vectors, ldx);
   double           *b =
      row_order_columns(o, m, c->b, variant_b_size(m), how.n_vectors, how.ldb ? how.ldb : m->n);
   double *x = check_alloc(n_x, sizeof *x);
   double *again = check_alloc(n_x, sizeof *again);
   double  size = 0.0;
   how_sorted.b = b;
   how_sorted.x = want;
   assert_ok(trisweep_smoother_sweep(t->of_sorted, &how_sorted, NULL));
   sweep_case_run_one(c, t->ordered[0], &how, x);
   sweep_case_run_one(c, t->ordered[1], &how, again);
   sweep_case_same_bits(c, &how, again, x);
   for (size_t k = 0; k < n_x; k++)
   {
      size = fmax(size, fabs(want[k]));
   }
   for (int64_t k = 0; k < m->n * how.n_vectors; k++)
   {
      const int64_t vector = k / m->n;
      const double  got = x[vector * ldx + o->order[k % m->n]];
      if (!(fabs(got - want[vector * ldx + k % m->n]) <= 1e-10 * size))
      {
         sweep_case_print(c, &how);
         fail_msg("row %" PRId32 ": %.17g instead of %.17g", o->order[k % m->n], got,
                  want[vector * ldx + k % m->n]);
      }
   }
   free(b);
   free(want);
   free(x);
   free(again);
}

static void check_colors(sweep_case *c, const char *const options[N_SCHEDULES])
{
   row_order  o;
   test_block sorted;
   trio       t;
   row_order_find(c->m, &o);
   row_order_sort(&o, c->m, &sorted);
   t.of_sorted = open_smoother("schedule=serial", &sorted, &t.ctx[N_SCHEDULES]);
   for (int k = 0; k < N_SCHEDULES; k++)
   {
      t.ordered[k] = open_smoother(options[k], c->m, &t.ctx[k]);
      const trisweep_stats stats = check_stats(t.ordered[k]);
      assert_int_equal(stats.depth, o.n_colors);
      assert_string_equal(stats.ordering, "color");
   }
   for (int v = 0; v < VARIANT_COUNT; v += STRIDE)
   {
      check_variant(c, &o, &sorted, &t, v);
   }
   trisweep_smoother_destroy(&t.of_sorted);
   for (int k = 0; k < N_SCHEDULES; k++)
   {
      trisweep_smoother_destroy(&t.ordered[k]);
   }
   for (int k = 0; k <= N_SCHEDULES; k++)
   {
      trisweep_context_destroy(&t.ctx[k]);
   }
   block_free(&sorted);
   row_order_free(&o);
}

#ifdef _OPENMP
#define THREADS " threads=3"
#else
#define THREADS ""
#endif

static void test_block_of_family(const char *name, const test_block *m)
{
   static const char *const colors[N_SCHEDULES] = { "ordering=color",
                                                    "ordering=color schedule=levels" THREADS };
   sweep_case               c;
   sweep_case_open(&c, name, m);
   check_colors(&c, colors);
   sweep_case_close(&c);
}

int main(void)
{
   return families_run("property/orderings", test_block_of_family);
}
