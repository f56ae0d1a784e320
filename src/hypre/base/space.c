/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The memory space of a matrix, and may the plug smooth there? See device.h. */
#include "hypre/base/device.h"

trisweep_space tsw_space_of(TSW_UNUSED hypre_ParCSRMatrix *matrix)
{
#if defined(HYPRE_USING_GPU)
   const HYPRE_ExecutionPolicy policy =
      hypre_GetExecPolicy1(hypre_CSRMatrixMemoryLocation(hypre_ParCSRMatrixDiag(matrix)));
   return policy == HYPRE_EXEC_DEVICE ? TRISWEEP_DEVICE : TRISWEEP_HOST;
#else
   return TRISWEEP_HOST;
#endif
}

const char *tsw_space_obstacle(hypre_ParCSRMatrix *matrix)
{
   return tsw_space_of(matrix) == TRISWEEP_DEVICE ? tsw_device_obstacle() : NULL;
}
