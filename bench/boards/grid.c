/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "bench/boards/grid.h"

tsw_grid tsw_bench_grid(const tsw_graph *lower)
{
   uint32_t distances = 0;
   for (int64_t i = 0; i < lower->n_rows; i++)
   {
      for (int32_t e = lower->row_ptr[i]; e < lower->row_ptr[i + 1]; e++)
      {
         const int64_t distance = i - lower->col_idx[e];
         int           k = 0;
         while (distance >> k > 1)
         {
            k++;
         }
         distances |= (uint32_t) 1 << k;
      }
   }
   return tsw_grid_of(distances);
}
