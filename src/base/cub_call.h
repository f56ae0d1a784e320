/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Functions of CUB, which ask for temporary storage when they are called without. */
#pragma once

#include "base/cuda_call.h"
#include "base/memory_cuda.h"

/**
 * Make a call(storage, bytes) twice: for the size, and with storage that is freed in the order of
 * the stream. what: as in tsw_memory_alloc. OK, MEMORY, CUDA.
 */
template <class Call> trisweep_status tsw_cub(const char *what, Call call)
{
   TSW_SCRATCH_DEVICE void *storage = NULL;
   size_t                   bytes = 0;
   TSW_TRY(tsw_cuda_status(call(NULL, bytes), what));
   TSW_TRY(tsw_memory_alloc_device(NULL, &storage, (int64_t) bytes, 1, what));
   return tsw_cuda_status(call(storage, bytes), what);
}
