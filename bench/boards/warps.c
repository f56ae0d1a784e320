/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/boards/warps.h"

#include "kernels/cuda/published/yuenyeung.h"

/* Rows and entries, diagonal included, of the group of rows from the first on. */
typedef struct group
{
   int64_t rows;
   int64_t entries;
} group;

static group group_of(const tsw_bench_block *block, int64_t first)
{
   const int64_t  left = block->matrix->n_rows - first;
   const int64_t  rows = left < TSW_YUENYEUNG_GROUP ? left : TSW_YUENYEUNG_GROUP;
   const int32_t *row_ptr = block->host.lower.row_ptr;
   return (group){ rows, row_ptr[first + rows] - row_ptr[first] + rows };
}

tsw_warp_shares tsw_find_warp_shares(const char *gpu, const tsw_bench_block *block)
{
   const int64_t   n = block->matrix->n_rows;
   const int64_t   n_entries = block->host.lower.row_ptr[n] + n;
   int64_t         longest = 0;
   tsw_warp_shares s = { 0.0, 0.0, 0.0 };
   for (int64_t first = 0; first < n; first += TSW_YUENYEUNG_GROUP)
   {
      const int64_t entries = group_of(block, first).entries;
      longest = entries > longest ? entries : longest;
   }
   s.threshold = tsw_yuenyeung_threshold(gpu, n, n_entries, longest);
   for (int64_t first = 0; first < n; first += TSW_YUENYEUNG_GROUP)
   {
      const group g = group_of(block, first);
      if ((double) g.entries >= s.threshold * (double) g.rows)
      {
         s.rows += (double) g.rows / (double) n;
         s.entries += (double) g.entries / (double) n_entries;
      }
   }
   return s;
}
