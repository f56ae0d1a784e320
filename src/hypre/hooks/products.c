/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The hook of products with vectors. */
#include "hypre/hooks/hooks.h"

#include "hypre/extension.h"
#include "hypre/hooks/real.h"
#include "hypre/run/relax.h"
#include "hypre/state/frame.h"

HYPRE_Int tsw_hook_hypre_ParCSRMatrixMatvecOutOfPlace(HYPRE_Complex       alpha,
                                                      hypre_ParCSRMatrix *matrix,
                                                      hypre_ParVector *u, HYPRE_Complex beta,
                                                      hypre_ParVector *f, hypre_ParVector *y)
{
   tsw_level  *level = tsw_frame_take_residual(matrix, f, u);
   tsw_solver *solver = tsw_frame_solver();
   if (!solver) /* at once: a program's own products, and those of hypre's smoothers */
   {
      return tsw_real.hypre_ParCSRMatrixMatvecOutOfPlace(alpha, matrix, u, beta, f, y);
   }
   tsw_frame_leave_level(matrix);
   if (level && alpha == -1.0 && beta == 1.0 && y != f && y != u)
   {
      tsw_relax_residual(level, f, u, y);
      return 0;
   }
   TSW_ASK(done, solver, product, solver, alpha, matrix, u, beta, f, y)
   return done ? 0 : tsw_real.hypre_ParCSRMatrixMatvecOutOfPlace(alpha, matrix, u, beta, f, y);
}
