/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/base/available.h"

#include <math.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "hypre/base/device.h"

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
