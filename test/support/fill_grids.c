/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/fill.h"

#include "bench/matrix/grid.h"

int64_t fill_square(int64_t edge)
{
   return edge * edge;
}

int64_t fill_cube(int64_t edge)
{
   return edge * edge * edge;
}

int64_t fill_cube_of_three(int64_t edge)
{
   return 3 * fill_cube(edge);
}

/* Couple neighbours on edge x edge x depth points. */
static void fill_stencil(entry_list *e, int64_t edge, int64_t depth, tsw_stencil stencil,
                         int32_t unknowns, random_stream *r)
{
   const tsw_matrix_grid grid = { stencil, edge, edge, depth, unknowns };
   for (int64_t point = 0; point < edge * edge * depth; point++)
   {
      for (int k = 0; k < 27; k++)
      {
         const int64_t first = tsw_grid_neighbour(&grid, point, k);
         for (int u = 0; first >= 0 && u < unknowns * unknowns; u++)
         {
            const int64_t row = point * unknowns + u / unknowns;
            const int64_t col = first + u % unknowns;
            if (row != col)
            {
               entries_add(e, row, col, -1.0 + 0.25 * random_real(r));
            }
         }
      }
   }
   fill_dominant_diagonal(e, 1.0, r);
}

void fill_grid5(entry_list *e, int64_t edge, random_stream *r)
{
   fill_stencil(e, edge, 1, TSW_STENCIL_STAR, 1, r);
}

void fill_grid9(entry_list *e, int64_t edge, random_stream *r)
{
   fill_stencil(e, edge, 1, TSW_STENCIL_BOX, 1, r);
}

void fill_grid7(entry_list *e, int64_t edge, random_stream *r)
{
   fill_stencil(e, edge, edge, TSW_STENCIL_STAR, 1, r);
}

void fill_grid27(entry_list *e, int64_t edge, random_stream *r)
{
   fill_stencil(e, edge, edge, TSW_STENCIL_BOX, 1, r);
}

void fill_three_unknowns(entry_list *e, int64_t edge, random_stream *r)
{
   fill_stencil(e, edge, edge, TSW_STENCIL_STAR, 3, r);
}

/* Upwind scheme on a grid; the wind is opposite to the numbering in every other line. */
void fill_upwind(entry_list *e, int64_t edge, random_stream *r)
{
   for (int64_t i = 0; i < edge * edge; i++)
   {
      const int64_t wind = i / edge % 2 ? -1 : 1;
      if ((i + wind) / edge == i / edge)
      {
         entries_add(e, i, i + wind, -1.0 + 0.25 * random_real(r));
      }
      entries_add(e, i, i - edge, -0.5);
   }
   fill_dominant_diagonal(e, 1.0, r);
}
