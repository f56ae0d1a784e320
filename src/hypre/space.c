/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/space.h"

#include "hypre/device.h"

trisweep_space tsw_space_of(hypre_ParCSRMatrix *matrix)
{
#if defined(HYPRE_USING_GPU)
   const HYPRE_ExecutionPolicy policy =
      hypre_GetExecPolicy1(hypre_ParCSRMatrixMemoryLocation(matrix));
   return policy == HYPRE_EXEC_DEVICE ? TRISWEEP_DEVICE : TRISWEEP_HOST;
#else
   (void) matrix;
   return TRISWEEP_HOST;
#endif
}

bool tsw_space_is_foreign(hypre_ParCSRMatrix *matrix)
{
   return tsw_space_of(matrix) == TRISWEEP_DEVICE && !tsw_device_is_built();
}
