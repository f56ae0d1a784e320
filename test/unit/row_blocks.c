/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Row blocks of small matrices; property/analysis.c tests random matrices. */
#include "support/check.h"

#include "analysis/row_blocks.h"
#include "base/memory.h"
#include "support/blocks.h"

/* A grid of n_lines lines of edge points, with the 5-point stencil. */
static void make_lines(int64_t n_lines, int64_t edge, test_block *m)
{
   entry_list e;
   entries_open(&e, n_lines * edge);
   for (int64_t i = 0; i < n_lines * edge; i++)
   {
      entries_add(&e, i, i, 4.0);
      entries_add(&e, i, i - edge, -1.0);
      entries_add(&e, i, i + edge, -1.0);
      if (i % edge > 0)
      {
         entries_add(&e, i, i - 1, -1.0);
         entries_add(&e, i - 1, i, -1.0);
      }
   }
   block_build(&e, m);
}

static void compute(const test_block *m, int64_t min_rows, tsw_row_blocks *blocks)
{
   const trisweep_csr a = block_view(m);
   tsw_packed         packed;
   assert_ok(tsw_packed_layout(&a, NULL, &packed));
   assert_ok(tsw_row_blocks_compute(&packed, min_rows, NULL, blocks));
   tsw_packed_free(NULL, &packed);
}

static void test_lines_of_a_grid(void **state)
{
   (void) state;
   test_block     m;
   tsw_row_blocks blocks;
   make_lines(4, 5, &m);
   /* up to min_rows 5 a block is one line; with 6 a block is two lines */
   for (int64_t min_rows = 1; min_rows <= 6; min_rows++)
   {
      const int64_t lines = min_rows <= 5 ? 1 : 2;
      compute(&m, min_rows, &blocks);
      assert_int_equal(blocks.n_blocks, 4 / lines);
      assert_int_equal(blocks.n_fronts, 4 / lines);
      for (int64_t k = 0; k <= blocks.n_blocks; k++)
      {
         assert_int_equal(blocks.start[k], 5 * lines * k);
         assert_int_equal(blocks.front_ptr[k], k);
      }
      tsw_row_blocks_free(NULL, &blocks);
   }
   block_free(&m);
}

static void test_independent_rows(void **state)
{
   (void) state;
   entry_list     e;
   test_block     m;
   tsw_row_blocks blocks;
   entries_open(&e, 10);
   block_build(&e, &m);
   compute(&m, 4, &blocks);
   assert_int_equal(blocks.n_blocks, 3);
   assert_int_equal(blocks.n_fronts, 1);
   assert_memory_equal(blocks.start, ((const int32_t[]){ 0, 4, 8, 10 }), 4 * sizeof(int32_t));
   assert_memory_equal(blocks.order, ((const int32_t[]){ 0, 1, 2 }), 3 * sizeof(int32_t));
   tsw_row_blocks_free(NULL, &blocks);
   block_free(&m);
}

static void test_no_rows(void **state)
{
   (void) state;
   const tsw_packed none = { 0 };
   tsw_row_blocks   blocks;
   assert_ok(tsw_row_blocks_compute(&none, 1, NULL, &blocks));
   assert_int_equal(blocks.n_blocks, 0);
   assert_int_equal(blocks.n_fronts, 0);
   assert_int_equal(blocks.start[0], 0);
   assert_int_equal(blocks.front_ptr[0], 0);
   tsw_row_blocks_free(NULL, &blocks);
}

static void test_failures(void **state)
{
   (void) state;
   test_block      m;
   tsw_packed      packed;
   tsw_row_blocks  blocks;
   trisweep_status status = TRISWEEP_ERROR_MEMORY;
   int             failures = 0;
   make_lines(3, 3, &m);
   const trisweep_csr a = block_view(&m);
   assert_ok(tsw_packed_layout(&a, NULL, &packed));
   for (int k = 1; status != TRISWEEP_OK; k++)
   {
      tsw_memory_fail_at(k);
      status = tsw_row_blocks_compute(&packed, 1, NULL, &blocks);
      tsw_memory_fail_at(0);
      assert_true(status == TRISWEEP_OK || status == TRISWEEP_ERROR_MEMORY);
      failures += status != TRISWEEP_OK;
      tsw_row_blocks_free(NULL, &blocks);
   }
   assert_true(failures >= 4);
   tsw_packed_free(NULL, &packed);
   block_free(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_lines_of_a_grid),
      cmocka_unit_test(test_independent_rows),
      cmocka_unit_test(test_no_rows),
      cmocka_unit_test(test_failures),
   };
   return cmocka_run_group_tests_name("row_blocks", tests, check_clean_environment, NULL);
}
