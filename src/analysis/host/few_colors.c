/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/few_colors.h"

#include <string.h>

void tsw_few_count_host(const trisweep_csr *a, tsw_few_counts *counts)
{
   memset(counts, 0, sizeof *counts);
   for (int32_t i = 0; i < a->n_rows; i++)
   {
      for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1]; e++)
      {
         const int32_t distance = a->col_idx[e] / TSW_FEW_BAND - i / TSW_FEW_BAND;
         counts->n_entries += a->col_idx[e] != i;
         counts->within += distance == 0 && a->col_idx[e] / TSW_FEW_UNIT != i / TSW_FEW_UNIT;
         for (int32_t k = TSW_FEW_LEAST; k <= TSW_FEW_MOST && distance != 0; k++)
         {
            counts->shared[k] += distance % k == 0;
         }
      }
   }
}
