/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/memory.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/message.h"

/*
 * Every allocation starts with its size, in front of the aligned address of the caller. Large
 * allocations use huge pages where the system has them: fewer page faults in the first writes,
 * fewer misses of address translation in the sweeps.
 */
enum
{
   ALIGNMENT = 64,
   HUGE_PAGE = 2 * 1024 * 1024
};

static _Atomic int64_t allocations_until_failure;
static _Atomic int     failures_last;
static atomic_bool     poisoned;

int tsw_memory_must_fail(void)
{
   int64_t left = atomic_load_explicit(&allocations_until_failure, memory_order_relaxed);
   while (left > 0)
   {
      const int64_t next = left == 1 && atomic_load(&failures_last) ? 1 : left - 1;
      if (atomic_compare_exchange_weak(&allocations_until_failure, &left, next))
      {
         return left == 1;
      }
   }
   return 0;
}

void tsw_memory_fail_at(int64_t k)
{
   atomic_store(&failures_last, 0);
   atomic_store(&allocations_until_failure, k);
}

void tsw_memory_fail_from(int64_t k)
{
   atomic_store(&failures_last, 1);
   atomic_store(&allocations_until_failure, k);
}

void tsw_memory_poison(bool on)
{
   atomic_store(&poisoned, on);
}

bool tsw_memory_is_poisoned(void)
{
   return atomic_load_explicit(&poisoned, memory_order_relaxed);
}

static char *allocate(int64_t bytes)
{
   const int64_t alignment = bytes < 2 * HUGE_PAGE ? ALIGNMENT : HUGE_PAGE;
   const int64_t rounded = (bytes + alignment - 1) / alignment * alignment;
   char         *base = aligned_alloc((size_t) alignment, (size_t) rounded);
   if (base && alignment == HUGE_PAGE)
   {
      madvise(base, (size_t) rounded, MADV_HUGEPAGE);
   }
   return base;
}

trisweep_status tsw_memory_alloc(tsw_memory *owner, void *array_p, int64_t count, size_t size,
                                 const char *what)
{
   const int64_t limit = (INT64_MAX - 2 * HUGE_PAGE) / (int64_t) size;
   if (count < 0 || count > limit)
   {
      return TSW_ERROR(MEMORY, "%s: %" PRId64 " elements of %zu bytes overflow", what, count, size);
   }
   const int64_t bytes = count * (int64_t) size;
   char         *base = tsw_memory_must_fail() ? NULL : allocate(bytes + ALIGNMENT);
   if (!base)
   {
      return TSW_ERROR(MEMORY,
                       "no memory for %s (%" PRId64 " bytes); use fewer ranks per node or "
                       "a smaller problem",
                       what, bytes);
   }
   memcpy(base, &bytes, sizeof bytes);
   void *array = base + ALIGNMENT;
   if (tsw_memory_is_poisoned())
   {
      memset(array, 0xff, (size_t) bytes);
   }
   memcpy(array_p, &array, sizeof array);
   if (owner)
   {
      owner->bytes += bytes;
   }
   return TRISWEEP_OK;
}

void tsw_memory_release(tsw_memory *owner, void *array)
{
   char *const base = (char *) array - ALIGNMENT;
   if (owner)
   {
      int64_t bytes;
      memcpy(&bytes, base, sizeof bytes);
      owner->bytes -= bytes;
   }
   free(base);
}

void tsw_memory_drop(void *array_p)
{
   tsw_memory_free(NULL, array_p);
}
