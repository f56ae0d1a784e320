/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/memory_cuda.h"

#include <inttypes.h>
#include <string.h>

#include <mutex>
#include <unordered_map>

#include "base/cuda_call.h"
#include "base/message.h"

/* The host cannot look in front of a device address, so that sizes are kept apart. */
static std::mutex                        sizes_lock;
static std::unordered_map<void *, int64_t> sizes;

trisweep_status tsw_memory_alloc_device(tsw_memory *owner, void *array_p, int64_t count,
                                        size_t size, const char *what)
{
   void *array = NULL;
   if (count < 0 || count > INT64_MAX / (int64_t) size)
   {
      return TSW_ERROR(MEMORY, "%s: %" PRId64 " elements of %zu bytes overflow", what, count, size);
   }
   const int64_t bytes = count * (int64_t) size;
   if (tsw_memory_must_fail() || cudaMalloc(&array, bytes > 0 ? (size_t) bytes : 1) != cudaSuccess)
   {
      (void) cudaGetLastError(); /* the failure is reported here, not by the next launch */
      return TSW_ERROR(MEMORY, "no device memory for %s (%" PRId64 " bytes); use more devices or a "
                       "smaller problem", what, bytes);
   }
   {
      const std::lock_guard<std::mutex> guard(sizes_lock);
      sizes[array] = bytes;
   }
   memcpy(array_p, &array, sizeof array);
   if (owner)
   {
      owner->bytes += bytes;
   }
   return TRISWEEP_OK;
}

void tsw_memory_free_device(tsw_memory *owner, void *array_p)
{
   void *array;
   memcpy(&array, array_p, sizeof array);
   if (!array)
   {
      return;
   }
   {
      const std::lock_guard<std::mutex> guard(sizes_lock);
      if (owner)
      {
         owner->bytes -= sizes[array];
      }
      sizes.erase(array);
   }
   cudaFree(array);
   array = NULL;
   memcpy(array_p, &array, sizeof array);
}
