/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels on the host in one pass over the rows in natural order. The level of a row follows from
 * the rows that the row depends on (Li 2017). A row also raises the levels of later rows whose old
 * values the row reads.
 */
#include "analysis/levels.h"

#include <string.h>

#include "analysis/few_colors.h"
#include "analysis/graph.h"
#include "base/message.h"

static trisweep_status sort(int64_t n_rows, tsw_levels *levels)
{
   return tsw_sort_by_level(levels->level, n_rows, levels->n_levels, NULL, &levels->level_ptr,
                            &levels->order);
}

trisweep_status tsw_levels_compute(const trisweep_csr *a, tsw_levels *levels)
{
   const int64_t n = a->n_rows;
   memset(levels, 0, sizeof *levels);
   TSW_TRY(TSW_ALLOC(NULL, &levels->level, n, "the levels"));
   memset(levels->level, 0, (size_t) n * sizeof(int32_t));
   for (int64_t i = 0; i < n; i++)
   {
      int32_t mine = levels->level[i];
      for (int32_t k = a->row_ptr[i]; k < a->row_ptr[i + 1]; k++)
      {
         const int32_t j = a->col_idx[k];
         if (j < i)
         {
            mine = mine > levels->level[j] ? mine : levels->level[j] + 1;
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
      levels->n_levels = levels->n_levels > mine ? levels->n_levels : mine + 1;
   }
   return sort(n, levels);
}

trisweep_status tsw_levels_few(int64_t n_rows, int32_t n_colors, tsw_levels *levels)
{
   const tsw_few_colors few = { n_colors, 1, true, false };
   memset(levels, 0, sizeof *levels);
   TSW_TRY(TSW_ALLOC(NULL, &levels->level, n_rows, "the levels"));
   for (int32_t i = 0; i < n_rows; i++)
   {
      levels->level[i] = tsw_few_color(few, i);
   }
   levels->n_levels = n_rows > 0 ? n_colors : 0;
   return sort(n_rows, levels);
}

void tsw_levels_free(tsw_levels *levels)
{
   tsw_memory_drop(&levels->level);
   tsw_memory_drop(&levels->level_ptr);
   tsw_memory_drop(&levels->order);
   memset(levels, 0, sizeof *levels);
}
