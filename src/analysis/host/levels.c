/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The level of a row follows from the rows that it depends on (Li 2017), in one pass over the rows
 * in natural order. A row also raises the levels of later rows whose old values it reads.
 */
#include "analysis/levels.h"

#include <string.h>

#include "analysis/few_colors.h"
#include "analysis/graph.h"
#include "base/message.h"

static trisweep_status sort(int64_t n_rows, tsw_levels *levels)
{
   return tsw_sort_by_level(levels->level, n_rows, levels->n_levels, false, NULL,
                            &levels->level_ptr, &levels->order);
}

trisweep_status tsw_levels_compute(const trisweep_csr *a, tsw_levels *levels)
{
   memset(levels, 0, sizeof *levels);
   TSW_TRY(TSW_ALLOC(NULL, &levels->level, a->n_rows, "the levels"));
   int32_t *level = levels->level;
   memset(level, 0, (size_t) a->n_rows * sizeof *level);
   for (int32_t i = 0; i < a->n_rows; i++)
   {
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         const int32_t j = a->col_idx[e];
         level[i] = j < i && level[j] >= level[i] ? level[j] + 1 : level[i];
      }
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         const int32_t j = a->col_idx[e];
         level[j] = j > i && level[j] <= level[i] ? level[i] + 1 : level[j];
      }
      levels->n_levels = levels->n_levels > level[i] ? levels->n_levels : level[i] + 1;
   }
   return sort(a->n_rows, levels);
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
