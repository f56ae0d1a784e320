/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "hypre/plug.h"

/** hypre's communication package of a matrix, made if the matrix has none. Collective. */
static inline hypre_ParCSRCommPkg *tsw_comm_pkg(hypre_ParCSRMatrix *matrix)
{
   if (!hypre_ParCSRMatrixCommPkg(matrix))
   {
      hypre_MatvecCommPkgCreate(matrix);
   }
   return hypre_ParCSRMatrixCommPkg(matrix);
}
