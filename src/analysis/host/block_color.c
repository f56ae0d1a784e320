/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/block_color.h"

#include <stdbool.h>

#include "analysis/color.h"
#include "analysis/mapped.h"
#include "analysis/sort.h"
#include "base/message.h"

/* All that is needed on the way. */
typedef struct scratch
{
   int32_t   *block;     /* [n_rows] of each row; blocks are ascending runs of rows */
   int32_t   *color;     /* [n_rows] of each block */
   int32_t   *color_ptr; /* blocks by colour */
   int32_t   *order;
   int32_t   *first; /* [n_rows + 1] row of each block */
   int32_t   *place; /* [n_rows] of each row in the order */
   tsw_mapped blocks;
   tsw_mapped rows;
} scratch;

static bool follows(const tsw_graph *g, int64_t i)
{
   for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
   {
      if (g->col_idx[e] == i - 1)
      {
         return true;
      }
   }
   return false;
}

/* Returns how many blocks there are. */
static int32_t find_blocks(const tsw_graph *g, int32_t most, int32_t *block, int32_t *first)
{
   int32_t n_blocks = 0;
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      if (n_blocks == 0 || i - first[n_blocks - 1] >= most || !follows(g, i))
      {
         first[n_blocks++] = (int32_t) i;
      }
      block[i] = n_blocks - 1;
   }
   first[n_blocks] = (int32_t) g->n_rows;
   return n_blocks;
}

static void place_rows(int32_t n_blocks, scratch *s)
{
   int32_t place = 0;
   for (int32_t k = 0; k < n_blocks; k++)
   {
      const int32_t block = s->order[k];
      for (int32_t i = s->first[block]; i < s->first[block + 1]; i++)
      {
         s->place[i] = place++;
      }
   }
}

static trisweep_status alloc_scratch(int64_t n, scratch *s)
{
   TSW_TRY(tsw_memory_alloc(NULL, &s->block, n, sizeof(int32_t), "the blocks of rows"));
   TSW_TRY(tsw_memory_alloc(NULL, &s->color, n, sizeof(int32_t), "the blocks of rows"));
   TSW_TRY(tsw_memory_alloc(NULL, &s->first, n + 1, sizeof(int32_t), "the blocks of rows"));
   return tsw_memory_alloc(NULL, &s->place, n, sizeof(int32_t), "the blocks of rows");
}

static trisweep_status find_levels(const tsw_graph *g, int32_t most, scratch *s, int32_t *level,
                                   int32_t *n_levels)
{
   int32_t n_colors;
   TSW_TRY(alloc_scratch(g->n_rows, s));
   const int32_t n_blocks = find_blocks(g, most, s->block, s->first);
   TSW_TRY(tsw_mapped_host(g, s->block, n_blocks, NULL, &s->blocks));
   TSW_TRY(tsw_color_host(&s->blocks.graph, s->color, &n_colors));
   TSW_TRY(tsw_sort_by_level(s->color, n_blocks, n_colors, NULL, &s->color_ptr, &s->order));
   place_rows(n_blocks, s);
   TSW_TRY(tsw_mapped_host(g, s->place, g->n_rows, NULL, &s->rows));
   int32_t *by_place = s->block; /* which is not needed any more */
   *n_levels = (int32_t) tsw_graph_level_by_rows(&s->rows.graph, by_place);
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      level[i] = by_place[s->place[i]];
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_block_color_host(const tsw_graph *g, int32_t most, int32_t *level,
                                     int32_t *n_levels)
{
   scratch               s = { 0 };
   const trisweep_status status = find_levels(g, most, &s, level, n_levels);
   tsw_memory_free(NULL, &s.block);
   tsw_memory_free(NULL, &s.color);
   tsw_memory_free(NULL, &s.color_ptr);
   tsw_memory_free(NULL, &s.order);
   tsw_memory_free(NULL, &s.first);
   tsw_memory_free(NULL, &s.place);
   tsw_mapped_free(NULL, &s.blocks);
   tsw_mapped_free(NULL, &s.rows);
   return status;
}
