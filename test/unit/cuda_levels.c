/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Level sets on the device, of graphs with thousands of level sets, with wide level sets and with
 * rows of many entries, by each method and repeatedly: bit for bit those of the host.
 */
#include "support/check.h"

#include <stdlib.h>

#include "kernels/cuda/published/level_sets.h"
#include "support/device.h"

enum
{
   REPEATS = 5
};

/* One strict triangle of a block, in which the columns of a row may have any order. */
static void make_triangle(const test_block *m, bool upper, int32_t *row_ptr, int32_t *col_idx)
{
   int32_t nnz = 0;
   for (int64_t i = 0; i < m->n; i++)
   {
      row_ptr[i] = nnz;
      for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
      {
         if (upper ? m->col_idx[e] > i : m->col_idx[e] < i)
         {
            col_idx[nnz++] = m->col_idx[e];
         }
      }
   }
   row_ptr[m->n] = nnz;
}

static void expect_ints(const int32_t *device, const int32_t *want, int64_t n)
{
   int32_t *got = check_alloc((size_t) n, sizeof *got);
   device_get(got, device, (size_t) n * sizeof *got);
   assert_memory_equal(got, want, (size_t) n * sizeof *got);
   free(got);
}

static void check_triangle(const test_block *m, bool upper)
{
   int32_t       *row_ptr = check_alloc((size_t) m->n + 1, sizeof *row_ptr);
   int32_t       *col_idx = check_alloc((size_t) m->nnz + 1, sizeof *col_idx);
   tsw_level_sets want;
   make_triangle(m, upper, row_ptr, col_idx);
   const tsw_graph host = { m->n, row_ptr[m->n], row_ptr, col_idx, upper };
   tsw_graph       device = host;
   device.row_ptr = device_put(row_ptr, ((size_t) m->n + 1) * sizeof *row_ptr);
   device.col_idx = device_put(col_idx, ((size_t) host.nnz + 1) * sizeof *col_idx);
   assert_ok(tsw_level_sets_find(&host, NULL, &want));
   for (int k = 0; k < REPEATS * (TSW_LEVELS_KAHN_QUEUE + 1); k++)
   {
      tsw_graph_levels got;
      assert_ok(tsw_level_sets_by((tsw_level_method) (k / REPEATS), &device, NULL, device_stream(),
                                  NULL, &got));
      assert_int_equal(got.n_levels, want.n_levels);
      expect_ints(got.level_ptr, want.level_ptr, want.n_levels + 1);
      expect_ints(got.order, want.order, m->n);
      tsw_graph_levels_free(NULL, &got);
   }
   tsw_level_sets_free(NULL, &want);
   assert_cuda(cudaFree((void *) (uintptr_t) device.row_ptr));
   assert_cuda(cudaFree((void *) (uintptr_t) device.col_idx));
   free(row_ptr);
   free(col_idx);
}

static void check_block(test_block *m)
{
   check_triangle(m, false);
   check_triangle(m, true);
   block_free(m);
}

/* A grid of nx times ny points, 5-point stencil: nx + ny - 1 level sets. */
static void make_grid(int64_t nx, int64_t ny, test_block *m)
{
   entry_list e;
   entries_open(&e, nx * ny);
   for (int64_t i = 0; i < nx * ny; i++)
   {
      const int64_t x = i % nx;
      entries_add(&e, i, i - nx, -1.0);
      entries_add(&e, i, x > 0 ? i - 1 : -1, -1.0);
      entries_add(&e, i, i, 4.0);
      entries_add(&e, i, x < nx - 1 ? i + 1 : -1, -1.0);
      entries_add(&e, i, i + nx, -1.0);
   }
   block_build(&e, m);
}

static void test_narrow_levels(void **state)
{
   test_block m;
   (void) state;
   make_grid(2, 3000, &m);
   check_block(&m);
}

static void test_wide_levels(void **state)
{
   test_block m;
   (void) state;
   make_grid(400, 300, &m);
   check_block(&m);
}

static void test_one_level(void **state)
{
   entry_list e;
   test_block m;
   (void) state;
   entries_open(&e, 5000);
   for (int64_t i = 0; i < e.n; i++)
   {
      entries_add(&e, i, i, 1.0);
   }
   block_build(&e, &m);
   check_block(&m);
}

/* Rows with a few entries, and hubs that a tenth of the rows need or that need a tenth. */
static void test_hubs(void **state)
{
   const int64_t n = 40000;
   random_stream r = random_open(random_seed(), "hubs", n);
   entry_list    e;
   test_block    m;
   (void) state;
   entries_open(&e, n);
   for (int64_t i = 0; i < n; i++)
   {
      entries_add(&e, i, i, 1.0);
      for (int64_t step = 1; step < 200; step *= 3)
      {
         const int64_t j = i - step * (1 + (int64_t) (random_real(&r) * random_real(&r) * 50.0));
         entries_add(&e, i, j == i ? -1 : j, 1.0);
         entries_add(&e, j == i ? -1 : j, i, 1.0);
      }
      for (int64_t j = i % 10; i % 9973 == 5 && j < n; j += 10)
      {
         entries_add(&e, i, j == i ? -1 : j, 1.0);
         entries_add(&e, j == i ? -1 : j, i, 1.0);
      }
   }
   block_build(&e, &m);
   check_block(&m);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_narrow_levels),
      cmocka_unit_test(test_wide_levels),
      cmocka_unit_test(test_one_level),
      cmocka_unit_test(test_hubs),
   };
   const int missing = device_missing();
   return missing ? missing : cmocka_run_group_tests_name("unit/cuda_levels", tests, NULL, NULL);
}
