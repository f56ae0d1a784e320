/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Grids of thousands of rows, which schedule strips splits into tiles: the device finds the same
 * grid as the host, sweeps equal schedule persistent up to rounding, and repetitions give the same
 * bits. Some grids have entries in one direction only.
 */
#include "support/check.h"

#include <stdlib.h>
#include <string.h>

#include "analysis/grid.h"
#include "bench/boards/grid.h"
#include "device/support.h"

typedef struct box
{
   const char *name;
   int64_t     n[3];
   int64_t     unknowns; /* a point */
   int64_t     reach;    /* 1: 7 points, 3: 27 */
   int64_t     dropped;  /* of ten entries of the lower triangle */
   bool        is_grid;
} box;

static const box boxes[] = {
   { "7 points", { 24, 20, 22 }, 1, 1, 0, true },
   { "27 points", { 18, 21, 16 }, 1, 3, 0, true },
   { "27 points, three unknowns", { 12, 11, 13 }, 3, 3, 0, true },
   { "few lines, many planes", { 8, 8, 150 }, 1, 1, 0, true },
   { "long lines", { 300, 6, 7 }, 1, 1, 0, true },
   { "more rows than are looked at", { 48, 52, 45 }, 1, 1, 0, true },
   { "7 points, half of the lower triangle", { 24, 20, 22 }, 1, 1, 5, true },
   { "27 points, a tenth missing", { 18, 21, 16 }, 1, 3, 1, true },
   { "one plane", { 70, 80, 1 }, 1, 3, 0, false },
};

enum
{
   N_BOXES = sizeof boxes / sizeof boxes[0]
};

static void couple(entry_list *e, const box *b, int64_t point, int64_t k, random_stream *r)
{
   const int64_t at[3] = { point % b->n[0], point / b->n[0] % b->n[1], point / b->n[0] / b->n[1] };
   const int64_t step[3] = { k % 3 - 1, k / 3 % 3 - 1, k / 9 - 1 };
   int64_t       other = point;
   int64_t       stride = 1;
   int64_t       length = 0;
   for (int d = 0; d < 3; d++)
   {
      if (at[d] + step[d] < 0 || at[d] + step[d] >= b->n[d])
      {
         return;
      }
      other += step[d] * stride;
      stride *= b->n[d];
      length += labs(step[d]);
   }
   for (int64_t u = 0; length <= b->reach && u < b->unknowns * b->unknowns; u++)
   {
      const int64_t row = point * b->unknowns + u / b->unknowns;
      const int64_t col = other * b->unknowns + u % b->unknowns;
      if (row != col && (col > row || random_below(r, 10) >= b->dropped))
      {
         entries_add(e, row, col, -1.0 + 0.25 * random_real(r));
      }
   }
}

static void open_box(const box *b, test_block *m)
{
   const int64_t n_points = b->n[0] * b->n[1] * b->n[2];
   entry_list    e;
   random_stream r = random_open(random_seed(), b->name, n_points);
   entries_open(&e, n_points * b->unknowns);
   for (int64_t point = 0; point < n_points; point++)
   {
      for (int64_t k = 0; k < 27; k++)
      {
         couple(&e, b, point, k, &r);
      }
      for (int64_t u = 0; u < b->unknowns; u++)
      {
         const int64_t row = point * b->unknowns + u;
         entries_add(&e, row, row, 30.0 * (double) b->unknowns);
      }
   }
   block_build(&e, m);
}

/* ---- the pattern -------------------------------------------------------- */

/* The lower triangle on the host; free both arrays. */
static tsw_graph lower_of(const test_block *m, int32_t **row_ptr, int32_t **col_idx)
{
   int32_t nnz = 0;
   *row_ptr = check_alloc((size_t) m->n + 1, sizeof **row_ptr);
   *col_idx = check_alloc((size_t) m->nnz + 1, sizeof **col_idx);
   for (int64_t i = 0; i < m->n; i++)
   {
      (*row_ptr)[i] = nnz;
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         if (m->col_idx[e] < i)
         {
            (*col_idx)[nnz++] = m->col_idx[e];
         }
      }
   }
   (*row_ptr)[m->n] = nnz;
   return (tsw_graph){ m->n, nnz, *row_ptr, *col_idx, false };
}

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

static void check_points(const tsw_graph *host, const tsw_graph *device, const tsw_grid *grid)
{
   const size_t bytes = (size_t) host->n_rows * sizeof(int32_t);
   int32_t     *line = steps_to(host, 1 << grid->line, 1 << grid->plane);
   int32_t     *plane = steps_to(host, 1 << grid->plane, INT64_MAX);
   int32_t     *got = check_alloc((size_t) host->n_rows, sizeof *got);
   int32_t     *point = device_put(line, bytes);
   assert_ok(tsw_grid_points(device, grid, device_stream(), point));
   device_get(got, point, bytes);
   for (int64_t i = 0; i < host->n_rows; i++)
   {
      assert_int_equal(got[i], plane[i] << TSW_GRID_LINE_BITS | line[i]);
   }
   assert_cuda(cudaFree(point));
   free(line);
   free(plane);
   free(got);
}

static void test_pattern(void **state)
{
   (void) state;
   for (int k = 0; k < N_BOXES; k++)
   {
      test_block m;
      int32_t   *row_ptr;
      int32_t   *col_idx;
      tsw_grid   grid;
      open_box(&boxes[k], &m);
      const tsw_graph host = lower_of(&m, &row_ptr, &col_idx);
      tsw_graph       device = host;
      int32_t        *device_ptr = device_put(row_ptr, ((size_t) m.n + 1) * sizeof *row_ptr);
      int32_t        *device_idx = device_put(col_idx, ((size_t) host.nnz + 1) * sizeof *col_idx);
      device.row_ptr = device_ptr;
      device.col_idx = device_idx;
      const tsw_grid want = tsw_bench_grid(&host);
      assert_ok(tsw_grid_find(&device, device_stream(), &grid));
      assert_int_equal(want.plane > 0, boxes[k].is_grid);
      assert_int_equal(grid.line, want.line);
      assert_int_equal(grid.plane, want.plane);
      if (boxes[k].is_grid)
      {
         check_points(&host, &device, &grid);
      }
      assert_cuda(cudaFree(device_ptr));
      assert_cuda(cudaFree(device_idx));
      free(row_ptr);
      free(col_idx);
      block_free(&m);
   }
}

/* ---- sweeps -------------------------------------------------------------- */

static void test_sweeps(void **state)
{
   (void) state;
   for (int k = 0; k < N_BOXES; k++)
   {
      test_block   m;
      device_block b;
      sweep_case   c;
      open_box(&boxes[k], &m);
      device_block_open(&m, &b);
      sweep_case_open(&c, boxes[k].name, &m);
      device_sweeps strips = device_sweeps_open("schedule=strips", &b);
      device_sweeps persistent = device_sweeps_open("schedule=persistent", &b);
      device_sweeps_compare(&strips, &persistent, &c, &b, 1e-12);
      device_sweeps_compare(&strips, &strips, &c, &b, 0.0);
      device_sweeps_load(&strips, &b);
      device_sweeps_compare(&strips, &persistent, &c, &b, 1e-12);
      device_sweeps_close(&strips);
      device_sweeps_close(&persistent);
      sweep_case_close(&c);
      device_block_close(&b);
      block_free(&m);
   }
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_pattern),
      cmocka_unit_test(test_sweeps),
   };
   const int missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("device/tiles", tests, NULL, NULL);
}
