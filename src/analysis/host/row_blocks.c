/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/row_blocks.h"

#include <string.h>

#include "analysis/graph.h"
#include "base/message.h"

/* Is the last entry of a row, which is the nearest to the diagonal, in this column? */
static bool ends_with(const tsw_triangle *t, int64_t row, int64_t column)
{
   const int32_t end = t->row_ptr[row + 1];
   return end > t->row_ptr[row] && t->col_idx[end - 1] == column;
}

/* Fill start, and block_of with the block of each row. */
static void split_rows(const tsw_packed *p, int64_t min_rows, tsw_row_blocks *blocks,
                       int32_t *block_of)
{
   blocks->start[0] = 0;
   blocks->n_blocks = p->n_rows > 0 ? 1 : 0;
   for (int64_t i = 0; i < p->n_rows; i++)
   {
      const bool long_enough = i - blocks->start[blocks->n_blocks - 1] >= min_rows;
      if (i > 0 && long_enough && !ends_with(&p->lower, i, i - 1) &&
          !ends_with(&p->upper, i - 1, i))
      {
         blocks->start[blocks->n_blocks++] = (int32_t) i;
      }
      block_of[i] = (int32_t) blocks->n_blocks - 1;
   }
   blocks->start[blocks->n_blocks] = (int32_t) p->n_rows;
}

/* A block follows the earlier blocks whose new values or whose old values it reads. */
static void find_fronts(const tsw_packed *p, tsw_row_blocks *blocks, const int32_t *block_of,
                        int32_t *front)
{
   memset(front, 0, (size_t) blocks->n_blocks * sizeof *front);
   for (int32_t c = 0; c < blocks->n_blocks; c++)
   {
      const int32_t first = blocks->start[c];
      const int32_t end = blocks->start[c + 1];
      for (int32_t e = p->lower.row_ptr[first]; e < p->lower.row_ptr[end]; e++)
      {
         const int32_t other = block_of[p->lower.col_idx[e]];
         front[c] = other < c && front[other] >= front[c] ? front[other] + 1 : front[c];
      }
      for (int32_t e = p->upper.row_ptr[first]; e < p->upper.row_ptr[end]; e++)
      {
         const int32_t other = block_of[p->upper.col_idx[e]];
         front[other] = other > c && front[other] <= front[c] ? front[c] + 1 : front[other];
      }
      blocks->n_fronts = blocks->n_fronts > front[c] ? blocks->n_fronts : front[c] + 1;
   }
}

trisweep_status tsw_row_blocks_compute(const tsw_packed *p, int64_t min_rows, tsw_memory *owner,
                                       tsw_row_blocks *blocks)
{
   TSW_SCRATCH int32_t *block_of = NULL;
   TSW_SCRATCH int32_t *front = NULL;
   const int64_t        most = p->n_rows / min_rows + 1; /* one block for each min_rows rows */
   memset(blocks, 0, sizeof *blocks);
   TSW_TRY(TSW_ALLOC(NULL, &block_of, p->n_rows, "the block of each row"));
   TSW_TRY(TSW_ALLOC(owner, &blocks->start, most + 1, "the row blocks"));
   split_rows(p, min_rows, blocks, block_of);
   TSW_TRY(TSW_ALLOC(NULL, &front, blocks->n_blocks, "the wavefronts"));
   find_fronts(p, blocks, block_of, front);
   return tsw_sort_by_level(front, blocks->n_blocks, blocks->n_fronts, false, owner,
                            &blocks->front_ptr, &blocks->order);
}

void tsw_row_blocks_free(tsw_memory *owner, tsw_row_blocks *blocks)
{
   tsw_memory_free(owner, &blocks->start);
   tsw_memory_free(owner, &blocks->front_ptr);
   tsw_memory_free(owner, &blocks->order);
}
