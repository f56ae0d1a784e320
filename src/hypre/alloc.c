/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/alloc.h"

#include <stdlib.h>

#include "hypre/say.h"

void *tsw_alloc(size_t count, size_t size)
{
   void *memory = calloc(count > 0 ? count : 1, size);
   if (!memory)
   {
      tsw_abort("rank %d: out of memory; use more nodes", tsw_world_rank());
   }
   return memory;
}
