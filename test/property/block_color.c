/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels of coloured blocks of rows on every family of matrices, for several sizes
 * of blocks: those of the order that the definition gives, so that neighbours differ
 * and keep their order; and first-fit colours for blocks of one row.
 */
#include "support/check.h"

#include <stdlib.h>

#include "analysis/block_color.h"
#include "analysis/color.h"
#include "analysis/mapped.h"
#include "support/families.h"
#include "support/ordered.h"

static void check_order(const test_block *m, const row_order *o, const int32_t *level)
{
   for (int64_t i = 0; i < m->n; i++)
   {
      assert_int_equal(level[i], o->level[i]);
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         const int32_t j = m->col_idx[k];
         assert_true(j == i || (level[j] < level[i]) == (o->place[j] < o->place[i]));
         assert_true(j == i || level[j] != level[i]);
         assert_true(o->block[j] == o->block[i] || o->color[j] != o->color[i]);
      }
   }
}

static void test_block_of_family(const char *name, const test_block *m)
{
   static const int32_t sizes[] = { 1, 2, 8, 1000000 };
   (void) name;
   const trisweep_csr a = block_view(m);
   int32_t           *level = check_alloc((size_t) m->n, sizeof *level);
   tsw_mapped         edges;
   assert_ok(tsw_mapped_block(&a, NULL, &edges));
   for (size_t k = 0; k < sizeof sizes / sizeof sizes[0]; k++)
   {
      row_order o;
      int32_t   n_levels = -1;
      row_order_find(m, sizes[k], &o);
      assert_ok(tsw_block_color_host(&edges.graph, sizes[k], level, &n_levels));
      assert_int_equal(n_levels, o.n_levels);
      check_order(m, &o, level);
      if (sizes[k] == 1)
      {
         assert_ok(tsw_color_host(&edges.graph, level, &n_levels));
         assert_int_equal(n_levels, o.n_levels);
         check_order(m, &o, level);
      }
      row_order_free(&o);
   }
   tsw_mapped_free(NULL, &edges);
   free(level);
}

int main(void)
{
   return families_run("property/block_color", test_block_of_family);
}
