/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/color.h"

#include "base/message.h"

trisweep_status tsw_color_host(const tsw_graph *g, int32_t *color, int32_t *n_colors)
{
   int64_t *taken; /* the last row that has a neighbour of this colour */
   TSW_TRY(tsw_memory_alloc(NULL, &taken, g->n_rows, sizeof *taken, "colours"));
   *n_colors = 0;
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      taken[i] = -1;
      for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
      {
         taken[color[g->col_idx[e]]] = i;
      }
      int32_t c = 0;
      while (taken[c] == i)
      {
         c++;
      }
      color[i] = c;
      *n_colors = c + 1 > *n_colors ? c + 1 : *n_colors;
   }
   tsw_memory_free(NULL, &taken);
   return TRISWEEP_OK;
}

enum
{
   MOST_COUNTED = 255 /* what a byte holds */
};

/* Earlier neighbours of row i by colour; an edge may be listed several times. */
static void count_colors(const tsw_graph *g, int64_t i, const int32_t *color, int64_t *seen,
                         int *count)
{
   for (int32_t e = g->row_ptr[i]; e < g->row_ptr[i + 1]; e++)
   {
      const int32_t j = g->col_idx[e];
      int          *of = &count[color[j]];
      *of += seen[j] != i && *of < MOST_COUNTED;
      seen[j] = i;
   }
}

trisweep_status tsw_color_limited_host(const tsw_graph *g, int32_t most, int32_t *color,
                                       int32_t *n_colors)
{
   int64_t *seen; /* the last row that has this one as a neighbour */
   TSW_TRY(tsw_memory_alloc(NULL, &seen, g->n_rows, sizeof *seen, "colours"));
   *n_colors = 0;
   for (int64_t i = 0; i < g->n_rows; i++)
   {
      int     count[TSW_COLORS_MOST] = { 0 };
      int32_t least = 0;
      seen[i] = -1;
      count_colors(g, i, color, seen, count);
      for (int32_t c = 1; c < most; c++)
      {
         least = count[c] < count[least] ? c : least;
      }
      color[i] = least;
      *n_colors = least + 1 > *n_colors ? least + 1 : *n_colors;
   }
   tsw_memory_free(NULL, &seen);
   return TRISWEEP_OK;
}
