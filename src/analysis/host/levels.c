/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels on the host in one pass over the rows in natural order. The level of a block of rows
 * follows from the blocks that it depends on (Li 2017). A block also raises the levels of later
 * blocks whose old values it reads.
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

int64_t tsw_block_levels(const trisweep_csr *a, int64_t n_blocks, const int32_t *start,
                         const int32_t *block_of, int32_t *level)
{
   int64_t n_levels = 0;
   memset(level, 0, (size_t) n_blocks * sizeof *level);
   for (int64_t c = 0; c < n_blocks; c++)
   {
      const int32_t first = a->row_ptr[start ? start[c] : c];
      const int32_t last = a->row_ptr[start ? start[c + 1] : c + 1];
      for (int32_t e = first; e < last; e++)
      {
         const int32_t other = block_of ? block_of[a->col_idx[e]] : a->col_idx[e];
         if (other < c && level[other] >= level[c])
         {
            level[c] = level[other] + 1;
         }
      }
      for (int32_t e = first; e < last; e++)
      {
         const int32_t other = block_of ? block_of[a->col_idx[e]] : a->col_idx[e];
         if (other > c && level[other] <= level[c])
         {
            level[other] = level[c] + 1;
         }
      }
      n_levels = n_levels > level[c] ? n_levels : level[c] + 1;
   }
   return n_levels;
}

trisweep_status tsw_levels_compute(const trisweep_csr *a, tsw_levels *levels)
{
   memset(levels, 0, sizeof *levels);
   TSW_TRY(TSW_ALLOC(NULL, &levels->level, a->n_rows, "the levels"));
   levels->n_levels = tsw_block_levels(a, a->n_rows, NULL, NULL, levels->level);
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
