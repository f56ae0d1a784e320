/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "support/fill.h"

#include <stdlib.h>

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

/* Couple neighbours on edge x edge x depth points; reach: most coordinates in which they differ. */
static void fill_stencil(entry_list *e, int64_t edge, int64_t depth, int64_t reach,
                         int64_t unknowns, random_stream *r)
{
   for (int64_t point = 0; point < edge * edge * depth; point++)
   {
      const int64_t x = point % edge;
      const int64_t y = point / edge % edge;
      const int64_t z = point / edge / edge;
      for (int64_t k = 0; k < 27; k++)
      {
         const int64_t dx = k % 3 - 1;
         const int64_t dy = k / 3 % 3 - 1;
         const int64_t dz = k / 9 - 1;
         if (labs(dx) + labs(dy) + labs(dz) > reach || x + dx < 0 || x + dx >= edge || y + dy < 0 ||
             y + dy >= edge || z + dz < 0 || z + dz >= depth)
         {
            continue;
         }
         const int64_t other = point + dx + edge * (dy + edge * dz);
         for (int64_t u = 0; u < unknowns * unknowns; u++)
         {
            const int64_t row = point * unknowns + u / unknowns;
            const int64_t col = other * unknowns + u % unknowns;
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
   fill_stencil(e, edge, 1, 1, 1, r);
}

void fill_grid9(entry_list *e, int64_t edge, random_stream *r)
{
   fill_stencil(e, edge, 1, 2, 1, r);
}

void fill_grid7(entry_list *e, int64_t edge, random_stream *r)
{
   fill_stencil(e, edge, edge, 1, 1, r);
}

void fill_grid27(entry_list *e, int64_t edge, random_stream *r)
{
   fill_stencil(e, edge, edge, 3, 1, r);
}

void fill_three_unknowns(entry_list *e, int64_t edge, random_stream *r)
{
   fill_stencil(e, edge, edge, 1, 3, r);
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
