/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/singular.h"

#include "hypre/base/device.h"

bool tsw_may_be_singular(hypre_ParCSRMatrix *matrix)
{
   hypre_CSRMatrix *part[2] = { hypre_ParCSRMatrixDiag(matrix), hypre_ParCSRMatrixOffd(matrix) };
   tsw_row_parts    a = { .n_rows = hypre_CSRMatrixNumRows(part[0]) };
   for (int p = 0; p < 2; p++)
   {
      const bool empty = a.n_rows == 0 || (p > 0 && hypre_CSRMatrixNumCols(part[p]) == 0);
      a.row_ptr[p] = empty ? NULL : hypre_CSRMatrixI(part[p]);
      a.col_idx[p] = hypre_CSRMatrixJ(part[p]);
      a.val[p] = hypre_CSRMatrixData(part[p]);
   }
   if (tsw_space_of(matrix) == TRISWEEP_DEVICE)
   {
      return a.n_rows == 0 || !tsw_device_find_regular_row(&a);
   }
   for (int32_t i = 0; i < a.n_rows; i++)
   {
      if (tsw_row_is_regular(&a, i))
      {
         return false;
      }
   }
   return true;
}
