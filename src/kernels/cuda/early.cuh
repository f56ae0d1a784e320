/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Launches that may begin before the kernel before them has ended, once all of its blocks run
 * (programmatic dependent launch). Such a kernel waits for the end of the one before it ahead of
 * touching memory that earlier work has written or still reads.
 */
#ifndef TSW_KERNELS_CUDA_EARLY_CUH
#define TSW_KERNELS_CUDA_EARLY_CUH

#include <type_traits>

#include <cuda_runtime.h>

/** The next launch may begin from here on: to be called by all blocks. */
static __device__ __forceinline__ void tsw_let_next_begin(void)
{
#if __CUDA_ARCH__ >= 900
   cudaTriggerProgrammaticLaunchCompletion();
#endif
}

/** What the launch before has written is there. */
static __device__ __forceinline__ void tsw_wait_for_last(void)
{
#if __CUDA_ARCH__ >= 900
   cudaGridDependencySynchronize();
#endif
}

/** Can the current device do so (compute capability 9.0)? */
static inline cudaError_t tsw_early_possible(bool *possible)
{
   int         device = 0;
   int         major = 0;
   cudaError_t error = cudaGetDevice(&device);
   error = error == cudaSuccess
              ? cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device)
              : error;
   *possible = major >= 9;
   return error;
}

/** Queue a kernel; early: as above, else like any other. */
template <typename... Parameters>
cudaError_t tsw_launch(bool early, void (*kernel)(Parameters...), unsigned blocks,
                       unsigned threads, cudaStream_t stream,
                       typename std::common_type<Parameters>::type... parameters)
{
   cudaLaunchAttribute attribute = {};
   cudaLaunchConfig_t  config = {};
   attribute.id = cudaLaunchAttributeProgrammaticStreamSerialization;
   attribute.val.programmaticStreamSerializationAllowed = 1;
   config.gridDim = dim3(blocks);
   config.blockDim = dim3(threads);
   config.stream = stream;
   config.attrs = &attribute;
   config.numAttrs = early;
   return cudaLaunchKernelEx(&config, kernel, parameters...);
}

#endif
