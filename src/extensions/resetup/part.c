/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/resetup/part.h"

#include <stdlib.h>

tsw_part tsw_part_of(const hypre_CSRMatrix *matrix)
{
   const HYPRE_Int nnz = hypre_CSRMatrixNumNonzeros(matrix);
   return (tsw_part){ hypre_CSRMatrixNumRows(matrix), nnz,
                      nnz > 0 ? hypre_CSRMatrixI(matrix) : NULL, hypre_CSRMatrixJ(matrix),
                      hypre_CSRMatrixData(matrix) };
}

bool tsw_part_reserve(tsw_part *part, HYPRE_Int n_rows, HYPRE_Int nnz)
{
   part->n_rows = n_rows;
   part->nnz = nnz;
   part->row_ptr = calloc((size_t) n_rows + 2, sizeof *part->row_ptr);
   part->col_idx = malloc(((size_t) nnz + 1) * sizeof *part->col_idx);
   part->val = malloc(((size_t) nnz + 1) * sizeof *part->val);
   return part->row_ptr && part->col_idx && part->val;
}

void tsw_part_free(tsw_part *part)
{
   free(part->row_ptr);
   free(part->col_idx);
   free(part->val);
}

bool tsw_part_transpose(const tsw_part *part, HYPRE_Int n_cols, tsw_part *transpose)
{
   if (!tsw_part_reserve(transpose, n_cols, part->nnz))
   {
      return false;
   }
   HYPRE_Int *begin = transpose->row_ptr + 1; /* of row j, and later its end */
   for (HYPRE_Int e = 0; e < part->nnz; e++)
   {
      begin[part->col_idx[e] + 1]++;
   }
   for (HYPRE_Int j = 0; j < n_cols; j++)
   {
      begin[j + 1] += begin[j];
   }
   for (HYPRE_Int i = 0; i < part->n_rows; i++)
   {
      for (HYPRE_Int e = tsw_row_begin(part, i); e < tsw_row_end(part, i); e++)
      {
         const HYPRE_Int place = begin[part->col_idx[e]]++;
         transpose->col_idx[place] = i;
         transpose->val[place] = part->val[e];
      }
   }
   return true;
}
