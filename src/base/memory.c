/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/memory.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "base/message.h"

/* Every block starts with its size, in front of the aligned address that the caller gets. */
enum
{
   ALIGNMENT = 64
};

static _Atomic int64_t allocations_until_failure;

int tsw_memory_must_fail(void)
{
   if (atomic_load_explicit(&allocations_until_failure, memory_order_relaxed) <= 0)
   {
      return 0;
   }
   return atomic_fetch_sub(&allocations_until_failure, 1) == 1;
}

void tsw_memory_fail_at(int64_t k)
{
   atomic_store(&allocations_until_failure, k);
}

trisweep_status tsw_memory_alloc(tsw_memory *owner, void *array_p, int64_t count, size_t size,
                                 const char *what)
{
   const int64_t limit = (INT64_MAX - 2 * ALIGNMENT) / (int64_t) size;
   if (count < 0 || count > limit)
   {
      return TSW_ERROR(MEMORY, "%s: %" PRId64 " elements of %zu bytes overflow", what, count, size);
   }
   const int64_t bytes = count * (int64_t) size;
   const int64_t rounded = (bytes + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
   char *base = tsw_memory_must_fail() ? NULL : aligned_alloc(ALIGNMENT, (size_t) (rounded + ALIGNMENT));
   if (!base)
   {
      return TSW_ERROR(MEMORY, "no memory for %s (%" PRId64 " bytes); use fewer ranks per node or a "
                       "smaller problem", what, bytes);
   }
   memcpy(base, &bytes, sizeof bytes);
   void *array = base + ALIGNMENT;
   memcpy(array_p, &array, sizeof array);
   if (owner)
   {
      owner->bytes += bytes;
   }
   return TRISWEEP_OK;
}

void tsw_memory_free(tsw_memory *owner, void *array_p)
{
   char *array;
   memcpy(&array, array_p, sizeof array);
   if (!array)
   {
      return;
   }
   if (owner)
   {
      int64_t bytes;
      memcpy(&bytes, array - ALIGNMENT, sizeof bytes);
      owner->bytes -= bytes;
   }
   free(array - ALIGNMENT);
   array = NULL;
   memcpy(array_p, &array, sizeof array);
}
