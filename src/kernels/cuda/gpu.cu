/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/gpu.h"

#include <cstdio>

#include "base/cuda_call.h"

static trisweep_status describe(int device, tsw_gpu *gpu)
{
   cudaDeviceProp properties;
   int            shared_bytes;
   TSW_CUDA(cudaGetDeviceProperties(&properties, device));
   TSW_CUDA(cudaDeviceGetAttribute(&shared_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
   snprintf(gpu->name, sizeof gpu->name, "%s", properties.name);
   TSW_CUDA(tsw_cuda_major(&gpu->major));
   gpu->shared_bytes = shared_bytes;
   return TRISWEEP_OK;
}

trisweep_status tsw_measure_gpu(tsw_gpu *gpu)
{
   /* A query takes milliseconds on some systems: once for each device and thread. */
   static thread_local int     known = -1;
   static thread_local tsw_gpu found;
   int                         device;
   TSW_CUDA(cudaGetDevice(&device));
   if (device != known)
   {
      known = -1;
      TSW_TRY(describe(device, &found));
      known = device;
   }
   *gpu = found;
   return TRISWEEP_OK;
}
