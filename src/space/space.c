/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "space/space.h"

#include "base/message.h"

#ifdef HAVE_CUDA
/* The first use reports a missing or old driver, or a missing device. */
static trisweep_status check_device(void)
{
   static _Atomic bool usable;
   char                description[8];
   int                 n_devices;
   if (usable)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(trisweep_device_query(&n_devices, description, sizeof description));
   if (n_devices == 0)
   {
      return TSW_ERROR(CUDA, "the block is in device memory, but this process sees no CUDA "
                             "device; look at nvidia-smi and CUDA_VISIBLE_DEVICES");
   }
   usable = true;
   return TRISWEEP_OK;
}
#endif

trisweep_status tsw_space_find(trisweep_space space, const tsw_space **found)
{
   switch (space)
   {
   case TRISWEEP_HOST:
      *found = &tsw_space_host;
      return TRISWEEP_OK;
   case TRISWEEP_DEVICE:
#ifdef HAVE_CUDA
      *found = &tsw_space_cuda;
      return check_device();
#else
      return TSW_ERROR(UNSUPPORTED,
                       "the block is in device memory, but this library was built "
                       "without CUDA; configure it with --with-cuda=DIR, or pass a host block");
#endif
   }
   return TSW_ERROR(ARGUMENT, "space %d of the block is neither host nor device", (int) space);
}
