/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels on the host in one pass over the rows in natural order. The level of a row follows from
 * the rows that the row depends on (Li 2017). In the sweep graph, a row also raises the levels of
 * later rows whose old values the row reads.
 */
#include "analysis/levels.h"

#include <string.h>

#include "analysis/graph.h"
#include "base/message.h"

trisweep_status tsw_levels_compute(const trisweep_csr *a, tsw_memory *owner, tsw_levels *levels)
{
   const int64_t        n = a->n_rows;
   TSW_SCRATCH int32_t *lower = NULL; /* level in the lower triangle */
   memset(levels, 0, sizeof *levels);
   TSW_TRY(TSW_ALLOC(owner, &levels->level, n, "the levels"));
   TSW_TRY(TSW_ALLOC(NULL, &lower, n, "the depth of the lower triangle"));
   memset(levels->level, 0, (size_t) n * sizeof(int32_t));
   for (int64_t i = 0; i < n; i++)
   {
      int32_t mine = levels->level[i];
      int32_t mine_lower = 0;
      for (int32_t k = a->row_ptr[i]; k < a->row_ptr[i + 1]; k++)
      {
         const int32_t j = a->col_idx[k];
         if (j < i)
         {
            mine = mine > levels->level[j] ? mine : levels->level[j] + 1;
            mine_lower = mine_lower > lower[j] ? mine_lower : lower[j] + 1;
         }
      }
      for (int32_t k = a->row_ptr[i]; k < a->row_ptr[i + 1]; k++)
      {
         const int32_t j = a->col_idx[k];
         if (j > i && levels->level[j] <= mine)
         {
            levels->level[j] = mine + 1;
         }
      }
      levels->level[i] = mine;
      lower[i] = mine_lower;
      levels->n_levels = levels->n_levels > mine ? levels->n_levels : mine + 1;
      levels->depth = levels->depth > mine_lower ? levels->depth : mine_lower + 1;
   }
   return TRISWEEP_OK;
}

int64_t tsw_levels_depth(int64_t n_rows, const tsw_triangle *lower)
{
   TSW_SCRATCH int32_t *level = NULL;
   const tsw_graph g = { n_rows, lower->row_ptr[n_rows], lower->row_ptr, lower->col_idx, false };
   return TSW_ALLOC(NULL, &level, n_rows, "the levels") ? 0 : tsw_graph_find_levels(&g, level);
}

trisweep_status tsw_levels_sort(int64_t n_rows, tsw_memory *owner, tsw_levels *levels)
{
   return tsw_sort_by_level(levels->level, n_rows, levels->n_levels, owner, &levels->level_ptr,
                            &levels->order);
}

void tsw_levels_free(tsw_memory *owner, tsw_levels *levels)
{
   tsw_memory_free(owner, &levels->level);
   tsw_memory_free(owner, &levels->level_ptr);
   tsw_memory_free(owner, &levels->order);
   memset(levels, 0, sizeof *levels);
}
