/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/row_blocks.h"

#include <stdbool.h>
#include <string.h>

#include "analysis/graph.h"
#include "analysis/levels.h"
#include "base/message.h"

static bool row_has_column(const trisweep_csr *a, int64_t row, int64_t column)
{
   for (int32_t e = a->row_ptr[row]; e < a->row_ptr[row + 1]; e++)
   {
      if (a->col_idx[e] == column)
      {
         return true;
      }
   }
   return false;
}

/* Fill start, and block_of with the block of each row. */
static void split_rows(const trisweep_csr *a, int64_t min_rows, tsw_row_blocks *blocks,
                       int32_t *block_of)
{
   blocks->start[0] = 0;
   blocks->n_blocks = a->n_rows > 0 ? 1 : 0;
   for (int64_t i = 0; i < a->n_rows; i++)
   {
      const bool long_enough = i - blocks->start[blocks->n_blocks - 1] >= min_rows;
      if (i > 0 && long_enough && !row_has_column(a, i, i - 1) && !row_has_column(a, i - 1, i))
      {
         blocks->start[blocks->n_blocks++] = (int32_t) i;
      }
      block_of[i] = (int32_t) blocks->n_blocks - 1;
   }
   blocks->start[blocks->n_blocks] = (int32_t) a->n_rows;
}

trisweep_status tsw_row_blocks_compute(const trisweep_csr *a, int64_t min_rows,
                                       tsw_row_blocks *blocks)
{
   TSW_SCRATCH int32_t *block_of = NULL;
   TSW_SCRATCH int32_t *front = NULL;
   memset(blocks, 0, sizeof *blocks);
   /* At most one block for each min_rows rows. */
   const int64_t most = a->n_rows / min_rows + 1;
   TSW_TRY(TSW_ALLOC(NULL, &block_of, a->n_rows, "the block of each row"));
   TSW_TRY(TSW_ALLOC(NULL, &blocks->start, most + 1, "the row blocks"));
   split_rows(a, min_rows, blocks, block_of);
   TSW_TRY(TSW_ALLOC(NULL, &front, blocks->n_blocks, "the wavefronts"));
   blocks->n_fronts = tsw_block_levels(a, blocks->n_blocks, blocks->start, block_of, front);
   return tsw_sort_by_level(front, blocks->n_blocks, blocks->n_fronts, NULL, &blocks->front_ptr,
                            &blocks->order);
}

void tsw_row_blocks_free(tsw_row_blocks *blocks)
{
   tsw_memory_drop(&blocks->start);
   tsw_memory_drop(&blocks->front_ptr);
   tsw_memory_drop(&blocks->order);
   memset(blocks, 0, sizeof *blocks);
}
