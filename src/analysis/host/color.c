/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/color.h"

#include <string.h>

#include "base/message.h"

/* Two passes over the entries: count the edges of each row, then store the edges. */
static void count_edges(const trisweep_csr *a, int32_t *count)
{
   for (int32_t i = 0; i < a->n_rows; i++)
   {
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         const int32_t j = a->col_idx[e];
         count[i > j ? i : j] += i != j;
      }
   }
}

static void place_edges(const trisweep_csr *a, int32_t *next, int32_t *col_idx)
{
   for (int32_t i = 0; i < a->n_rows; i++)
   {
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         const int32_t j = a->col_idx[e];
         if (i != j)
         {
            col_idx[next[i > j ? i : j]++] = i > j ? j : i;
         }
      }
   }
}

trisweep_status tsw_neighbours_find(const trisweep_csr *a, int32_t **row_ptr, int32_t **col_idx)
{
   const int64_t n = a->n_rows;
   TSW_TRY(TSW_ALLOC(NULL, row_ptr, n + 2, "the sweep graph"));
   /* next[i] is row_ptr[i + 1]; place_edges moves next[i] from the start of row i to the end. */
   int32_t *next = *row_ptr + 1;
   memset(*row_ptr, 0, (size_t) (n + 2) * sizeof(int32_t));
   count_edges(a, next);
   int32_t start = 0;
   for (int64_t i = 0; i <= n; i++)
   {
      const int32_t size = next[i];
      next[i] = start;
      start += size;
   }
   TSW_TRY(TSW_ALLOC(NULL, col_idx, start, "the sweep graph"));
   place_edges(a, next, *col_idx);
   return TRISWEEP_OK;
}

trisweep_status tsw_color_host(const trisweep_csr *a, int32_t *color, int32_t *n_colors)
{
   TSW_SCRATCH int32_t *row_ptr = NULL;
   TSW_SCRATCH int32_t *col_idx = NULL;
   TSW_SCRATCH int64_t *taken = NULL; /* the last row with a neighbour of each colour */
   TSW_TRY(tsw_neighbours_find(a, &row_ptr, &col_idx));
   TSW_TRY(TSW_ALLOC(NULL, &taken, a->n_rows, "colours"));
   *n_colors = 0;
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      taken[i] = -1;
      for (int32_t e = row_ptr[i]; e < row_ptr[i + 1]; e++)
      {
         taken[color[col_idx[e]]] = i;
      }
      int32_t c = 0;
      while (taken[c] == i)
      {
         c++;
      }
      color[i] = c;
      *n_colors = c + 1 > *n_colors ? c + 1 : *n_colors;
   }
   return TRISWEEP_OK;
}
