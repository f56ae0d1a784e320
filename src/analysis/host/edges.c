/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/edges.h"

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

trisweep_status tsw_edges_find(const trisweep_csr *a, tsw_memory *owner, tsw_edges *edges)
{
   const int64_t n = a->n_rows;
   memset(edges, 0, sizeof *edges);
   TSW_TRY(TSW_ALLOC(owner, &edges->row_ptr, n + 2, "the sweep graph"));
   /* next[i] is row_ptr[i + 1]; place_edges moves next[i] from the start of row i to the end. */
   int32_t *next = edges->row_ptr + 1;
   memset(edges->row_ptr, 0, (size_t) (n + 2) * sizeof(int32_t));
   count_edges(a, next);
   int32_t start = 0;
   for (int64_t i = 0; i <= n; i++)
   {
      const int32_t size = next[i];
      next[i] = start;
      start += size;
   }
   TSW_TRY(TSW_ALLOC(owner, &edges->col_idx, start, "the sweep graph"));
   place_edges(a, next, edges->col_idx);
   edges->graph = (tsw_graph){ n, start, edges->row_ptr, edges->col_idx, false };
   return TRISWEEP_OK;
}

void tsw_edges_free(tsw_memory *owner, tsw_edges *edges)
{
   tsw_memory_free(owner, &edges->row_ptr);
   tsw_memory_free(owner, &edges->col_idx);
   memset(edges, 0, sizeof *edges);
}
