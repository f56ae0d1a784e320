/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/cuda_call.h"

#include <algorithm>

/* CUDA reports for which architecture this kernel, like all others, was compiled. */
static __global__ void probe_kernel(void)
{
}

static cudaError_t query(int device, int *major)
{
   cudaFuncAttributes code;
   cudaError_t error = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
   error = error ? error : cudaFuncGetAttributes(&code, (const void *) probe_kernel);
   if (error == cudaSuccess)
   {
      *major = std::min(*major, code.ptxVersion / 10);
   }
   return error;
}

cudaError_t tsw_cuda_major(int *major)
{
   /* A query takes long, and each sweep needs the number. */
   static thread_local int known = -1; /* device of found */
   static thread_local int found;
   int                     device;
   cudaError_t             error = cudaGetDevice(&device);
   if (error == cudaSuccess && device != known)
   {
      known = -1;
      error = query(device, &found);
      known = error == cudaSuccess ? device : -1;
   }
   *major = found;
   return error;
}
