/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/block_color.h"

#include "analysis/aggregates.h"
#include "analysis/color.h"
#include "analysis/mapped.h"
#include "analysis/sort.h"
#include "base/message.h"

/* All that is needed on the way. */
typedef struct scratch
{
   int32_t   *aggregate;     /* [n_rows] of each row, then the block of each row */
   int32_t   *aggregate_ptr; /* rows by aggregate */
   int32_t   *rows;
   int32_t   *first;     /* [n_rows + 1] where the rows of each block start in rows */
   int32_t   *color;     /* [n_rows] of each block */
   int32_t   *color_ptr; /* blocks by colour */
   int32_t   *order;
   int32_t   *place; /* [n_rows] of each row in the order */
   tsw_mapped blocks;
   tsw_mapped places;
} scratch;

/* Cut the rows of each aggregate into blocks; returns how many there are. */
static int32_t cut_aggregates(int32_t n_aggregates, int32_t most, scratch *s)
{
   int32_t n_blocks = 0;
   for (int32_t a = 0; a < n_aggregates; a++)
   {
      const int32_t begin = s->aggregate_ptr[a];
      for (int32_t k = begin; k < s->aggregate_ptr[a + 1]; k++)
      {
         if ((k - begin) % most == 0)
         {
            s->first[n_blocks++] = k;
         }
         s->aggregate[s->rows[k]] = n_blocks - 1;
      }
   }
   s->first[n_blocks] = s->aggregate_ptr[n_aggregates];
   return n_blocks;
}

static void place_rows(int32_t n_blocks, scratch *s)
{
   int32_t place = 0;
   for (int32_t b = 0; b < n_blocks; b++)
   {
      const int32_t block = s->order[b];
      for (int32_t k = s->first[block]; k < s->first[block + 1]; k++)
      {
         s->place[s->rows[k]] = place++;
      }
   }
}

static trisweep_status alloc_scratch(int64_t n, scratch *s)
{
   TSW_TRY(tsw_memory_alloc(NULL, &s->aggregate, n, sizeof(int32_t), "the blocks of rows"));
   TSW_TRY(tsw_memory_alloc(NULL, &s->color, n, sizeof(int32_t), "the blocks of rows"));
   TSW_TRY(tsw_memory_alloc(NULL, &s->first, n + 1, sizeof(int32_t), "the blocks of rows"));
   return tsw_memory_alloc(NULL, &s->place, n, sizeof(int32_t), "the blocks of rows");
}

static trisweep_status find_blocks(const tsw_graph *g, int32_t most, scratch *s, int32_t *n_blocks)
{
   int32_t n_aggregates;
   TSW_TRY(tsw_aggregates_host(g, most, s->aggregate, &n_aggregates));
   TSW_TRY(
      tsw_sort_by_level(s->aggregate, g->n_rows, n_aggregates, NULL, &s->aggregate_ptr, &s->rows));
   *n_blocks = cut_aggregates(n_aggregates, most, s);
   return TRISWEEP_OK;
}

static trisweep_status find_levels(const tsw_graph *g, int32_t most, scratch *s, int32_t *level,
                                   int32_t *n_levels)
{
   int32_t n_blocks;
   int32_t n_colors;
   TSW_TRY(alloc_scratch(g->n_rows, s));
   TSW_TRY(find_blocks(g, most, s, &n_blocks));
   TSW_TRY(tsw_mapped_host(g, s->aggregate, n_blocks, NULL, &s->blocks));
   TSW_TRY(tsw_color_host(&s->blocks.graph, s->color, &n_colors));
   TSW_TRY(tsw_sort_by_level(s->color, n_blocks, n_colors, NULL, &s->color_ptr, &s->order));
   place_rows(n_blocks, s);
   TSW_TRY(tsw_mapped_host(g, s->place, g->n_rows, NULL, &s->places));
   int32_t *by_place = s->color; /* which is not needed any more */
   *n_levels = (int32_t) tsw_graph_level_by_rows(&s->places.graph, by_place);
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
   int32_t             **arrays[] = { &s.aggregate, &s.aggregate_ptr, &s.rows,  &s.first,
                                      &s.color,     &s.color_ptr,     &s.order, &s.place };
   for (size_t k = 0; k < sizeof arrays / sizeof arrays[0]; k++)
   {
      tsw_memory_free(NULL, arrays[k]);
   }
   tsw_mapped_free(NULL, &s.blocks);
   tsw_mapped_free(NULL, &s.places);
   return status;
}
