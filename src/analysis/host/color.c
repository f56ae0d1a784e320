/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/color.h"

#include "base/message.h"

trisweep_status tsw_color_host(const tsw_graph *g, int32_t *color, int32_t *n_colors)
{
   int64_t *taken; /* the last row with a neighbour of each colour */
   TSW_TRY(TSW_ALLOC(NULL, &taken, g->n_rows, "colours"));
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
