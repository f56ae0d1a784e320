/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* In place of device code in a build without CUDA. */
#include "base/absent.h"

#include "base/memory_cuda.h"
#include "base/message.h"
#include "space/space.h"

const tsw_space tsw_space_cuda = { 0 };

TSW_ABSENT(TSW_ERROR(UNSUPPORTED, "this library was built without CUDA; configure it with "
                                  "--with-cuda=DIR to use devices"),
           trisweep_status, tsw_space_query_cuda, int *n_devices, char *description, size_t size)
TSW_ABSENT(0.0, double, tsw_memory_room, void)
