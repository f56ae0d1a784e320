/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ordering=hybrid-color on every family of host matrices: up to rounding a sweep equals the serial
 * sweep over R (block/cut.h), sorted by colour, with right-hand side b - C x; deterministic
 * schedules give the same bits.
 */
#include "support/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "support/families.h"
#include "support/hybrid.h"
#include "support/residuals.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 7,
   STRIDE_AGAIN = 19
};

/* One smoother on R, two on the block. */
enum
{
   SORTED,
   SERIAL,
   LEVELS,
   N_SMOOTHERS
};

#ifdef _OPENMP
#define THREADS " threads=3"
#else
#define THREADS ""
#endif

typedef struct trio
{
   sweep_case         c;
   int32_t            few;
   hybrid             h;
   test_block         sorted;
   trisweep_context  *ctx[N_SMOOTHERS];
   trisweep_smoother *s[N_SMOOTHERS];
} trio;

static void load(trisweep_smoother *s, const test_block *m, bool analyse)
{
   const trisweep_csr a = block_view(m);
   if (analyse)
   {
      assert_ok(trisweep_smoother_analyse(s, &a, NULL));
   }
   assert_ok(trisweep_smoother_update_values(s, &a, m->l1, NULL));
}

/* Load the values of a block of the same pattern. The pattern of R may have changed. */
static void take_values(trio *t, const test_block *m, bool analyse)
{
   t->c.m = m;
   hybrid_find(m, t->few, true, &t->h);
   row_order_sort(&t->h.order, &t->h.rest, &t->sorted);
   for (int k = 0; k < N_SMOOTHERS; k++)
   {
      load(t->s[k], k == SORTED ? &t->sorted : m, analyse || k == SORTED);
   }
}

static void drop_values(trio *t)
{
   block_free(&t->sorted);
   hybrid_free(&t->h);
}

static void open_trio(const char *name, const test_block *m, int32_t few, trio *t)
{
   char              colors[32] = "";
   char              serial[96];
   const char *const options[N_SMOOTHERS] = { "schedule=serial", serial, t->c.options };
   sweep_case_open(&t->c, name, m);
   if (few > 0)
   {
      snprintf(colors, sizeof colors, "colors=%" PRId32, few);
   }
   snprintf(serial, sizeof serial, "ordering=hybrid-color schedule=serial %s", colors);
   snprintf(t->c.options, sizeof t->c.options,
            "ordering=hybrid-color schedule=levels" THREADS " %s", colors);
   for (int k = 0; k < N_SMOOTHERS; k++)
   {
      t->ctx[k] = check_context(options[k]);
      t->s[k] = check_smoother(t->ctx[k]);
   }
   t->few = few;
   take_values(t, m, true);
}

static void close_trio(trio *t)
{
   drop_values(t);
   for (int k = 0; k < N_SMOOTHERS; k++)
   {
      trisweep_smoother_destroy(&t->s[k]);
      trisweep_context_destroy(&t->ctx[k]);
   }
   sweep_case_close(&t->c);
}

static void check_variant(const trio *t, int v)
{
   const test_block *m = t->c.m;
   const row_order  *o = &t->h.order;
   trisweep_sweep    how = variant_get(v, m);
   trisweep_sweep    how_sorted = variant_get(v, &t->sorted);
   const size_t      n_x = variant_x_size(m);
   const size_t      n_b = variant_b_size(m);
   double           *rhs = hybrid_rhs(&t->h, &how, t->c.b, n_b, t->c.x);
   double           *b = row_order_columns(o, m, rhs, n_b, how.n_vectors, how.ldb ? how.ldb : m->n);
   double *want = row_order_columns(o, m, t->c.x, n_x, how.n_vectors, how.ldx ? how.ldx : m->n);
   double *x = check_alloc(n_x, sizeof *x);
   double *again = check_alloc(n_x, sizeof *again);
   how_sorted.b = b;
   how_sorted.x = want;
   assert_ok(trisweep_smoother_sweep(t->s[SORTED], &how_sorted, NULL));
   sweep_case_run_one(&t->c, t->s[SERIAL], &how, x);
   hybrid_compare(&t->h, &t->c, &how, x, want);
   sweep_case_run_one(&t->c, t->s[LEVELS], &how, again);
   sweep_case_same_bits(&t->c, &how, again, x);
   free(rhs);
   free(b);
   free(want);
   free(x);
   free(again);
}

/* A sweep from zero keeps the residual; other sweeps only if C is empty. */
static void check_residual(const trio *t, trisweep_smoother *s, int v)
{
   const sweep_case loose = { .name = t->c.name, .m = &t->h.loose, .b = t->c.b, .x = t->c.x };
   trisweep_sweep   how = variant_get(v, t->c.m);
   double          *x = check_alloc(variant_x_size(t->c.m), sizeof *x);
   double          *middle = check_alloc(variant_x_size(t->c.m), sizeof *middle);
   double          *r = check_alloc((size_t) t->c.m->n, sizeof *r);
   const bool       symmetric = how.direction == TRISWEEP_SYMMETRIC;
   if (symmetric)
   {
      how.direction = TRISWEEP_FORWARD;
      sweep_case_run_one(&t->c, s, &how, middle);
      how.direction = TRISWEEP_SYMMETRIC;
   }
   how.keep_residual = 1;
   sweep_case_run_one(&t->c, s, &how, x);
   if (t->h.n_cut > 0 && !how.zero_guess)
   {
      assert_status(trisweep_smoother_residual(s, how.b, how.x, r, NULL), ORDER);
      assert_message("ordering=hybrid-color needs a zero guess");
   }
   else
   {
      assert_ok(trisweep_smoother_residual(s, how.b, how.x, r, NULL));
      residual_check(&(swept){ &loose, &how, how.b, how.x, symmetric ? middle : NULL }, r);
   }
   free(x);
   free(middle);
   free(r);
}

static void check_residuals(const trio *t)
{
   for (int v = 0; v < VARIANT_COUNT && t->c.m->n > 0; v++)
   {
      const trisweep_sweep how = variant_get(v, t->c.m);
      if (residual_is_kept(&how))
      {
         check_residual(t, t->s[SERIAL], v);
         check_residual(t, t->s[LEVELS], v);
      }
   }
}

static void check_counts(const trio *t)
{
   for (int k = SERIAL; k <= LEVELS; k++)
   {
      const trisweep_stats stats = check_stats(t->s[k]);
      assert_int_equal(stats.depth, t->h.n_colors);
      assert_string_equal(stats.ordering, t->h.n_cut > 0 ? "hybrid-color" : "color");
      assert_string_equal(stats.schedule, k == SERIAL ? "serial" : "levels");
   }
}

static void check_colors(const char *name, const test_block *m, int32_t few)
{
   test_block other;
   trio       t;
   hybrid_other_values(m, &other);
   open_trio(name, m, few, &t);
   check_counts(&t);
   for (int v = 0; v < VARIANT_COUNT; v += STRIDE)
   {
      check_variant(&t, v);
   }
   check_residuals(&t);
   for (int k = 0; k < 2; k++)
   {
      drop_values(&t);
      take_values(&t, k == 0 ? &other : m, false);
      for (int v = 0; v < VARIANT_COUNT; v += STRIDE_AGAIN)
      {
         check_variant(&t, v);
      }
   }
   check_counts(&t);
   close_trio(&t);
   block_free(&other);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   check_colors(name, m, 0);
   check_colors(name, m, 2);
   check_colors(name, m, 3);
   check_colors(name, m, 8);
}

int main(void)
{
   return families_run("property/hybrid", test_block_of_family);
}
