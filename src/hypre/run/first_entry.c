/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/first_entry.h"

#include <stdlib.h>
#include <string.h>

/* Has row i entries, but none on the diagonal? */
static bool lacks_diagonal(const trisweep_csr *a, int64_t i)
{
   bool found = a->row_ptr[i] == a->row_ptr[i + 1];
   for (int32_t e = a->row_ptr[i]; e < a->row_ptr[i + 1] && !found; e++)
   {
      found = a->col_idx[e] == i;
   }
   return !found;
}

static int64_t first_without_diagonal(const trisweep_csr *a)
{
   int64_t i = 0;
   while (i < a->n_rows && !lacks_diagonal(a, i))
   {
      i++;
   }
   return i;
}

void tsw_level_take_block(tsw_level *level)
{
   level->block = tsw_level_block(level->matrix);
   const trisweep_csr *a = &level->block;
   free(level->own_cols);
   level->own_cols = NULL;
   if (a->space != TRISWEEP_HOST || level->plan.has_norms ||
       level->plan.factors != TRISWEEP_NO_FACTORS)
   {
      return;
   }
   int64_t i = first_without_diagonal(a);
   if (i < a->n_rows)
   {
      level->own_cols = malloc((size_t) a->nnz * sizeof(int32_t));
   }
   if (level->own_cols) /* without memory, the rows keep their x, which is printed */
   {
      memcpy(level->own_cols, a->col_idx, (size_t) a->nnz * sizeof(int32_t));
      for (; i < a->n_rows; i++)
      {
         if (lacks_diagonal(a, i))
         {
            level->own_cols[a->row_ptr[i]] = (int32_t) i;
         }
      }
      level->block.col_idx = level->own_cols;
   }
}
