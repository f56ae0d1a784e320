/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The device finds the grid of a block's pattern, and the levels and
 * points of its rows, as the host does. */
#include "support/check.h"

#include <stdlib.h>

#include "analysis/grid.h"
#include "bench/boards/grid.h"
#include "device/boxes.h"
#include "support/device.h"
#include "support/triangle.h"

/* The longest path to each row, counting entries whose distance from the diagonal is in from ..
   to - 1. */
static int32_t *steps_to(const tsw_graph *g, int64_t from, int64_t to)
{
   int32_t *steps = check_alloc((size_t) g->n_rows, sizeof *steps);
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      steps[i] = 0;
      for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
      {
         const int64_t distance = i - g->col_idx[e];
         const int32_t here = steps[g->col_idx[e]] + (distance >= from && distance < to);
         steps[i] = here > steps[i] ? here : steps[i];
      }
   }
   return steps;
}

static void check_points_and_levels(const tsw_graph *host, const tsw_graph *device,
                                    const tsw_grid *grid)
{
   const size_t bytes = (size_t) host->n_rows * sizeof(int32_t);
   int32_t     *line = steps_to(host, 1 << grid->line, 1 << grid->plane);
   int32_t     *plane = steps_to(host, 1 << grid->plane, INT64_MAX);
   int32_t     *path = steps_to(host, 1, INT64_MAX);
   int32_t     *got = check_alloc((size_t) host->n_rows, sizeof *got);
   int32_t     *level = device_put(path, bytes);
   int32_t     *point = device_put(line, bytes);
   assert_ok(tsw_grid_levels(device, grid, device_stream(), level, point));
   device_get(got, point, bytes);
   for (int64_t i = 0; i < host->n_rows; i++)
   {
      assert_int_equal(got[i], plane[i] << TSW_GRID_LINE_BITS | line[i]);
   }
   device_get(got, level, bytes);
   assert_memory_equal(got, path, bytes);
   assert_cuda(cudaFree(point));
   assert_cuda(cudaFree(level));
   free(line);
   free(plane);
   free(path);
   free(got);
}

static void test_pattern(void **state)
{
   (void) state;
   for (int k = 0; k < BOX_COUNT; k++)
   {
      test_block m;
      triangle   t;
      tsw_grid   grid;
      box_open(&boxes[k], &m);
      triangle_open(&m, false, false, &t);
      const tsw_grid want = tsw_bench_grid(&t.host);
      assert_ok(tsw_grid_find(&t.device, device_stream(), &grid));
      assert_int_equal(want.plane > 0, boxes[k].is_grid);
      assert_int_equal(grid.line, want.line);
      assert_int_equal(grid.plane, want.plane);
      if (boxes[k].is_grid)
      {
         check_points_and_levels(&t.host, &t.device, &grid);
      }
      triangle_close(&t);
      block_free(&m);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = { cmocka_unit_test(test_pattern) };
   const int               missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("unit/cuda_grid", tests, NULL, NULL);
}
