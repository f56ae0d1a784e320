/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "space/space.h"

#include "base/message.h"

trisweep_status trisweep_device_query(int *n_devices, char *description, size_t size)
{
   if (!n_devices || !description || size == 0)
   {
      return TSW_ERROR(ARGUMENT, "trisweep_device_query needs memory for the number of devices "
                                 "and for a description of at least one byte");
   }
   return tsw_space_query_cuda(n_devices, description, size);
}

/* The first use reports a build without CUDA, a missing or old driver, or a missing device. */
static trisweep_status check_device(void)
{
   static _Atomic bool usable;
   char                description[8];
   int                 n_devices = 0;
   if (usable)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_space_query_cuda(&n_devices, description, sizeof description));
   if (n_devices == 0)
   {
      return TSW_ERROR(CUDA, "the block is in device memory, but this process sees no CUDA "
                             "device; look at nvidia-smi and CUDA_VISIBLE_DEVICES");
   }
   usable = true;
   return TRISWEEP_OK;
}

trisweep_status tsw_space_find(trisweep_space space, const tsw_space **found)
{
   switch (space)
   {
   case TRISWEEP_HOST:
      *found = &tsw_space_host;
      return TRISWEEP_OK;
   case TRISWEEP_DEVICE:
      *found = &tsw_space_cuda;
      return check_device();
   }
   return TSW_ERROR(ARGUMENT, "space %d of the block is neither host nor device", (int) space);
}
