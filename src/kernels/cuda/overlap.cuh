/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Early launches (programmatic dependent launch): a kernel may begin once all blocks of the
 * preceding kernel have called tsw_let_next_begin or ended. The kernel calls tsw_wait_for_last
 * before it accesses memory that earlier work writes or reads.
 */
#pragma once

#include <stdint.h>

#include <type_traits>

#include <cuda_runtime.h>

#include "base/resident.h"

/** Let the next launch begin, once all blocks of this launch have made this call or ended. */
static __device__ __forceinline__ void tsw_let_next_begin(void)
{
#if __CUDA_ARCH__ >= 900
   cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/** Wait for the end of the preceding launch. */
static __device__ __forceinline__ void tsw_wait_for_last(void)
{
#if __CUDA_ARCH__ >= 900
   cudaGridDependencySynchronize();
#endif
}

/**
 * Is an early launch faster for kernels with a thread a row that load little before the wait? Only
 * if all threads fit on the device: with more rows an early launch was measured to be slower. OK,
 * CUDA.
 */
static inline trisweep_status tsw_overlap_pays(int64_t n_rows, bool *pays)
{
   int64_t threads;
   TSW_TRY(tsw_resident_threads(&threads));
   *pays = n_rows <= threads;
   return TRISWEEP_OK;
}

/** Queue a kernel; early: an early launch, if device and code have compute capability 9.0. */
template <typename... Parameters>
cudaError_t tsw_launch(bool early, void (*kernel)(Parameters...), unsigned blocks, unsigned threads,
                       cudaStream_t stream,
                       typename std::common_type<Parameters>::type... parameters)
{
   int                 major = 0;
   const cudaError_t   error = tsw_cuda_major(&major);
   cudaLaunchAttribute attribute = {};
   cudaLaunchConfig_t  config = {};
   attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
   attribute.val.programmaticStreamSerializationAllowed = 1;
   config.gridDim = dim3(blocks);
   config.blockDim = dim3(threads);
   config.stream = stream;
   config.attrs = &attribute;
   config.numAttrs = early && major >= 9;
   return error ? error : cudaLaunchKernelEx(&config, kernel, parameters...);
}
