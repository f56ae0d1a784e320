/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The only device allocator, with a stream-ordered pool: no call waits for the device. */
#pragma once

#include "base/memory.h"

TRISWEEP_BEGIN_C

/** Set the stream on which this thread allocates and frees device memory: that of its call. */
void tsw_memory_use_stream(void *stream);

/** The stream of tsw_memory_use_stream. */
void *tsw_memory_stream(void);

/** As tsw_memory_alloc, in the memory of the current device. OK, MEMORY, CUDA. */
trisweep_status tsw_memory_alloc_device(tsw_memory *owner, void *array_p, int64_t count,
                                        size_t size, const char *what);

/** TSW_ALLOC in the memory of the current device. */
#define TSW_ALLOC_DEVICE(owner, array_p, count, what) \
   tsw_memory_alloc_device(owner, array_p, count, sizeof **(array_p), what)

/** Free a device array and set the pointer to NULL. No other stream may still use the array. */
void tsw_memory_free_device(tsw_memory *owner, void *array_p);

/** TSW_SCRATCH for a device array. */
#define TSW_SCRATCH_DEVICE TSW_AT_END(tsw_memory_drop_device)

/** tsw_memory_free_device, not counted. */
void tsw_memory_drop_device(void *array_p);

/**
 * Bytes of device memory that this allocator could take: free, or unused in its pool; 0 if CUDA
 * fails. For the plug, too (src/trisweep.map.in).
 */
TRISWEEP_API double tsw_memory_room(void);

/** Wait for a stream; sleep meanwhile if the process is bound to one core. OK, CUDA. */
trisweep_status tsw_memory_wait(void *stream);

/** Copy between host and device on this thread's stream, and wait for the copy. OK, CUDA. */
trisweep_status tsw_memory_copy(void *to, const void *from, size_t bytes);

/** Copy device memory to the host on a stream, by pinned memory, and wait. OK, MEMORY, CUDA. */
trisweep_status tsw_memory_read(void *to, const void *from, size_t bytes, void *stream);

enum
{
   TSW_MEMORY_RECORD = 256, /* bytes */
   TSW_MEMORY_STAGING = 1 << 20
};

/** Take TSW_MEMORY_RECORD bytes of pinned, mapped host memory, zeroed. OK, MEMORY, CUDA. */
trisweep_status tsw_memory_take_record(void *record_p);

/** Free a record after the queued work of this thread's stream. */
void tsw_memory_give_record(void *record_p);

/** Take and free TSW_MEMORY_STAGING bytes in the same way, not initialised. */
trisweep_status tsw_memory_take_staging(char **memory);
void            tsw_memory_give_staging(char **memory);

TRISWEEP_END_C
