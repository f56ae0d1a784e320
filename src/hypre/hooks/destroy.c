/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Hooks that free what the plug stores about an object, or keep the object for re-use. */
#include "hypre/hooks/hooks.h"

#include "hypre/hooks/real.h"
#include "hypre/hooks/selfcheck.h"
#include "hypre/run/hierarchy.h"
#include "hypre/run/spares.h"
#include "hypre/run/standalone.h"

HYPRE_Int tsw_hook_hypre_BoomerAMGDestroy(void *amg)
{
   if (tsw_plug_is_active())
   {
      if (tsw_spares_keep(amg))
      {
         return hypre_error_flag;
      }
      tsw_registry_forget_solver(amg);
   }
   return tsw_real.hypre_BoomerAMGDestroy(amg);
}

HYPRE_Int tsw_hook_hypre_ParCSRMatrixDestroy(hypre_ParCSRMatrix *matrix)
{
   /* hypre's ILU destroys null pointers. This may be the first call that reaches the plug. */
   if (tsw_plug_is_active() && matrix)
   {
      tsw_registry_forget_matrix(matrix);
      tsw_standalone_forget(matrix);
   }
   return tsw_real.hypre_ParCSRMatrixDestroy(matrix);
}
