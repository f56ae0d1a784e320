/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Analysis of both triangles on every family of matrices: the device gives the transposes and the
 * level sets of the host, bit for bit, by each method of option levels.
 */
#include "support/check.h"

#include <stdlib.h>

#include "analysis/cuda/graph.h"
#include "kernels/cuda/published/level_sets.h"
#include "support/device.h"
#include "support/families.h"

/* One strict triangle on the host and on the device. */
typedef struct triangle
{
   tsw_graph host;
   tsw_graph device;
   int32_t  *row_ptr;
   int32_t  *col_idx;
   int32_t  *device_row_ptr;
   int32_t  *device_col_idx;
} triangle;

static int by_value(const void *a, const void *b)
{
   const int32_t x = *(const int32_t *) a;
   const int32_t y = *(const int32_t *) b;
   return (x > y) - (x < y);
}

static int by_value_descending(const void *a, const void *b)
{
   return by_value(b, a);
}

/* Distinct columns of row i in one triangle, in the order of the packed block. */
static int32_t copy_row(const test_block *m, int64_t i, bool upper, int32_t *col_idx)
{
   int32_t n = 0;
   for (int32_t e = m->row_ptr[i]; e < m->row_ptr[i + 1]; e++)
   {
      const int32_t j = m->col_idx[e];
      if (upper ? j > i : j < i)
      {
         col_idx[n++] = j;
      }
   }
   qsort(col_idx, (size_t) n, sizeof *col_idx, upper ? by_value_descending : by_value);
   int32_t kept = 0;
   for (int32_t k = 0; k < n; k++)
   {
      if (k == 0 || col_idx[k] != col_idx[kept - 1])
      {
         col_idx[kept++] = col_idx[k];
      }
   }
   return kept;
}

static void open_triangle(const test_block *m, bool upper, triangle *t)
{
   t->row_ptr = check_alloc((size_t) m->n + 1, sizeof *t->row_ptr);
   t->col_idx = check_alloc((size_t) m->nnz + 1, sizeof *t->col_idx);
   int32_t nnz = 0;
   for (int64_t i = 0; i < m->n; i++)
   {
      t->row_ptr[i] = nnz;
      nnz += copy_row(m, i, upper, t->col_idx + nnz);
   }
   t->row_ptr[m->n] = nnz;
   t->host = (tsw_graph){ m->n, nnz, t->row_ptr, t->col_idx, upper };
   t->device_row_ptr = device_put(t->row_ptr, ((size_t) m->n + 1) * sizeof(int32_t));
   t->device_col_idx = device_put(t->col_idx, ((size_t) nnz + 1) * sizeof(int32_t));
   t->device = (tsw_graph){ m->n, nnz, t->device_row_ptr, t->device_col_idx, upper };
}

static void close_triangle(triangle *t)
{
   assert_cuda(cudaFree(t->device_row_ptr));
   assert_cuda(cudaFree(t->device_col_idx));
   free(t->row_ptr);
   free(t->col_idx);
}

static void assert_same(const int32_t *device, const int32_t *host, int64_t n)
{
   const size_t bytes = (size_t) n * sizeof(int32_t);
   int32_t     *copy = check_alloc((size_t) n + 1, sizeof *copy);
   device_get(copy, device, bytes);
   assert_memory_equal(copy, host, bytes);
   free(copy);
}

static void expect_levels(const tsw_graph_levels *got, const tsw_level_sets *want, int64_t n)
{
   assert_int_equal(got->n_levels, want->n_levels);
   assert_same(got->level_ptr, want->level_ptr, want->n_levels + 1);
   assert_memory_equal(got->host_level_ptr, want->level_ptr,
                       ((size_t) want->n_levels + 1) * sizeof(int32_t));
   assert_same(got->order, want->order, n);
}

/* Each method, with and without known columns, and a copy. */
static void check_levels(const triangle *t, const tsw_graph_columns *columns,
                         const tsw_level_sets *want)
{
   const int64_t n = t->host.n_rows;
   tsw_memory    owner = { 0 };
   for (int k = 0; k <= 2 * TSW_LEVELS_KAHN_QUEUE + 1; k++)
   {
      tsw_graph_levels got;
      tsw_graph_levels copy;
      assert_ok(tsw_level_sets_by((tsw_level_method) (k / 2), &t->device, k % 2 ? columns : NULL,
                                  device_stream(), &owner, &got));
      expect_levels(&got, want, n);
      assert_ok(tsw_graph_levels_copy(&got, n, &owner, &copy));
      tsw_graph_levels_free(&owner, &got);
      expect_levels(&copy, want, n);
      tsw_graph_levels_free(&owner, &copy);
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
   open_triangle(m, upper, &t);
   assert_ok(tsw_graph_transpose(&t.device, device_stream(), NULL, &device));
   check_columns(&t.host, &device);
   assert_ok(tsw_level_sets_find(&t.host, NULL, &want));
   check_levels(&t, &device, &want);
   tsw_level_sets_free(NULL, &want);
   tsw_graph_columns_free(NULL, &device);
   close_triangle(&t);
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
