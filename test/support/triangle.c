/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/check.h"

#include <stdlib.h>

#include "support/device.h"
#include "support/triangle.h"

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

/* Sort the n columns of a row, and return how many are distinct. */
static int32_t pack_row(bool upper, int32_t *col_idx, int32_t n)
{
   int32_t kept = 0;
   qsort(col_idx, (size_t) n, sizeof *col_idx, upper ? by_value_descending : by_value);
   for (int32_t k = 0; k < n; k++)
   {
      if (k == 0 || col_idx[k] != col_idx[kept - 1])
      {
         col_idx[kept++] = col_idx[k];
      }
   }
   return kept;
}

/* The columns of row i in one triangle. */
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
   return n;
}

void triangle_open(const test_block *m, bool upper, bool packed, triangle *t)
{
   int32_t nnz = 0;
   t->row_ptr = check_alloc((size_t) m->n + 1, sizeof *t->row_ptr);
   t->col_idx = check_alloc((size_t) m->nnz + 1, sizeof *t->col_idx);
   for (int64_t i = 0; i < m->n; i++)
   {
      t->row_ptr[i] = nnz;
      const int32_t n = copy_row(m, i, upper, t->col_idx + nnz);
      nnz += packed ? pack_row(upper, t->col_idx + nnz, n) : n;
   }
   t->row_ptr[m->n] = nnz;
   t->host = (tsw_graph){ m->n, nnz, t->row_ptr, t->col_idx, upper };
   t->device_row_ptr = device_put(t->row_ptr, ((size_t) m->n + 1) * sizeof(int32_t));
   t->device_col_idx = device_put(t->col_idx, ((size_t) nnz + 1) * sizeof(int32_t));
   t->device = (tsw_graph){ m->n, nnz, t->device_row_ptr, t->device_col_idx, upper };
}

void triangle_close(triangle *t)
{
   assert_cuda(cudaFree(t->device_row_ptr));
   assert_cuda(cudaFree(t->device_col_idx));
   free(t->row_ptr);
   free(t->col_idx);
}

static void expect_ints(const int32_t *device, const int32_t *host, int64_t n)
{
   const size_t bytes = (size_t) n * sizeof(int32_t);
   int32_t     *copy = check_alloc((size_t) n + 1, sizeof *copy);
   device_get(copy, device, bytes);
   assert_memory_equal(copy, host, bytes);
   free(copy);
}

void triangle_expect_levels(const tsw_graph_levels *got, const tsw_level_sets *want, int64_t n)
{
   assert_int_equal(got->n_levels, want->n_levels);
   expect_ints(got->level_ptr, want->level_ptr, want->n_levels + 1);
   assert_memory_equal(got->host_level_ptr, want->level_ptr,
                       ((size_t) want->n_levels + 1) * sizeof(int32_t));
   expect_ints(got->order, want->order, n);
}
