/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/grid.h"

enum
{
   CLASSES = 3
};

tsw_grid tsw_grid_of(uint32_t distances)
{
   int      first[CLASSES] = { 0, 0, 0 };
   int      n = 0;
   tsw_grid grid = { 0, 0 };
   for (int k = 0; k < 31; k++)
   {
      const uint32_t here = distances >> k & 1u;
      const uint32_t before = k > 0 ? distances >> (k - 1) & 1u : 0u;
      if (here && !before && n < CLASSES)
      {
         first[n] = k;
      }
      n += here && !before;
   }
   if (n == CLASSES)
   {
      grid.line = first[1];
      grid.plane = first[2];
   }
   return grid;
}
