/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ordering=hybrid-color on every family of host matrices, by every schedule of any order: up to
 * rounding a sweep equals the serial sweep over R (block/cut.h), sorted by colour, with right-hand
 * side b - C x; deterministic schedules give the same bits.
 */
#include "support/check.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels/registry.h"
#include "support/families.h"
#include "support/hybrid.h"
#include "support/residuals.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 7,
   STRIDE_AGAIN = 19,
   MOST_SMOOTHERS = 32
};

#ifdef _OPENMP
#define THREADS " threads=3"
#else
#define THREADS ""
#endif

typedef struct smoother
{
   const tsw_registered *entry;
   trisweep_context     *ctx;
   trisweep_smoother    *s;
} smoother;

typedef struct group
{
   sweep_case c;
   int32_t    few;
   hybrid     h;
   test_block sorted;
   smoother   reference;                /* serial, on R */
   smoother   smoother[MOST_SMOOTHERS]; /* on the block */
   int        n_smoothers;
} group;

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
static void take_values(group *g, const test_block *m, bool analyse)
{
   g->c.m = m;
   hybrid_find(m, g->few, true, &g->h);
   row_order_sort(&g->h.order, &g->h.rest, &g->sorted);
   load(g->reference.s, &g->sorted, true);
   for (int k = 0; k < g->n_smoothers; k++)
   {
      load(g->smoother[k].s, m, analyse);
   }
}

static void drop_values(group *g)
{
   block_free(&g->sorted);
   hybrid_free(&g->h);
}

static void open_smoother(const tsw_registered *entry, const char *options, smoother *by)
{
   by->entry = entry;
   by->ctx = check_context(options);
   by->s = check_smoother(by->ctx);
}

static void close_smoother(smoother *by)
{
   trisweep_smoother_destroy(&by->s);
   trisweep_context_destroy(&by->ctx);
}

static void set_options(group *g, const tsw_registered *entry)
{
   char colors[32] = "";
   if (g->few > 0)
   {
      snprintf(colors, sizeof colors, " colors=%" PRId32, g->few);
   }
   snprintf(g->c.options, sizeof g->c.options, "ordering=hybrid-color schedule=%s" THREADS "%s",
            tsw_registered_name(entry), colors);
}

static void open_group(const char *name, const test_block *m, int32_t few, group *g)
{
   sweep_case_open(&g->c, name, m);
   g->few = few;
   g->n_smoothers = 0;
   open_smoother(tsw_schedule_find("serial", TRISWEEP_HOST), "schedule=serial", &g->reference);
   for (int k = 0; tsw_schedule_get(k); k++)
   {
      const tsw_registered *entry = tsw_schedule_get(k);
      if (entry->schedule->space == TRISWEEP_HOST && entry->schedule->any_order)
      {
         assert_true(g->n_smoothers < MOST_SMOOTHERS);
         set_options(g, entry);
         open_smoother(entry, g->c.options, &g->smoother[g->n_smoothers++]);
      }
   }
   assert_true(g->n_smoothers > 0);
   take_values(g, m, true);
}

static void close_group(group *g)
{
   drop_values(g);
   close_smoother(&g->reference);
   for (int k = 0; k < g->n_smoothers; k++)
   {
      close_smoother(&g->smoother[k]);
   }
   sweep_case_close(&g->c);
}

/* Sweep by every schedule; want: of the reference sweep, sorted. */
static void check_smoothers(group *g, trisweep_sweep *how, const double *want)
{
   const size_t n_x = variant_x_size(g->c.m);
   double      *x = check_alloc(n_x, sizeof *x);
   double      *first = check_alloc(n_x, sizeof *first);
   bool         has_first = false;
   for (int k = 0; k < g->n_smoothers; k++)
   {
      set_options(g, g->smoother[k].entry);
      sweep_case_run_one(&g->c, g->smoother[k].s, how, x);
      hybrid_compare(&g->h, &g->c, how, x, want);
      if (tsw_registered_deterministic(g->smoother[k].entry) && has_first)
      {
         sweep_case_same_bits(&g->c, how, x, first);
      }
      else if (tsw_registered_deterministic(g->smoother[k].entry))
      {
         memcpy(first, x, n_x * sizeof *x);
         has_first = true;
      }
   }
   free(x);
   free(first);
}

static void check_variant(group *g, int v)
{
   const test_block *m = g->c.m;
   const row_order  *o = &g->h.order;
   trisweep_sweep    how = variant_get(v, m);
   trisweep_sweep    how_sorted = variant_get(v, &g->sorted);
   const size_t      n_x = variant_x_size(m);
   const size_t      n_b = variant_b_size(m);
   double           *rhs = hybrid_rhs(&g->h, &how, g->c.b, n_b, g->c.x);
   double           *b = row_order_columns(o, m, rhs, n_b, how.n_vectors, how.ldb ? how.ldb : m->n);
   double *want = row_order_columns(o, m, g->c.x, n_x, how.n_vectors, how.ldx ? how.ldx : m->n);
   how_sorted.b = b;
   how_sorted.x = want;
   assert_ok(trisweep_smoother_sweep(g->reference.s, &how_sorted, NULL));
   check_smoothers(g, &how, want);
   free(rhs);
   free(b);
   free(want);
}

/* A sweep from zero keeps the residual; other sweeps only if C is empty. */
static void check_residual(group *g, const smoother *by, int v)
{
   trisweep_smoother *s = by->s;
   sweep_case         loose;
   trisweep_sweep     how = variant_get(v, g->c.m);
   double            *x = check_alloc(variant_x_size(g->c.m), sizeof *x);
   double            *middle = check_alloc(variant_x_size(g->c.m), sizeof *middle);
   double            *r = check_alloc((size_t) g->c.m->n, sizeof *r);
   const bool         symmetric = how.direction == TRISWEEP_SYMMETRIC;
   set_options(g, by->entry);
   loose = g->c;
   loose.m = &g->h.loose;
   if (symmetric)
   {
      how.direction = TRISWEEP_FORWARD;
      sweep_case_run_one(&g->c, s, &how, middle);
      how.direction = TRISWEEP_SYMMETRIC;
   }
   how.keep_residual = 1;
   sweep_case_run_one(&g->c, s, &how, x);
   if (g->h.n_cut > 0 && !how.zero_guess)
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

static void check_residuals(group *g)
{
   for (int v = 0; v < VARIANT_COUNT && g->c.m->n > 0; v++)
   {
      const trisweep_sweep how = variant_get(v, g->c.m);
      for (int k = 0; k < g->n_smoothers && residual_is_kept(&how); k++)
      {
         if (g->smoother[k].entry->schedule->residual)
         {
            check_residual(g, &g->smoother[k], v);
         }
      }
   }
}

static void check_counts(const group *g)
{
   for (int k = 0; k < g->n_smoothers; k++)
   {
      const trisweep_stats stats = check_stats(g->smoother[k].s);
      assert_int_equal(stats.depth, g->h.n_colors);
      assert_string_equal(stats.ordering, g->h.n_cut > 0 ? "hybrid-color" : "color");
      assert_string_equal(stats.schedule, tsw_registered_name(g->smoother[k].entry));
   }
}

static void check_colors(const char *name, const test_block *m, int32_t few)
{
   test_block other;
   group      g;
   hybrid_other_values(m, &other);
   open_group(name, m, few, &g);
   check_counts(&g);
   for (int v = 0; v < VARIANT_COUNT; v += STRIDE)
   {
      check_variant(&g, v);
   }
   check_residuals(&g);
   for (int k = 0; k < 2; k++)
   {
      drop_values(&g);
      take_values(&g, k == 0 ? &other : m, false);
      for (int v = 0; v < VARIANT_COUNT; v += STRIDE_AGAIN)
      {
         check_variant(&g, v);
      }
   }
   check_counts(&g);
   close_group(&g);
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
