/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/cuda_major.h"

#include <algorithm>

static __global__ void compiled_like_all(void)
{
}

static cudaError_t find(int device, int *major)
{
   cudaFuncAttributes code;
   cudaError_t error = cudaDeviceGetAttribute(major, cudaDevAttrComputeCapabilityMajor, device);
   error = error ? error : cudaFuncGetAttributes(&code, (const void *) compiled_like_all);
   if (error == cudaSuccess)
   {
      *major = std::min(*major, code.ptxVersion / 10);
   }
   return error;
}

cudaError_t tsw_cuda_major(int *major)
{
   static thread_local int known = -1; /* a query takes long, and each sweep needs the number */
   static thread_local int found;
   int                     device;
   cudaError_t             error = cudaGetDevice(&device);
   if (error == cudaSuccess && device != known)
   {
      known = -1;
      error = find(device, &found);
      known = error == cudaSuccess ? device : -1;
   }
   *major = found;
   return error;
}
