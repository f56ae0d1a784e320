/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ordering=color on every family of matrices: the colours are first-fit colours, and a sweep equals
 * the serial sweep over the block with sorted rows and columns.
 */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>

#include "analysis/color.h"
#include "device/support.h"
#include "support/families.h"
#include "support/ordered.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 7
};

typedef struct both
{
   const sweep_case  *c;
   const row_order   *order;
   test_block         sorted;
   device_block       block;
   trisweep_context  *host_ctx;
   trisweep_context  *device_ctx;
   trisweep_smoother *host;
   trisweep_smoother *device;
} both;

static void open_both(const sweep_case *c, const row_order *order, const char *options, both *t)
{
   t->c = c;
   t->order = order;
   row_order_sort(order, c->m, &t->sorted);
   device_block_open(c->m, &t->block);
   t->host_ctx = check_context("schedule=serial");
   t->device_ctx = check_context(options);
   t->host = check_smoother(t->host_ctx);
   t->device = check_smoother(t->device_ctx);
   const trisweep_csr a = block_view(&t->sorted);
   assert_ok(trisweep_smoother_analyse(t->host, &a, NULL));
   assert_ok(trisweep_smoother_update_values(t->host, &a, t->sorted.l1, NULL));
   assert_ok(trisweep_smoother_analyse(t->device, &t->block.view, device_stream()));
   assert_ok(
      trisweep_smoother_update_values(t->device, &t->block.view, t->block.l1, device_stream()));
}

static void close_both(both *t)
{
   trisweep_smoother_destroy(&t->host);
   trisweep_smoother_destroy(&t->device);
   trisweep_context_destroy(&t->host_ctx);
   trisweep_context_destroy(&t->device_ctx);
   device_block_close(&t->block);
   block_free(&t->sorted);
}

static void check_variant(const both *t, int v)
{
   const test_block *m = t->c->m;
   trisweep_sweep    how = variant_get(v, m);
   const int64_t     ldb = how.ldb ? how.ldb : m->n;
   const int64_t     ldx = how.ldx ? how.ldx : m->n;
   const size_t      n_b = variant_b_size(m);
   const size_t      n_x = variant_x_size(m);
   double           *b = row_order_columns(t->order, m, t->c->b, n_b, how.n_vectors, ldb);
   double           *want = row_order_columns(t->order, m, t->c->x, n_x, how.n_vectors, ldx);
   double           *x = check_alloc(n_x, sizeof *x);
   double           *device_b = device_put(t->c->b, n_b * sizeof *b);
   double           *device_x = device_put(t->c->x, n_x * sizeof *x);
   const bool        marked = how.cf_marker != NULL;
   double            size = 0.0;
   how.b = device_b;
   how.x = device_x;
   how.cf_marker = marked ? t->block.marker : NULL;
   assert_ok(trisweep_smoother_sweep(t->device, &how, device_stream()));
   device_get(x, device_x, n_x * sizeof *x);
   how.b = b;
   how.x = want;
   how.cf_marker = marked ? t->sorted.marker : NULL;
   assert_ok(trisweep_smoother_sweep(t->host, &how, NULL));
   for (size_t k = 0; k < n_x; k++)
   {
      size = fmax(size, fabs(want[k]));
   }
   for (int vector = 0; vector < how.n_vectors; vector++)
   {
      for (int64_t k = 0; k < m->n; k++)
      {
         const double got = x[vector * ldx + t->order->order[k]];
         if (!(fabs(got - want[vector * ldx + k]) <= 1e-10 * size))
         {
            sweep_case_print(t->c, &how);
            fail_msg("row %" PRId32 ": %.17g instead of %.17g", t->order->order[k], got,
                     want[vector * ldx + k]);
         }
      }
   }
   cudaFree(device_b);
   cudaFree(device_x);
   free(b);
   free(want);
   free(x);
}

/* The colours on the device equal the first-fit colours of the host. */
static void check_colors(const test_block *m, const row_order *o)
{
   const trisweep_csr a = block_view(m);
   int32_t           *edges_ptr = NULL;
   int32_t           *edges = NULL;
   tsw_graph_levels   levels;
   assert_ok(tsw_neighbours_find(&a, &edges_ptr, &edges));
   const size_t    n = (size_t) m->n * sizeof(int32_t);
   const int32_t   nnz = edges_ptr[m->n];
   int32_t        *row_ptr = device_put(edges_ptr, n + sizeof(int32_t));
   int32_t        *col_idx = device_put(edges, (size_t) nnz * sizeof(int32_t));
   int32_t        *color = device_put(o->color, n);
   int32_t        *got = check_alloc((size_t) m->n, sizeof *got);
   const tsw_graph g = { m->n, nnz, row_ptr, col_idx, false };
   assert_int_equal(cudaMemset(color, 0xff, n), cudaSuccess);
   assert_ok(tsw_color_device(&g, device_stream(), NULL, color, &levels));
   device_get(got, color, n);
   assert_int_equal(levels.n_levels, o->n_colors);
   assert_memory_equal(got, o->color, n);
   tsw_graph_levels_free(NULL, &levels);
   tsw_memory_drop(&edges_ptr);
   tsw_memory_drop(&edges);
   cudaFree(row_ptr);
   cudaFree(col_idx);
   cudaFree(color);
   free(got);
}

static void check_options(sweep_case *c, const char *options)
{
   row_order order;
   both      t;
   row_order_find(c->m, &order);
   check_colors(c->m, &order);
   open_both(c, &order, options, &t);
   const trisweep_stats stats = check_stats(t.device);
   assert_int_equal(stats.depth, order.n_colors);
   assert_string_equal(stats.ordering, "color");
   for (int v = 0; v < VARIANT_COUNT; v += STRIDE)
   {
      check_variant(&t, v);
   }
   close_both(&t);
   row_order_free(&order);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   sweep_case c;
   sweep_case_open(&c, name, m);
   check_options(&c, "ordering=color");
   sweep_case_close(&c);
}

int main(void)
{
   const int missing = device_missing();
   return missing ? missing : families_run("device/color", test_block_of_family);
}
