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

/**
 * Give the package of a matrix in host memory, if there is one, a layout for one vector. A product
 * of k vectors makes k values of each index, which persists; hypre's own change from k to 1 sends
 * nothing any more (hypre_ParCSRCommPkgUpdateVecStarts multiplies the ranges by 1 / k = 0).
 */
static inline void tsw_comm_pkg_reset(hypre_ParCSRMatrix *matrix)
{
   hypre_ParCSRCommPkg *pkg = hypre_ParCSRMatrixCommPkg(matrix);
   const HYPRE_Int      k = pkg ? hypre_ParCSRCommPkgNumComponents(pkg) : 1;
   if (k == 1)
   {
      return;
   }
   const HYPRE_Int n_sends = hypre_ParCSRCommPkgNumSends(pkg);
   for (HYPRE_Int i = 0; i <= n_sends; i++)
   {
      hypre_ParCSRCommPkgSendMapStarts(pkg)[i] /= k;
   }
   for (HYPRE_Int i = 0; i <= hypre_ParCSRCommPkgNumRecvs(pkg); i++)
   {
      hypre_ParCSRCommPkgRecvVecStarts(pkg)[i] /= k;
   }
   for (HYPRE_Int e = 0; e < hypre_ParCSRCommPkgSendMapStarts(pkg)[n_sends]; e++)
   {
      hypre_ParCSRCommPkgSendMapElmts(pkg)[e] = hypre_ParCSRCommPkgSendMapElmts(pkg)[e * k];
   }
   hypre_ParCSRCommPkgNumComponents(pkg) = 1;
}
