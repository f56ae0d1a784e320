/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Calls of the CUDA runtime; every call is checked, in every build. */
#pragma once

#include <cuda_runtime_api.h>

#include "base/message.h"

/** The status of a CUDA call: OK, MEMORY, or CUDA with the text of the call and of CUDA. */
#define TSW_CUDA_STATUS(call) tsw_cuda_status((call), #call)

/** Make a CUDA call and return a failure to the caller. */
#define TSW_CUDA(call) TSW_TRY(TSW_CUDA_STATUS(call))

static inline trisweep_status tsw_cuda_status(cudaError_t error, const char *call)
{
   if (error == cudaSuccess)
   {
      return TRISWEEP_OK;
   }
   (void) cudaGetLastError(); /* the next CUDA call must not report this failure again */
   return error == cudaErrorMemoryAllocation
             ? TSW_ERROR(MEMORY, "%s: %s", call, cudaGetErrorString(error))
             : TSW_ERROR(CUDA, "%s failed: %s (%s)", call, cudaGetErrorString(error),
                         cudaGetErrorName(error));
}

/** Number of blocks of a launch. */
static inline unsigned tsw_blocks(int64_t work, int64_t per_block)
{
   return (unsigned) ((work + per_block - 1) / per_block);
}

/** The next multiple of 256, to which parts of one allocation are aligned. */
static inline int64_t tsw_aligned(int64_t bytes)
{
   return (bytes + 255) / 256 * 256;
}

/** An attribute of the current device. OK, CUDA. */
static inline trisweep_status tsw_cuda_attribute(enum cudaDeviceAttr attribute, int *value)
{
   int device;
   TSW_CUDA(cudaGetDevice(&device));
   return TSW_CUDA_STATUS(cudaDeviceGetAttribute(value, attribute, device));
}

/** Multiprocessors of the current device. OK, CUDA. */
static inline trisweep_status tsw_cuda_processors(int *processors)
{
   return tsw_cuda_attribute(cudaDevAttrMultiProcessorCount, processors);
}

/**
 * The major compute capability for host code: that of the device, or of the architecture that the
 * code was compiled for, if that is older. Kernels from PTX of 8.0 lack code under
 * __CUDA_ARCH__ >= 900 also on a device of 9.0.
 */
cudaError_t tsw_cuda_major(int *major);
