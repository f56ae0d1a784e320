/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The only device allocator of the library: counted per owner, able to fail and to
 * give out NaN on request, as memory.h. Memory comes from a pool of CUDA's stream-ordered
 * allocator, so that neither taking nor giving back waits for the device: what
 * one thread frees may be taken again by work that its stream does later.
 */
#pragma once

#include "base/memory.h"

TRISWEEP_BEGIN_C

/**
 * The stream on which the calling thread takes and gives back device memory
 * from now on: the one that its work is queued on. The default stream at first.
 */
void tsw_memory_use_stream(void *stream);

/** That stream. */
void *tsw_memory_stream(void);

/** As tsw_memory_alloc, in the memory of the current device. OK, MEMORY, CUDA. */
trisweep_status tsw_memory_alloc_device(tsw_memory *owner, void *array_p, int64_t count,
                                        size_t size, const char *what);

/**
 * Free an array of tsw_memory_alloc_device and set the pointer at array_p to
 * NULL. Work on other streams than this thread's must be done with it.
 */
void tsw_memory_free_device(tsw_memory *owner, void *array_p);

/**
 * Copy bytes between host and device on this thread's stream, and wait for it. Not
 * cudaMemcpy, whose stream knows nothing of the work that had the memory before.
 * OK, CUDA.
 */
trisweep_status tsw_memory_copy(void *to, const void *from, size_t bytes);

/**
 * Read bytes of device memory after the work that stream has so far, through memory that is
 * pinned: the driver makes other threads wait while it copies to memory that is not.
 * OK, MEMORY, CUDA.
 */
trisweep_status tsw_memory_read(void *to, const void *from, size_t bytes, void *stream);

enum
{
   TSW_MEMORY_RECORD = 256 /* bytes */
};

/**
 * A record of pinned host memory that every device can write, TSW_MEMORY_RECORD bytes, 0 at first;
 * its address goes to the pointer at record_p. OK, MEMORY, CUDA.
 */
trisweep_status tsw_memory_take_record(void *record_p);

/**
 * Give a record back and set the pointer to NULL. It is taken again when this thread's stream has
 * come so far: work that may write it must be done, or come before that.
 */
void tsw_memory_give_record(void *record_p);

TRISWEEP_END_C
