/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/read_block.h"

#include <stdlib.h>
#include <string.h>

/* Has row i entries, but none on the diagonal? hypre's rows mostly begin with the diagonal. */
static inline bool lacks_diagonal(const trisweep_csr *a, int64_t i)
{
   int32_t       e = a->row_ptr[i];
   const int32_t end = a->row_ptr[i + 1];
   while (e < end && a->col_idx[e] != i)
   {
      e++;
   }
   return e == end && e > a->row_ptr[i];
}

/* Memory for columns, by the function of tsw_level_reserve. */
static int32_t *allocate_columns(int64_t nnz)
{
   double *memory = NULL;
   size_t  size = 0;
   (void) tsw_level_reserve(&memory, &size, ((size_t) nnz + 1) / 2);
   return (int32_t *) memory;
}

/*
 * Replace the columns of a host block by a copy in which first entries are moved, from row i on.
 * False, with plan.status, if there is no memory for this: the load will fail.
 */
static bool move_first_entries(tsw_level *level, int64_t i)
{
   const trisweep_csr *a = &level->block;
   level->own_cols = allocate_columns(a->nnz);
   if (!level->own_cols)
   {
      level->plan.status = TRISWEEP_ERROR_MEMORY;
      tsw_level_no_memory(level, "the columns of rows without a diagonal entry");
      return false;
   }
   memcpy(level->own_cols, a->col_idx, (size_t) a->nnz * sizeof(int32_t));
   for (; i < a->n_rows; i++)
   {
      if (lacks_diagonal(a, i))
      {
         level->own_cols[a->row_ptr[i]] = (int32_t) i;
      }
   }
   level->block.col_idx = level->own_cols;
   return true;
}

bool tsw_level_read_block(tsw_level *level)
{
   level->block = tsw_level_block(level->matrix);
   const trisweep_csr *a = &level->block;
   const bool          plain = a->space == TRISWEEP_HOST && !level->plan.has_norms &&
                      level->plan.factors == TRISWEEP_NO_FACTORS;
   int64_t i = 0;
   free(level->own_cols);
   level->own_cols = NULL;
   while (plain && i < a->n_rows && !lacks_diagonal(a, i))
   {
      i++;
   }
   return !plain || i == a->n_rows || move_first_entries(level, i);
}

bool tsw_level_has_moved(const tsw_level *level)
{
   const trisweep_csr    *block = &level->block;
   const hypre_CSRMatrix *now = hypre_ParCSRMatrixDiag(level->matrix);
   return block->space == TRISWEEP_HOST && level->plan.queues_loads && block->n_rows > 0 &&
          (hypre_CSRMatrixData(now) != block->val || hypre_CSRMatrixI(now) != block->row_ptr ||
           (!level->own_cols && hypre_CSRMatrixJ(now) != block->col_idx));
}
