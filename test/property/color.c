/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * First-fit colours on every family of matrices: no two neighbours have the same
 * colour, and every lesser colour is taken by an earlier neighbour.
 */
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/color.h"
#include "support/families.h"

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

static void test_block_of_family(const char *name, const test_block *m)
{
   (void) name;
   test_block edges;
   find_edges(m, &edges);
   const trisweep_csr a = block_view(m);
   int32_t           *color = check_alloc((size_t) m->n, sizeof *color);
   bool              *taken = check_alloc((size_t) m->n, sizeof *taken);
   int32_t            n_colors = -1;
   int32_t            most = 0;
   assert_ok(tsw_color_host(&a, color, &n_colors));
   for (int64_t i = 0; i < m->n; i++)
   {
      check_row(&edges, color, i, taken);
      most = color[i] + 1 > most ? color[i] + 1 : most;
   }
   assert_int_equal(n_colors, most);
   free(color);
   free(taken);
   block_free(&edges);
}

int main(void)
{
   return families_run("property/color", test_block_of_family);
}
