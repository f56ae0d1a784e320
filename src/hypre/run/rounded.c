/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/run/rounded.h"

#include "hypre/base/fields.h"

tsw_rounded tsw_rounded_begin(tsw_solver *solver, hypre_ParVector **f, hypre_ParVector **u)
{
   tsw_rounded         outer = { f[0], u[0] };
   hypre_ParCSRMatrix *a = solver ? hypre_ParAMGDataAArray(solver->amg)[0] : NULL;
   const tsw_level    *level = solver && solver->n_levels > 0 ? solver->levels[0] : NULL;
   if (!TSW_HYPRE_MARKS_ZEROS || !level || level->sums.rounded == 0.0 || tsw_is_marked_zero(u[0]) ||
       !tsw_is_one_column(u[0]))
   {
      return (tsw_rounded){ NULL, NULL };
   }
   if (!solver->residual)
   {
      solver->residual = hypre_ParVectorCloneDeep_v2(f[0], HYPRE_MEMORY_DEVICE);
      solver->correction = hypre_ParVectorCloneDeep_v2(u[0], HYPRE_MEMORY_DEVICE);
   }
   f[0] = solver->residual;
   u[0] = solver->correction;
   hypre_ParCSRMatrixMatvecOutOfPlace(-1.0, a, outer.u, 1.0, outer.f, f[0]); /* the plug's hook */
   hypre_ParVectorSetConstantValues(u[0], 0.0);
   tsw_mark_zero(u[0], true);
   return outer;
}

void tsw_rounded_end(const tsw_rounded *outer, hypre_ParVector **f, hypre_ParVector **u)
{
   if (outer->u)
   {
      hypre_ParVectorAxpy(1.0, u[0], outer->u);
      f[0] = outer->f;
      u[0] = outer->u;
   }
}
