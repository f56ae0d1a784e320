/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Analysis of both triangles on every family of matrices: the device gives the transposes and the
 * level sets of the host, bit for bit, by each method of option levels.
 */
#include "support/check.h"

#include <stdlib.h>

#include "kernels/cuda/published/level_sets.h"
#include "support/device.h"
#include "support/families.h"
#include "support/triangle.h"

/* Each method, with and without known columns. */
static void check_levels(const triangle *t, const tsw_graph_columns *columns,
                         const tsw_level_sets *want)
{
   const int64_t n = t->host.n_rows;
   tsw_memory    owner = { 0 };
   for (int k = 0; k <= 2 * TSW_LEVELS_KAHN_QUEUE + 1; k++)
   {
      tsw_graph_levels got;
      assert_ok(tsw_level_sets_by((tsw_level_method) (k / 2), &t->device, k % 2 ? columns : NULL,
                                  device_stream(), &owner, &got));
      triangle_expect_levels(&got, want, n);
      tsw_graph_levels_free(&owner, &got);
      assert_int_equal(owner.bytes, 0);
   }
}

/* Each entry occurs once in its column, in the order of the rows. */
static void check_columns(const tsw_graph *g, const tsw_graph_columns *device)
{
   const size_t n = (size_t) g->n_rows, nnz = (size_t) g->nnz;
   int32_t     *col_ptr = check_alloc(n + 1, sizeof *col_ptr);
   int32_t     *row_idx = check_alloc(nnz + 1, sizeof *row_idx);
   int32_t     *entry = check_alloc(nnz + 1, sizeof *entry);
   device_get(col_ptr, device->col_ptr, (n + 1) * sizeof *col_ptr);
   device_get(row_idx, device->row_idx, nnz * sizeof *row_idx);
   device_get(entry, device->entry, nnz * sizeof *entry);
   assert_int_equal(col_ptr[0], 0);
   assert_int_equal(col_ptr[n], nnz);
   for (size_t j = 0; j < n; j++)
   {
      for (int32_t k = col_ptr[j]; k < col_ptr[j + 1]; k++)
      {
         const int32_t i = row_idx[k];
         assert_int_equal(g->col_idx[entry[k]], j);
         assert_in_range(entry[k], g->row_ptr[i], g->row_ptr[i + 1] - 1);
         assert_true(k == col_ptr[j] || (g->upper ? row_idx[k - 1] > i : row_idx[k - 1] < i));
      }
   }
   free(col_ptr);
   free(row_idx);
   free(entry);
}

static void check_triangle(const test_block *m, bool upper)
{
   triangle          t;
   tsw_graph_columns device;
   tsw_level_sets    want;
   triangle_open(m, upper, true, &t);
   assert_ok(tsw_graph_transpose(&t.device, device_stream(), NULL, &device));
   check_columns(&t.host, &device);
   assert_ok(tsw_level_sets_find(&t.host, NULL, &want));
   check_levels(&t, &device, &want);
   tsw_level_sets_free(NULL, &want);
   tsw_graph_columns_free(NULL, &device);
   triangle_close(&t);
}

static void test_block_of_family(const char *name, const test_block *m)
{
   (void) name;
   if (m->n > 0)
   {
      check_triangle(m, false);
      check_triangle(m, true);
   }
}

int main(void)
{
   const int missing = device_missing();
   return missing ? missing : families_run("unit/cuda_analysis", test_block_of_family);
}
