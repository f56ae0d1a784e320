/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Recognition of grids of lines and planes. */
#include "support/check.h"

#include <stdlib.h>

#include "bench/boards/grid.h"

/* Bit k of distances: some distance is in 2^k .. 2^(k+1) - 1. */
static void test_classes(void **state)
{
   (void) state;
   static const struct
   {
      uint32_t distances;
      int      line;
      int      plane;
   } examples[] = {
      { 0x0, 0, 0 },               /* no entries */
      { 0x1, 0, 0 },               /* one line */
      { 0x81, 0, 0 },              /* lines of 128 rows, one plane */
      { 0x4081, 7, 14 },           /* 7 points, 128^3 */
      { 0x60c1, 6, 13 },           /* 27 points, 128^3 */
      { 0x2087, 7, 13 },           /* three unknowns a point, 70^3 */
      { 0x15, 2, 4 },              /* 5^3 */
      { 0x7f, 0, 0 },              /* all distances */
      { 0x2081 | 0x400000, 0, 0 }, /* four classes */
      { 0x40000081, 7, 30 },       /* the last power of two */
   };
   for (size_t k = 0; k < sizeof examples / sizeof examples[0]; k++)
   {
      const tsw_grid grid = tsw_grid_of(examples[k].distances);
      assert_int_equal(grid.line, examples[k].line);
      assert_int_equal(grid.plane, examples[k].plane);
   }
}

/* The lower triangle of the 7-point stencil on a box. */
static tsw_grid of_box(int32_t nx, int32_t ny, int32_t nz)
{
   const int32_t n = nx * ny * nz;
   int32_t      *row_ptr = check_alloc((size_t) n + 1, sizeof *row_ptr);
   int32_t      *col_idx = check_alloc(3 * (size_t) n, sizeof *col_idx);
   int32_t       nnz = 0;
   for (int32_t i = 0; i < n; i++)
   {
      const int32_t step[3] = { nx * ny, nx, 1 };
      const bool    has[3] = { i / (nx * ny) > 0, i / nx % ny > 0, i % nx > 0 };
      row_ptr[i] = nnz;
      for (int k = 0; k < 3; k++)
      {
         if (has[k])
         {
            col_idx[nnz++] = i - step[k];
         }
      }
   }
   row_ptr[n] = nnz;
   const tsw_graph lower = { n, nnz, row_ptr, col_idx, false };
   const tsw_grid  grid = tsw_bench_grid(&lower);
   free(row_ptr);
   free(col_idx);
   return grid;
}

static void test_boxes(void **state)
{
   (void) state;
   tsw_grid grid = of_box(5, 4, 3);
   assert_int_equal(grid.line, 2);
   assert_int_equal(grid.plane, 4);
   grid = of_box(40, 50, 3);
   assert_int_equal(grid.line, 5);
   assert_int_equal(grid.plane, 10);
   grid = of_box(40, 50, 1);
   assert_int_equal(grid.plane, 0);
   grid = of_box(2, 2, 60); /* line and plane distances are not separate */
   assert_int_equal(grid.plane, 0);
   grid = of_box(1, 1, 1);
   assert_int_equal(grid.plane, 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_classes),
      cmocka_unit_test(test_boxes),
   };
   return cmocka_run_group_tests_name("unit/grid", tests, NULL, NULL);
}
