/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The CUDA devices of this process; messages for a missing or an old driver. */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif

#include <cstdio>

#include <cuda_runtime_api.h>

#include "base/cuda_call.h"
#include "space/space.h"

/* CUDA's own numbering: 12040 is version 12.4. */
static int major_version(int version)
{
   return version / 1000;
}

static int minor_version(int version)
{
   return version % 1000 / 10;
}

/* cudaErrorInsufficientDriver: no driver (version 0), or one that is too old. */
static trisweep_status driver_unusable(int driver, int runtime)
{
   if (driver == 0)
   {
      return TSW_ERROR(CUDA,
                       "there is no CUDA driver on this machine (libcuda.so.1 was not found)"
                       "; install the NVIDIA driver, for CUDA %d.%d or newer",
                       major_version(runtime), minor_version(runtime));
   }
   return TSW_ERROR(CUDA,
                    "the NVIDIA driver of this machine supports CUDA %d.%d, but this library "
                    "runs with CUDA %d.%d; update the driver, or build with an older toolkit",
                    major_version(driver), minor_version(driver), major_version(runtime),
                    minor_version(runtime));
}

/* Does the library have code for the device? */
static trisweep_status check_code(int device, const cudaDeviceProp &properties)
{
   int               major;
   const cudaError_t error = tsw_cuda_major(&major);
   switch (error)
   {
   case cudaErrorNoKernelImageForDevice:
   case cudaErrorInvalidDeviceFunction:
   case cudaErrorJitCompilationDisabled:
   case cudaErrorUnsupportedPtxVersion:
      (void) cudaGetLastError();
      return TSW_ERROR(CUDA,
                       "this library has no code for CUDA device %d, %s, of compute capability "
                       "%d.%d, but for" TSW_ARCHITECTURES
                       "; configure trisweep (8.0 or newer) with "
                       "--with-cuda-arch=%d%d",
                       device, properties.name, properties.major, properties.minor,
                       properties.major, properties.minor);
   default:
      return tsw_cuda_status(error, "cudaFuncGetAttributes");
   }
}

static trisweep_status describe_current(int driver, int runtime, char *description, size_t size)
{
   int            device = 0;
   cudaDeviceProp properties;
   TSW_CUDA(cudaGetDevice(&device));
   TSW_CUDA(cudaGetDeviceProperties(&properties, device));
   TSW_TRY(check_code(device, properties));
   snprintf(
      description, size,
      "device %d: %s, compute capability %d.%d, %d SMs, %.1f GiB, driver for CUDA %d.%d, "
      "runtime %d.%d",
      device, properties.name, properties.major, properties.minor, properties.multiProcessorCount,
      static_cast<double>(properties.totalGlobalMem) / (1024.0 * 1024.0 * 1024.0),
      major_version(driver), minor_version(driver), major_version(runtime), minor_version(runtime));
   return TRISWEEP_OK;
}

trisweep_status tsw_space_query_cuda(int *n_devices, char *description, size_t size)
{
   int driver = 0;
   int runtime = 0;
   int count = 0;
   TSW_CUDA(cudaDriverGetVersion(&driver));
   TSW_CUDA(cudaRuntimeGetVersion(&runtime));
   const cudaError_t error = cudaGetDeviceCount(&count);
   if (error == cudaErrorInsufficientDriver)
   {
      return driver_unusable(driver, runtime);
   }
   if (error != cudaErrorNoDevice)
   {
      TSW_TRY(tsw_cuda_status(error, "cudaGetDeviceCount"));
   }
   description[0] = '\0';
   if (count > 0)
   {
      TSW_TRY(describe_current(driver, runtime, description, size));
   }
   *n_devices = count;
   return TRISWEEP_OK;
}
