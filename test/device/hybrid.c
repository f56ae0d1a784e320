/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ordering=hybrid-color on the device: the colours of the host; on every family of
 * matrices, with several limits and schedules, the serial sweep of the rest of the
 * block, sorted by colour, with the right-hand side that the cut part leaves; residuals
 * from a zero guess; the same by ordering=auto where that colours; what a cut block
 * refuses.
 */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/color.h"
#include "device/support.h"
#include "support/families.h"
#include "support/fill.h"
#include "support/hybrid.h"
#include "support/residuals.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 7,
   STRIDE_AGAIN = 19,
   EDGE27 = 11
};

typedef struct pair
{
   sweep_case         c;
   int32_t            few;
   hybrid             h;
   test_block         sorted;
   device_block       block;
   trisweep_context  *sorted_ctx;
   trisweep_context  *ctx;
   trisweep_smoother *of_sorted; /* on the host */
   trisweep_smoother *s;
   double            *b; /* device, as the next two */
   double            *x;
   double            *r;
} pair;

/* Load the values of a block of the same pattern. The pattern of its rest may have changed. */
static void take_values(pair *t, const test_block *m, bool analyse)
{
   t->c.m = m;
   hybrid_find(m, t->few, &t->h);
   row_order_sort(&t->h.order, &t->h.rest, &t->sorted);
   device_block_open(m, &t->block);
   const trisweep_csr a = block_view(&t->sorted);
   assert_ok(trisweep_smoother_analyse(t->of_sorted, &a, NULL));
   assert_ok(trisweep_smoother_update_values(t->of_sorted, &a, t->sorted.l1, NULL));
   if (analyse)
   {
      assert_ok(trisweep_smoother_analyse(t->s, &t->block.view, device_stream()));
   }
   assert_ok(trisweep_smoother_update_values(t->s, &t->block.view, t->block.l1, device_stream()));
}

static void drop_values(pair *t)
{
   device_block_close(&t->block);
   block_free(&t->sorted);
   hybrid_free(&t->h);
}

/* A smoother with any options that make it colour the rows. */
static void open_pair(const char *name, const test_block *m, int32_t few, const char *options,
                      pair *t)
{
   sweep_case_open(&t->c, name, m);
   snprintf(t->c.options, sizeof t->c.options, "colors=%" PRId32 " %s", few, options);
   t->sorted_ctx = check_context("schedule=serial");
   t->ctx = check_context(t->c.options);
   t->of_sorted = check_smoother(t->sorted_ctx);
   t->s = check_smoother(t->ctx);
   t->few = few;
   t->b = device_put(t->c.b, variant_b_size(m) * sizeof *t->b);
   t->x = device_put(t->c.x, variant_x_size(m) * sizeof *t->x);
   t->r = device_put(t->c.b, (size_t) m->n * sizeof *t->r);
   take_values(t, m, true);
}

static void close_pair(pair *t)
{
   drop_values(t);
   trisweep_smoother_destroy(&t->of_sorted);
   trisweep_smoother_destroy(&t->s);
   trisweep_context_destroy(&t->sorted_ctx);
   trisweep_context_destroy(&t->ctx);
   cudaFree(t->b);
   cudaFree(t->x);
   cudaFree(t->r);
   sweep_case_close(&t->c);
}

/* One sweep from the x of the case on the device. */
static void sweep_once(const pair *t, trisweep_sweep *how, double *x)
{
   const size_t bytes = variant_x_size(t->c.m) * sizeof *x;
   how->b = t->b;
   how->x = t->x;
   how->cf_marker = how->points ? t->block.marker : NULL;
   assert_cuda(cudaMemcpyAsync(t->x, t->c.x, bytes, cudaMemcpyHostToDevice, device_stream()));
   assert_ok(trisweep_smoother_sweep(t->s, how, device_stream()));
   device_get(x, t->x, bytes);
}

static void check_variant(const pair *t, int v)
{
   const test_block *m = t->c.m;
   trisweep_sweep    how = variant_get(v, m);
   trisweep_sweep    how_sorted = variant_get(v, &t->sorted);
   const int64_t     ldb = how.ldb ? how.ldb : m->n;
   const int64_t     ldx = how.ldx ? how.ldx : m->n;
   const size_t      n_b = variant_b_size(m);
   const size_t      n_x = variant_x_size(m);
   double           *rhs = hybrid_rhs(&t->h, &how, t->c.b, n_b, t->c.x);
   double           *b = row_order_columns(&t->h.order, m, rhs, n_b, how.n_vectors, ldb);
   double           *want = row_order_columns(&t->h.order, m, t->c.x, n_x, how.n_vectors, ldx);
   double           *x = check_alloc(n_x, sizeof *x);
   how_sorted.b = b;
   how_sorted.x = want;
   assert_ok(trisweep_smoother_sweep(t->of_sorted, &how_sorted, NULL));
   sweep_once(t, &how, x);
   hybrid_compare(&t->h, &t->c, &how, x, want);
   free(rhs);
   free(b);
   free(want);
   free(x);
}

/* From a zero guess the residual is kept; else only if nothing is cut. */
static void check_residual(const pair *t, int v)
{
   const sweep_case loose = { .name = t->c.name, .m = &t->h.loose, .b = t->c.b, .x = t->c.x };
   const size_t     n = (size_t) t->c.m->n;
   trisweep_sweep   how = variant_get(v, t->c.m);
   double          *x = check_alloc(variant_x_size(t->c.m), sizeof *x);
   double          *middle = check_alloc(variant_x_size(t->c.m), sizeof *middle);
   double          *r = check_alloc(n, sizeof *r);
   const bool       symmetric = how.direction == TRISWEEP_SYMMETRIC;
   if (symmetric)
   {
      how.direction = TRISWEEP_FORWARD;
      sweep_once(t, &how, middle);
      how.direction = TRISWEEP_SYMMETRIC;
   }
   how.keep_residual = 1;
   sweep_once(t, &how, x);
   if (t->h.n_cut > 0 && !how.zero_guess)
   {
      assert_status(trisweep_smoother_residual(t->s, t->b, t->x, t->r, device_stream()), ORDER);
      assert_message("ordering=hybrid-color from a zero guess");
   }
   else
   {
      assert_ok(trisweep_smoother_residual(t->s, t->b, t->x, t->r, device_stream()));
      device_get(r, t->r, n * sizeof *r);
      residual_check(&(swept){ &loose, &how, t->c.b, x, symmetric ? middle : NULL }, r);
   }
   free(x);
   free(middle);
   free(r);
}

/* Every stride-th sweep, and residuals behind those that keep one. */
static void check_sweeps(const pair *t, int stride)
{
   for (int v = 0; v < VARIANT_COUNT; v += stride)
   {
      const trisweep_sweep how = variant_get(v, t->c.m);
      check_variant(t, v);
      if (t->c.m->n > 0 && residual_is_kept(&how))
      {
         check_residual(t, v);
      }
   }
}

static void check_stats(const pair *t)
{
   trisweep_stats stats;
   const char    *ordering = t->h.n_cut > 0 ? "hybrid-color" : "color";
   assert_ok(trisweep_smoother_stats(t->s, sizeof stats, &stats));
   assert_int_equal(stats.depth, t->h.order.n_colors);
   assert_string_equal(stats.ordering, t->c.m->n > 0 ? ordering : "natural");
}

static void check_limit(const char *name, const test_block *m, int32_t few, const char *options)
{
   test_block other;
   pair       t;
   hybrid_other_values(m, &other);
   open_pair(name, m, few, options, &t);
   check_stats(&t);
   check_sweeps(&t, STRIDE);
   for (int k = 0; k < 2; k++)
   {
      drop_values(&t);
      take_values(&t, k == 0 ? &other : m, false);
      check_sweeps(&t, STRIDE_AGAIN);
   }
   close_pair(&t);
   block_free(&other);
}

/* The colours themselves, on the device as on the host. */
static void check_colors(const test_block *m, int32_t most)
{
   test_block       edges;
   tsw_graph_levels colors;
   const size_t     bytes = (size_t) m->n * sizeof(int32_t);
   int32_t          n_colors = -1;
   int32_t         *want = check_alloc((size_t) m->n, sizeof *want);
   int32_t         *got = check_alloc((size_t) m->n, sizeof *got);
   hybrid_edges(m, &edges);
   const tsw_graph host = { m->n, edges.nnz, edges.row_ptr, edges.col_idx, false };
   int32_t        *row_ptr = device_put(edges.row_ptr, bytes + sizeof(int32_t));
   int32_t        *col_idx = device_put(edges.col_idx, (size_t) edges.nnz * sizeof(int32_t));
   int32_t        *color = device_put(want, bytes);
   const tsw_graph g = { m->n, edges.nnz, row_ptr, col_idx, false };
   assert_ok(tsw_color_limited_host(&host, most, want, &n_colors));
   assert_ok(tsw_color_device(&g, most, device_stream(), NULL, color, &colors));
   device_get(got, color, bytes);
   assert_int_equal(colors.n_levels, n_colors);
   assert_memory_equal(got, want, bytes);
   tsw_graph_levels_free(NULL, &colors);
   block_free(&edges);
   cudaFree(row_ptr);
   cudaFree(col_idx);
   cudaFree(color);
   free(want);
   free(got);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   static const int32_t limits[] = { 2, 3, 8 };
   test_block           with;
   hybrid_with_clique(m, &with);
   check_limit(name, m, 3, "ordering=hybrid-color");
   for (size_t k = 0; k < sizeof limits / sizeof limits[0]; k++)
   {
      check_colors(m, limits[k]);
      check_colors(&with, limits[k]);
      check_limit(name, &with, limits[k], "ordering=hybrid-color");
      check_limit(name, &with, limits[k], "ordering=hybrid-color schedule=levels");
      check_limit(name, &with, limits[k], "ordering=hybrid-color schedule=persistent");
   }
   block_free(&with);
}

static void test_crowded(void **state)
{
   test_block m;
   (void) state;
   hybrid_crowded(&m);
   check_colors(&m, 2);
   check_colors(&m, 3);
   block_free(&m);
}

/* More rows than the rules sweep in natural order; in few colours only if there are more. */
static void open_grid(bool more, test_block *m)
{
   entry_list    e;
   random_stream r = random_open(random_seed(), "hybrid", EDGE27);
   entries_open(&e, fill_cube(EDGE27));
   fill_grid27(&e, EDGE27, &r);
   block_build(&e, m);
   if (more)
   {
      test_block grid = *m;
      hybrid_with_clique(&grid, m);
      block_free(&grid);
   }
}

static void test_auto(void **state)
{
   (void) state;
   for (int more = 0; more < 2; more++)
   {
      test_block m;
      open_grid(more, &m);
      check_limit("27-point grid", &m, 2, "ordering=auto");
      check_limit("27-point grid", &m, 5, "ordering=auto");
      block_free(&m);
   }
}

/* The block as it is on the host now. */
static void check_refused(const pair *t, trisweep_status want)
{
   device_block d;
   device_block_open(t->c.m, &d);
   assert_int_equal(trisweep_smoother_update_values(t->s, &d.view, d.l1, device_stream()), want);
   assert_message(want == TRISWEEP_ORDER ? "hybrid-color" : "row");
   device_block_close(&d);
}

/* Entries of a row that are not finite, or in the column of the middle of the grid. */
static void check_row(const pair *t, const test_block *m, int64_t row)
{
   for (int32_t k = m->row_ptr[row]; k < m->row_ptr[row + 1]; k++)
   {
      const double  value = m->val[k];
      const int32_t column = m->col_idx[k];
      m->val[k] = NAN;
      check_refused(t, TRISWEEP_VALUE);
      m->val[k] = value;
      m->col_idx[k] = (int32_t) m->n / 2;
      check_refused(t, TRISWEEP_ORDER);
      m->col_idx[k] = column;
   }
}

/* All entries in one row. */
static void check_lengths(const pair *t, test_block *m, int64_t row)
{
   int32_t *const row_ptr = m->row_ptr;
   m->row_ptr = check_alloc((size_t) m->n + 1, sizeof *row_ptr);
   for (int64_t i = 0; i <= m->n; i++)
   {
      m->row_ptr[i] = i > row ? (int32_t) m->nnz : 0;
   }
   check_refused(t, TRISWEEP_ORDER);
   free(m->row_ptr);
   m->row_ptr = row_ptr;
}

static void test_refusals(void **state)
{
   test_block     m;
   pair           t;
   trisweep_solve solve = TRISWEEP_SOLVE_INIT;
   (void) state;
   open_grid(true, &m);
   open_pair("27-point grid", &m, 3, "ordering=hybrid-color", &t);
   solve.b = t.b;
   solve.x = t.x;
   assert_status(trisweep_smoother_solve(t.s, &solve, device_stream()), UNSUPPORTED);
   check_row(&t, &m, 0);
   check_row(&t, &m, m.n - 1);
   check_lengths(&t, &m, 0);
   check_lengths(&t, &m, m.n / 2);
   check_lengths(&t, &m, m.n - 1);
   drop_values(&t);
   take_values(&t, &m, false);
   check_variant(&t, 0);
   close_pair(&t);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest apart[] = { cmocka_unit_test(test_crowded), cmocka_unit_test(test_auto),
                                       cmocka_unit_test(test_refusals) };
   const int               missing = device_missing();
   if (missing)
   {
      return missing;
   }
   const int failed =
      cmocka_run_group_tests_name("device/hybrid: apart", apart, check_clean_environment, NULL);
   return families_run("device/hybrid", test_block_of_family) || failed;
}
