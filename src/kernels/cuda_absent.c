/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The device query of a library without CUDA returns an error. */
#include <trisweep.h>

#include "base/message.h"

trisweep_status trisweep_device_query(int *n_devices, char *description, size_t size)
{
   if (!n_devices || !description || size == 0)
   {
      return TSW_ERROR(ARGUMENT, "trisweep_device_query needs a place for the number of devices "
                                 "and for a description of at least one byte");
   }
   return TSW_ERROR(UNSUPPORTED, "this library was built without CUDA; configure it with "
                                 "--with-cuda=DIR to use devices");
}
