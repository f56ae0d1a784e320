/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/graph.h"

#include <string.h>

#include "base/message.h"

trisweep_status tsw_sort_by_level(const int32_t *level, int64_t n_items, int64_t n_levels,
                                  bool descending, tsw_memory *owner, int32_t **level_ptr,
                                  int32_t **order)
{
   TSW_TRY(TSW_ALLOC(owner, level_ptr, n_levels + 1, "level pointers"));
   TSW_TRY(TSW_ALLOC(owner, order, n_items, "the level order"));
   int32_t *next = *level_ptr;
   memset(next, 0, (size_t) (n_levels + 1) * sizeof(int32_t));
   for (int64_t i = 0; i < n_items; i++)
   {
      next[level[i]]++;
   }
   for (int64_t l = 1; l <= n_levels; l++)
   {
      next[l] += next[l - 1];
   }
   for (int64_t k = 0; k < n_items; k++) /* from the end of each level to its start */
   {
      const int64_t i = descending ? k : n_items - 1 - k;
      (*order)[--next[level[i]]] = (int32_t) i;
   }
   return TRISWEEP_OK;
}

int64_t tsw_graph_find_levels(const tsw_graph *g, int32_t *level)
{
   int64_t n_levels = 0;
   for (int64_t k = 0; k < g->n_rows; k++)
   {
      const int64_t i = tsw_graph_row(g, k);
      int32_t       mine = 0;
      for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
      {
         const int32_t next = level[g->col_idx[e]] + 1;
         mine = next > mine ? next : mine;
      }
      level[i] = mine;
      n_levels = mine >= n_levels ? (int64_t) mine + 1 : n_levels;
   }
   return n_levels;
}

trisweep_status tsw_level_sets_find(const tsw_graph *g, tsw_memory *owner, tsw_level_sets *levels)
{
   TSW_SCRATCH int32_t *level = NULL;
   memset(levels, 0, sizeof *levels);
   TSW_TRY(TSW_ALLOC(NULL, &level, g->n_rows, "the levels"));
   levels->n_levels = tsw_graph_find_levels(g, level);
   return tsw_sort_by_level(level, g->n_rows, levels->n_levels, g->upper, owner, &levels->level_ptr,
                            &levels->order);
}

void tsw_level_sets_free(tsw_memory *owner, tsw_level_sets *levels)
{
   tsw_memory_free(owner, &levels->level_ptr);
   tsw_memory_free(owner, &levels->order);
   memset(levels, 0, sizeof *levels);
}
