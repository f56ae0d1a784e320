/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/matrix/builder.h"

#include <stdlib.h>
#include <string.h>

void tsw_builder_add(tsw_builder *b, int64_t row, int64_t col, double val)
{
   if (b->n_entries == b->capacity && !b->failed)
   {
      const int64_t capacity = b->capacity ? 2 * b->capacity : 1024;
      tsw_entry    *entries = realloc(b->entries, (size_t) capacity * sizeof *entries);
      b->failed = !entries;
      b->entries = entries ? entries : b->entries;
      b->capacity = entries ? capacity : b->capacity;
   }
   b->failed = b->failed || b->n_entries >= INT32_MAX;
   if (!b->failed)
   {
      b->entries[b->n_entries++] = (tsw_entry){ (int32_t) row, (int32_t) col, val };
   }
}

static trisweep_status alloc_matrix(tsw_matrix *m, int64_t n_rows, int64_t nnz)
{
   m->n_rows = n_rows;
   m->nnz = nnz;
   m->row_ptr = calloc((size_t) n_rows + 1, sizeof *m->row_ptr);
   m->col_idx = malloc(((size_t) nnz + 1) * sizeof *m->col_idx);
   m->val = malloc(((size_t) nnz + 1) * sizeof *m->val);
   return m->row_ptr && m->col_idx && m->val ? TRISWEEP_OK : TRISWEEP_ERROR_MEMORY;
}

/* Sort entries stably by row or by column (counting sort). */
static void counting_pass(const tsw_entry *from, tsw_entry *to, int64_t n, int32_t *start,
                          int64_t n_keys, bool by_row)
{
   memset(start, 0, ((size_t) n_keys + 1) * sizeof *start);
   for (int64_t e = 0; e < n; e++)
   {
      start[(by_row ? from[e].row : from[e].col) + 1]++;
   }
   for (int64_t k = 0; k < n_keys; k++)
   {
      start[k + 1] += start[k];
   }
   for (int64_t e = 0; e < n; e++)
   {
      to[start[by_row ? from[e].row : from[e].col]++] = from[e];
   }
}

static void merge_rows(const tsw_builder *b, tsw_matrix *m)
{
   const tsw_entry *entries = b->entries;
   int64_t          kept = 0;
   for (int64_t e = 0; e < b->n_entries; e++)
   {
      const bool repeated =
         e > 0 && entries[e].row == entries[e - 1].row && entries[e].col == entries[e - 1].col;
      if (repeated)
      {
         const bool copy = b->is_symmetric && entries[e].row < entries[e].col;
         m->n_repeated += !copy && !(b->is_pattern && entries[e].row == entries[e].col);
         m->val[kept - 1] += entries[e].val;
         continue;
      }
      m->col_idx[kept] = entries[e].col;
      m->val[kept++] = entries[e].val;
      m->row_ptr[entries[e].row + 1]++;
   }
   for (int64_t i = 0; i < m->n_rows; i++)
   {
      m->row_ptr[i + 1] += m->row_ptr[i];
   }
   m->nnz = kept;
}

trisweep_status tsw_builder_finish(tsw_builder *b, tsw_matrix *m)
{
   trisweep_status status = b->failed ? TRISWEEP_ERROR_MEMORY : TRISWEEP_OK;
   tsw_entry      *sorted = malloc(((size_t) b->n_entries + 1) * sizeof *sorted);
   int32_t        *start = malloc(((size_t) b->n_rows + 2) * sizeof *start);
   if (!sorted || !start)
   {
      status = TRISWEEP_ERROR_MEMORY;
   }
   if (status == TRISWEEP_OK)
   {
      status = alloc_matrix(m, b->n_rows, b->n_entries);
   }
   if (status == TRISWEEP_OK)
   {
      counting_pass(b->entries, sorted, b->n_entries, start, b->n_rows, false);
      counting_pass(sorted, b->entries, b->n_entries, start, b->n_rows, true);
      merge_rows(b, m);
   }
   else
   {
      tsw_matrix_free(m);
   }
   free(sorted);
   free(start);
   free(b->entries);
   memset(b, 0, sizeof *b);
   return status;
}
