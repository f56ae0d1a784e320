/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The only cudaMalloc of the library: counted per owner, able to fail on request, as memory.h. */
#ifndef TSW_BASE_MEMORY_CUDA_H
#define TSW_BASE_MEMORY_CUDA_H

#include "base/memory.h"

#ifdef __cplusplus
extern "C" {
#endif

/** As tsw_memory_alloc, in the memory of the current device. OK, MEMORY, CUDA. */
trisweep_status tsw_memory_alloc_device(tsw_memory *owner, void *array_p, int64_t count,
                                        size_t size, const char *what);

/** Free an array of tsw_memory_alloc_device and set the pointer at array_p to NULL. */
void tsw_memory_free_device(tsw_memory *owner, void *array_p);

#ifdef __cplusplus
}
#endif

#endif
