/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/sort.h"

#include <string.h>

#include "base/message.h"

trisweep_status tsw_sort_by_level(const int32_t *level, int64_t n_items, int64_t n_levels,
                                  tsw_memory *owner, int32_t **level_ptr, int32_t **order)
{
   TSW_TRY(tsw_memory_alloc(owner, level_ptr, n_levels + 1, sizeof(int32_t), "level pointers"));
   TSW_TRY(tsw_memory_alloc(owner, order, n_items, sizeof(int32_t), "the level order"));
   int32_t *next = *level_ptr;
   memset(next, 0, (size_t) (n_levels + 1) * sizeof(int32_t));
   for (int64_t i = 0; i < n_items; i++)
   {
      next[level[i]]++;
   }
   int32_t start = 0;
   for (int64_t l = 0; l <= n_levels; l++)
   {
      const int32_t size = next[l];
      next[l] = start;
      start += size;
   }
   for (int64_t i = 0; i < n_items; i++)
   {
      (*order)[next[level[i]]++] = (int32_t) i;
   }
   /* Each pointer has moved to the end of its level, which is the start of the next. */
   for (int64_t l = n_levels; l > 0; l--)
   {
      next[l] = next[l - 1];
   }
   next[0] = 0;
   return TRISWEEP_OK;
}
