/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Layout of the pattern of a packed block. Values are loaded in load.c. */
#include "block/packed.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"

enum
{
   INSERTION_SORT_LIMIT = 32 /* shorter rows are sorted by insertion */
};

static int compare_columns(const void *a, const void *b)
{
   const int32_t x = *(const int32_t *) a;
   const int32_t y = *(const int32_t *) b;
   return (x > y) - (x < y);
}

static void insertion_sort(int32_t *col, int32_t n)
{
   for (int32_t i = 1; i < n; i++)
   {
      const int32_t c = col[i];
      int32_t       k = i;
      for (; k > 0 && col[k - 1] > c; k--)
      {
         col[k] = col[k - 1];
      }
      col[k] = c;
   }
}

static int32_t drop_repetitions(int32_t *col, int32_t n)
{
   int32_t kept = 0;
   for (int32_t i = 0; i < n; i++)
   {
      if (kept == 0 || col[i] != col[kept - 1])
      {
         col[kept++] = col[i];
      }
   }
   return kept;
}

static int32_t sort_unique(int32_t *col, int32_t n)
{
   bool sorted = true;
   for (int32_t i = 1; i < n; i++)
   {
      sorted = sorted && col[i - 1] < col[i];
   }
   if (sorted)
   {
      return n;
   }
   if (n <= INSERTION_SORT_LIMIT)
   {
      insertion_sort(col, n);
   }
   else
   {
      qsort(col, (size_t) n, sizeof *col, compare_columns);
   }
   return drop_repetitions(col, n);
}

static void reverse(int32_t *col, int32_t n)
{
   for (int32_t i = 0, k = n - 1; i < k; i++, k--)
   {
      const int32_t c = col[i];
      col[i] = col[k];
      col[k] = c;
   }
}

/* Copy the columns of one row into both triangles, and store the end of the row in both. */
static void layout_row(const trisweep_csr *a, int64_t row, tsw_packed *p)
{
   int32_t *lower = p->lower.col_idx + p->lower.row_ptr[row];
   int32_t *upper = p->upper.col_idx + p->upper.row_ptr[row];
   int32_t  n_lower = 0;
   int32_t  n_upper = 0;
   for (int32_t e = a->row_ptr[row]; e < a->row_ptr[row + 1]; e++)
   {
      const int32_t j = a->col_idx[e];
      if (j < row)
      {
         lower[n_lower++] = j;
      }
      else if (j > row)
      {
         upper[n_upper++] = j;
      }
   }
   n_lower = sort_unique(lower, n_lower);
   n_upper = sort_unique(upper, n_upper);
   reverse(upper, n_upper);
   p->lower.row_ptr[row + 1] = p->lower.row_ptr[row] + n_lower;
   p->upper.row_ptr[row + 1] = p->upper.row_ptr[row] + n_upper;
}

static trisweep_status alloc_triangle(tsw_memory *owner, int64_t n_rows, int64_t nnz,
                                      tsw_triangle *t)
{
   TSW_TRY(TSW_ALLOC(owner, &t->row_ptr, n_rows + 1, "row pointers"));
   TSW_TRY(TSW_ALLOC(owner, &t->col_idx, nnz, "packed columns"));
   TSW_TRY(TSW_ALLOC(owner, &t->val, nnz, "packed values"));
   t->row_ptr[0] = 0;
   return TRISWEEP_OK;
}

static trisweep_status alloc_triangles(const trisweep_csr *a, tsw_memory *owner, tsw_packed *p)
{
   int64_t n_lower = 0;
   int64_t n_upper = 0;
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         n_lower += a->col_idx[e] < i;
         n_upper += a->col_idx[e] > i;
      }
   }
   TSW_TRY(alloc_triangle(owner, a->n_rows, n_lower, &p->lower));
   return alloc_triangle(owner, a->n_rows, n_upper, &p->upper);
}

trisweep_status tsw_packed_layout(const trisweep_csr *a, tsw_memory *owner, tsw_packed *p)
{
   const int64_t n = a->n_rows;
   memset(p, 0, sizeof *p);
   p->n_rows = n;
   TSW_TRY(alloc_triangles(a, owner, p));
   TSW_TRY(TSW_ALLOC(owner, &p->inv_diag, n, "the reciprocal diagonal"));
   for (int64_t i = 0; i < n; i++)
   {
      layout_row(a, i, p);
   }
   p->n_entries[0] = p->lower.row_ptr[n];
   p->n_entries[1] = p->upper.row_ptr[n];
   return TRISWEEP_OK;
}

void tsw_triangle_free(tsw_memory *owner, tsw_triangle *t)
{
   tsw_memory_free(owner, &t->row_ptr);
   tsw_memory_free(owner, &t->col_idx);
   tsw_memory_free(owner, &t->val);
}

void tsw_packed_free(tsw_memory *owner, tsw_packed *p)
{
   tsw_triangle_free(owner, &p->lower);
   tsw_triangle_free(owner, &p->upper);
   tsw_memory_free(owner, &p->inv_diag);
   tsw_memory_free(owner, &p->inv_l1);
   tsw_memory_free(owner, &p->diag_l1);
}
