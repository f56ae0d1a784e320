/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels and row blocks of every family, compared with their definitions on a dense pattern: the
 * level of a row is one more than the greatest level of an earlier row coupled with the row.
 */
#include "support/check.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "analysis/levels.h"
#include "analysis/row_blocks.h"
#include "support/families.h"

/* The pattern as n x n booleans. */
static bool *dense_pattern(const test_block *m)
{
   bool *p = check_alloc((size_t) (m->n * m->n), sizeof *p);
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         p[i * m->n + m->col_idx[k]] = true;
      }
   }
   return p;
}

/* Longest paths by definition; returns how many levels there are. */
static int64_t define_levels(const bool *p, int64_t n, int32_t *level)
{
   int64_t n_levels = 0;
   for (int64_t i = 0; i < n; i++)
   {
      level[i] = 0;
      for (int64_t j = 0; j < i; j++)
      {
         if ((p[i * n + j] || p[j * n + i]) && level[j] >= level[i])
         {
            level[i] = level[j] + 1;
         }
      }
      n_levels = level[i] >= n_levels ? level[i] + 1 : n_levels;
   }
   return n_levels;
}

static void test_levels(const test_block *m, const bool *p)
{
   const trisweep_csr a = block_view(m);
   int32_t           *want = check_alloc((size_t) m->n, sizeof *want);
   tsw_levels         levels;
   assert_ok(tsw_levels_compute(&a, &levels));
   assert_int_equal(levels.n_levels, define_levels(p, m->n, want));
   assert_memory_equal(levels.level, want, (size_t) m->n * sizeof *want);
   assert_int_equal(levels.level_ptr[0], 0);
   assert_int_equal(levels.level_ptr[levels.n_levels], m->n);
   for (int64_t l = 0; l < levels.n_levels; l++)
   {
      assert_true(levels.level_ptr[l] < levels.level_ptr[l + 1]);
      for (int32_t k = levels.level_ptr[l]; k < levels.level_ptr[l + 1]; k++)
      {
         assert_int_equal(levels.level[levels.order[k]], l);
         assert_true(k == levels.level_ptr[l] || levels.order[k] > levels.order[k - 1]);
         for (int32_t other = levels.level_ptr[l]; other < k; other++)
         {
            const int64_t i = levels.order[k];
            const int64_t j = levels.order[other];
            assert_false(p[i * m->n + j] || p[j * m->n + i]);
         }
      }
   }
   tsw_levels_free(&levels);
   free(want);
}

/* The pattern of the graph of blocks. */
static bool *block_pattern(const test_block *m, const tsw_row_blocks *blocks)
{
   const int64_t n = blocks->n_blocks;
   bool         *p = check_alloc((size_t) (n * n), sizeof *p);
   int32_t      *block_of = check_alloc((size_t) m->n, sizeof *block_of);
   for (int32_t c = 0; c < n; c++)
   {
      for (int32_t i = blocks->start[c]; i < blocks->start[c + 1]; i++)
      {
         block_of[i] = c;
      }
   }
   for (int64_t i = 0; i < m->n; i++)
   {
      for (int32_t k = m->row_ptr[i]; k < m->row_ptr[i + 1]; k++)
      {
         p[block_of[i] * n + block_of[m->col_idx[k]]] = true;
      }
   }
   free(block_of);
   return p;
}

/* A block ends at the first allowed row after min_rows rows, and at no other row. */
static void check_cuts(const test_block *m, const bool *p, int64_t min_rows,
                       const tsw_row_blocks *blocks)
{
   int64_t c = 0;
   assert_int_equal(blocks->start[0], 0);
   for (int64_t i = 1; i < m->n; i++)
   {
      const bool coupled = p[i * m->n + i - 1] || p[(i - 1) * m->n + i];
      const bool ends = !coupled && i - blocks->start[c] >= min_rows;
      c += ends;
      assert_true((c < blocks->n_blocks && blocks->start[c] == i) == ends);
   }
   assert_int_equal(blocks->n_blocks, m->n > 0 ? c + 1 : 0);
   assert_int_equal(blocks->start[blocks->n_blocks], m->n);
}

static void test_row_blocks(const test_block *m, const bool *p, int64_t min_rows)
{
   const trisweep_csr a = block_view(m);
   tsw_packed         packed;
   tsw_row_blocks     blocks;
   assert_ok(tsw_packed_layout(&a, NULL, &packed));
   assert_ok(tsw_row_blocks_compute(&packed, min_rows, NULL, &blocks));
   tsw_packed_free(NULL, &packed);
   check_cuts(m, p, min_rows, &blocks);
   bool    *coupled = block_pattern(m, &blocks);
   int32_t *want = check_alloc((size_t) blocks.n_blocks, sizeof *want);
   assert_int_equal(blocks.n_fronts, define_levels(coupled, blocks.n_blocks, want));
   for (int64_t f = 0; f < blocks.n_fronts; f++)
   {
      for (int32_t k = blocks.front_ptr[f]; k < blocks.front_ptr[f + 1]; k++)
      {
         assert_int_equal(want[blocks.order[k]], f);
         assert_true(k == blocks.front_ptr[f] || blocks.order[k] > blocks.order[k - 1]);
      }
   }
   assert_int_equal(blocks.front_ptr[blocks.n_fronts], blocks.n_blocks);
   free(want);
   free(coupled);
   tsw_row_blocks_free(NULL, &blocks);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   (void) name;
   bool *p = dense_pattern(m);
   test_levels(m, p);
   for (int64_t min_rows = 1; min_rows <= 64; min_rows *= 4)
   {
      test_row_blocks(m, p, min_rows);
   }
   free(p);
}

int main(void)
{
   return families_run("analysis", test_block_of_family);
}
