/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * First-fit colours on every family of matrices: no two neighbours have the same
 * colour, and every lesser colour is taken by an earlier neighbour. With a limit on
 * the colours no colour has fewer earlier neighbours, and every lesser one has more.
 */
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/color.h"
#include "support/families.h"
#include "support/hybrid.h"

/* The pattern with each edge at its later row; edges may repeat. */
static void find_edges(const test_block *m, test_block *edges)
{
   entry_list e;
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
   block_build(&e, edges);
}

static void check_row(const test_block *edges, const int32_t *color, int64_t i, bool *taken)
{
   memset(taken, 0, (size_t) edges->n * sizeof *taken);
   for (int32_t k = edges->row_ptr[i]; k < edges->row_ptr[i + 1]; k++)
   {
      taken[color[edges->col_idx[k]]] = true;
   }
   assert_in_range(color[i], 0, edges->n - 1);
   assert_false(taken[color[i]]);
   for (int32_t c = 0; c < color[i]; c++)
   {
      assert_true(taken[c]);
   }
}

/* Distinct earlier neighbours of each colour, as far as they are counted. */
static void check_limited_row(const test_block *once, int32_t limit, const int32_t *color,
                              int64_t i)
{
   int count[TSW_COLORS_MOST] = { 0 };
   for (int32_t k = once->row_ptr[i]; k < once->row_ptr[i + 1]; k++)
   {
      int *of = &count[color[once->col_idx[k]]];
      *of += *of < 255;
   }
   assert_in_range(color[i], 0, limit - 1);
   for (int32_t c = 0; c < limit; c++)
   {
      assert_true(c < color[i] ? count[c] > count[color[i]] : count[c] >= count[color[i]]);
   }
}

/* Returns how many colours there are. */
static int32_t check_limited(const test_block *m, int32_t limit, int32_t *color)
{
   test_block edges;
   test_block once;
   int32_t    n_colors = -1;
   int32_t    most = 0;
   find_edges(m, &edges);
   hybrid_edges(m, &once);
   const tsw_graph g = { edges.n, edges.nnz, edges.row_ptr, edges.col_idx, false };
   assert_ok(tsw_color_limited_host(&g, limit, color, &n_colors));
   for (int64_t i = 0; i < m->n; i++)
   {
      check_limited_row(&once, limit, color, i);
      most = color[i] + 1 > most ? color[i] + 1 : most;
   }
   assert_int_equal(n_colors, most);
   block_free(&edges);
   block_free(&once);
   return n_colors;
}

/* With a limit that is no less than the colours there are, they are the same. */
static void check_limit(const test_block *m, int32_t limit, const int32_t *color, int32_t n_colors)
{
   int32_t      *limited = check_alloc((size_t) m->n, sizeof *limited);
   const int32_t n_limited = check_limited(m, limit, limited);
   if (limit >= n_colors)
   {
      assert_int_equal(n_limited, n_colors);
      assert_memory_equal(limited, color, (size_t) m->n * sizeof *limited);
   }
   else
   {
      assert_int_equal(n_limited, limit);
   }
   free(limited);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   (void) name;
   test_block edges;
   find_edges(m, &edges);
   const tsw_graph g = { edges.n, edges.nnz, edges.row_ptr, edges.col_idx, false };
   int32_t        *color = check_alloc((size_t) m->n, sizeof *color);
   bool           *taken = check_alloc((size_t) m->n, sizeof *taken);
   int32_t         n_colors = -1;
   int32_t         most = 0;
   assert_ok(tsw_color_host(&g, color, &n_colors));
   for (int64_t i = 0; i < m->n; i++)
   {
      check_row(&edges, color, i, taken);
      most = color[i] + 1 > most ? color[i] + 1 : most;
   }
   assert_int_equal(n_colors, most);
   for (int32_t limit = 1; limit <= TSW_COLORS_MOST; limit++)
   {
      check_limit(m, limit, color, most);
   }
   free(color);
   free(taken);
   block_free(&edges);
}

/* Of 300 and 260 neighbours 255 count. */
static void test_crowded(void **state)
{
   test_block m;
   (void) state;
   hybrid_crowded(&m);
   int32_t *color = check_alloc((size_t) m.n, sizeof *color);
   check_limited(&m, 2, color);
   assert_int_equal(color[m.n - 1], 0);
   check_limited(&m, 3, color);
   assert_int_equal(color[m.n - 1], 2);
   free(color);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest crowded[] = { cmocka_unit_test(test_crowded) };
   const int failed = cmocka_run_group_tests_name("property/color: crowded", crowded, NULL, NULL);
   return families_run("property/color", test_block_of_family) || failed;
}
