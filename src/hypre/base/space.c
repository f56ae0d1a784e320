/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The memory space of a matrix, may the plug smooth there, and what is left of it; see device.h. */
#include "hypre/base/device.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

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

/* The available memory of this machine, as Linux estimates it. */
static double of_machine(void)
{
   char   line[128];
   double kilobytes = INFINITY;
   FILE  *file = fopen("/proc/meminfo", "r");
   while (file && fgets(line, sizeof line, file) &&
          sscanf(line, "MemAvailable: %lf kB", &kilobytes) != 1)
   {
   }
   file ? fclose(file) : 0;
   return 1024.0 * kilobytes;
}

static double below_limit(void)
{
   struct rlimit limit;
   double        pages = 0.0;
   FILE         *file = NULL;
   if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY)
   {
      return INFINITY;
   }
   file = fopen("/proc/self/statm", "r");
   const bool known = file && fscanf(file, "%lf", &pages) == 1;
   file ? fclose(file) : 0;
   return known ? (double) limit.rlim_cur - pages * (double) sysconf(_SC_PAGESIZE) : INFINITY;
}

double tsw_available_bytes(trisweep_space space)
{
   return space == TRISWEEP_DEVICE ? tsw_device_free_bytes() : fmin(of_machine(), below_limit());
}
