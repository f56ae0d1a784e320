/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The memory space of a matrix, and whether the plug can smooth there; see device.h. */
#include <stdio.h>

#include "hypre/base/device.h"
#include "hypre/base/notice.h"

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

/* Why no device can be used, or NULL. Queried once: the devices of a process do not change. */
static const char *device_obstacle(void)
{
   static bool        queried = false;
   static const char *obstacle;
   static char        text[512];
   int                n_devices;
   if (!queried)
   {
      queried = true;
      if (trisweep_device_query(&n_devices, text, sizeof text) != TRISWEEP_OK)
      {
         snprintf(text, sizeof text, "%s", tsw_without_prefix(trisweep_message()));
         obstacle = text;
      }
      else if (n_devices == 0)
      {
         obstacle = "this process finds no CUDA device; check nvidia-smi and "
                    "CUDA_VISIBLE_DEVICES";
      }
   }
   return obstacle;
}

const char *tsw_space_obstacle(hypre_ParCSRMatrix *matrix)
{
   if (tsw_space_of(matrix) != TRISWEEP_DEVICE)
   {
      return NULL;
   }
   return TSW_HAS_DEVICE ? device_obstacle()
                         : "this trisweep was built without CUDA; configure with --with-cuda";
}
