/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * ordering=color on every family of matrices: the colours are those of the host's
 * first fit, neighbours differ, and a sweep is the serial sweep of the block
 * whose rows and columns are sorted by colour.
 */
#include "support/check.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/color.h"
#include "device/support.h"
#include "support/families.h"
#include "support/sweeps.h"

enum
{
   STRIDE = 7
};

/* Rows sorted by colour. */
typedef struct coloring
{
   int32_t  n_colors;
   int32_t *color; /* [n] */
   int32_t *order; /* [n] row at each place */
   int32_t *place; /* [n] place of each row */
} coloring;

/* The pattern with each edge at its later row, as first fit wants it. Edges may repeat. */
static void find_coloring(const test_block *m, coloring *c)
{
   entry_list e;
   test_block edges;
   entries_open(&e, m->n);
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         const int64_t j = m->col_idx[k];
         if (j != i)
         {
            entries_add(&e, i > j ? i : j, i > j ? j : i, 1.0);
         }
      }
   }
   block_build(&e, &edges);
   const tsw_graph g = { edges.n, edges.nnz, edges.row_ptr, edges.col_idx, false };
   const size_t    n = (size_t) m->n;
   c->color = check_alloc(n, sizeof *c->color);
   c->order = check_alloc(n, sizeof *c->order);
   c->place = check_alloc(n, sizeof *c->place);
   assert_ok(tsw_color_host(&g, c->color, &c->n_colors));
   int32_t place = 0;
   for (int32_t color = 0; color < c->n_colors; color++)
   {
      for (int64_t i = 0; i < m->n; i++)
      {
         if (c->color[i] == color)
         {
            c->order[place] = (int32_t) i;
            c->place[i] = place++;
         }
      }
   }
   assert_int_equal(place, m->n);
   block_free(&edges);
}

static void check_neighbours(const test_block *m, const coloring *c)
{
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         assert_true(m->col_idx[k] == i || c->color[m->col_idx[k]] != c->color[i]);
      }
   }
}

static void sort_block(const test_block *m, const coloring *c, test_block *sorted)
{
   entry_list e;
   entries_open(&e, m->n);
   for (int64_t k = 0; k < m->n; k++)
   {
      const int32_t i = c->order[k];
      for (int32_t at = m->row_ptr[i]; at < m->row_ptr[i + 1]; at++)
      {
         entries_add(&e, k, c->place[m->col_idx[at]], m->val[at]);
      }
   }
   block_build(&e, sorted);
   for (int64_t k = 0; k < m->n; k++)
   {
      sorted->l1[k] = m->l1[c->order[k]];
      sorted->marker[k] = m->marker[c->order[k]];
   }
}

/* Columns of a vector of the case, sorted by colour. */
static double *sort_columns(const test_block *m, const coloring *c, const double *x, size_t size,
                            int n_vectors, int64_t ld)
{
   double *sorted = check_alloc(size, sizeof *sorted);
   memcpy(sorted, x, size * sizeof *sorted);
   for (int v = 0; v < n_vectors; v++)
   {
      for (int64_t k = 0; k < m->n; k++)
      {
         sorted[v * ld + k] = x[v * ld + c->order[k]];
      }
   }
   return sorted;
}

typedef struct both
{
   const sweep_case  *c;
   const coloring    *colors;
   test_block         sorted;
   device_block       block;
   trisweep_context  *host_ctx;
   trisweep_context  *device_ctx;
   trisweep_smoother *host;
   trisweep_smoother *device;
} both;

static void open_both(const sweep_case *c, const coloring *colors, both *t)
{
   t->c = c;
   t->colors = colors;
   sort_block(c->m, colors, &t->sorted);
   device_block_open(c->m, &t->block);
   t->host_ctx = check_context("schedule=serial");
   t->device_ctx = check_context("ordering=color");
   t->host = check_smoother(t->host_ctx);
   t->device = check_smoother(t->device_ctx);
   const trisweep_csr a = block_view(&t->sorted);
   assert_ok(trisweep_smoother_analyse(t->host, &a, NULL));
   assert_ok(trisweep_smoother_update_values(t->host, &a, t->sorted.l1, NULL));
   assert_ok(trisweep_smoother_analyse(t->device, &t->block.view, device_stream()));
   assert_ok(trisweep_smoother_update_values(t->device, &t->block.view, t->block.l1,
                                             device_stream()));
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
   double           *b = sort_columns(m, t->colors, t->c->b, n_b, how.n_vectors, ldb);
   double           *want = sort_columns(m, t->colors, t->c->x, n_x, how.n_vectors, ldx);
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
         const double got = x[vector * ldx + t->colors->order[k]];
         if (!(fabs(got - want[vector * ldx + k]) <= 1e-10 * size))
         {
            sweep_case_print(t->c, &how);
            fail_msg("row %" PRId32 ": %.17g instead of %.17g", t->colors->order[k], got,
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

static void test_block_of_family(const char *name, const test_block *m)
{
   sweep_case     c;
   coloring       colors;
   both           t;
   trisweep_stats stats;
   sweep_case_open(&c, name, m);
   find_coloring(m, &colors);
   check_neighbours(m, &colors);
   open_both(&c, &colors, &t);
   assert_ok(trisweep_smoother_stats(t.device, sizeof stats, &stats));
   assert_int_equal(stats.depth, colors.n_colors);
   for (int v = 0; v < VARIANT_COUNT; v += STRIDE)
   {
      check_variant(&t, v);
   }
   close_both(&t);
   free(colors.color);
   free(colors.order);
   free(colors.place);
   sweep_case_close(&c);
}

int main(void)
{
   const int missing = device_missing();
   return missing ? missing : families_run("device/color", test_block_of_family);
}
