/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/base/device.h"

#include <stdio.h>

#include "hypre/base/device_call.h"
#include "hypre/base/device_kernels.h"
#include "hypre/base/notice.h"

static cudaStream_t side_stream;
static cudaEvent_t  forked; /* tsw_device_fork and tsw_device_join record this event */

/* Queried once: the devices of a process do not change. */
const char *tsw_device_obstacle(void)
{
   static bool        queried = false;
   static const char *obstacle;
   static char        text[512];
   int                n_devices;
   if (!queried)
   {
      queried = true;
      if (trisweep_device_query(&n_devices, text, sizeof text) != TRISWEEP_OK)
      {
         snprintf(text, sizeof text, "%s", tsw_without_prefix(trisweep_message()));
         obstacle = text;
      }
      else if (n_devices == 0)
      {
         obstacle = "this process finds no CUDA device; check nvidia-smi and "
                    "CUDA_VISIBLE_DEVICES";
      }
   }
   return obstacle;
}

void *tsw_device_stream(void)
{
   return TSW_HYPRE_COMPUTE_STREAM(hypre_HandleDeviceData(hypre_handle()));
}

bool tsw_cuda_fails(cudaError_t error)
{
   if (error != cudaSuccess)
   {
      (void) cudaGetLastError();
   }
   return error != cudaSuccess;
}

bool tsw_cuda_check(cudaError_t error, const char *what)
{
   if (error != cudaSuccess)
   {
      tsw_notice("rank %d: %s failed: %s", tsw_world_rank(), what, cudaGetErrorString(error));
   }
   return error == cudaSuccess;
}

/* CUDA's error text, or NULL. Clears CUDA's last error. */
static const char *fault_of(cudaError_t error)
{
   return tsw_cuda_fails(error) ? cudaGetErrorString(error) : NULL;
}

static cudaError_t make_side_stream(void)
{
   int         least, greatest;
   cudaError_t error = cudaDeviceGetStreamPriorityRange(&least, &greatest);
   error = error || forked ? error : cudaEventCreateWithFlags(&forked, cudaEventDisableTiming);
   return error ? error : cudaStreamCreateWithPriority(&side_stream, cudaStreamNonBlocking, least);
}

void *tsw_device_side_stream(void)
{
   return side_stream;
}

/* The side stream is non-blocking: no implicit order with the default stream. */
const char *tsw_device_fork(int *device)
{
   cudaError_t error = side_stream ? cudaSuccess : make_side_stream();
   error = error ? error : cudaGetDevice(device);
   error = error ? error : cudaEventRecord(forked, tsw_device_stream());
   error = error ? error : cudaStreamWaitEvent(side_stream, forked, 0);
   return fault_of(error);
}

void tsw_device_join(void)
{
   cudaError_t error = cudaEventRecord(forked, side_stream);
   error = error ? error : cudaStreamWaitEvent(tsw_device_stream(), forked, 0);
   if (error)
   {
      tsw_notice("rank %d: hypre's stream cannot wait for the analysis: %s", tsw_world_rank(),
                 fault_of(error));
      tsw_raise("hypre's stream cannot wait for the stream of trisweep");
   }
}

const char *tsw_device_set(int device)
{
   return fault_of(cudaSetDevice(device));
}

void *tsw_device_take(size_t bytes)
{
   const size_t size = bytes > 0 ? bytes : 1;
   void        *memory = NULL;
#if defined(HYPRE_USING_UMPIRE) || defined(HYPRE_USING_MEMORY_TRACKER)
   memory = hypre_TAlloc(char, size, HYPRE_MEMORY_DEVICE);
#elif defined(HYPRE_USING_UNIFIED_MEMORY)
   memory = tsw_cuda_fails(cudaMallocManaged(&memory, size, cudaMemAttachGlobal)) ? NULL : memory;
#else
   if (hypre_HandleUserDeviceMalloc(hypre_handle()))
   {
      hypre_HandleUserDeviceMalloc(hypre_handle())(&memory, size);
      return memory;
   }
#if defined(HYPRE_USING_DEVICE_MALLOC_ASYNC)
   const cudaError_t error = cudaMallocAsync(&memory, size, tsw_device_stream());
#else
   const cudaError_t error = cudaMalloc(&memory, size);
#endif
   memory = tsw_cuda_fails(error) ? NULL : memory;
#endif
   return memory;
}

void tsw_device_give(const void *array)
{
   char *bytes = (char *) (size_t) array;
   hypre_TFree(bytes, HYPRE_MEMORY_DEVICE);
}
