/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Memory in use, and allocations that fail. The functions here replace those of the C library and
 * of CUDA by which libtrisweep allocates: libtrisweep does not use malloc, and hypre does not use
 * these functions.
 */
#ifdef HAVE_CONFIG_H
#include <config.h>
#endif
#include "load/load.h"

#include <malloc.h>
#include <stdatomic.h>
#include <stdlib.h>

#include <HYPRE_config.h>

#define LOAD_OURS __attribute__((visibility("default")))

static _Atomic int64_t left; /* allocations until one fails; 0: none does */
static atomic_bool     failed;
static atomic_bool     no_streams;

void load_allocations_fail_at(int64_t k)
{
   atomic_store(&failed, false);
   atomic_store(&left, k);
}

bool load_allocation_failed(void)
{
   return atomic_load(&failed);
}

void load_streams_fail(bool fail)
{
   atomic_store(&no_streams, fail);
}

static bool must_fail(void)
{
   int64_t now = atomic_load(&left);
   while (now > 0 && !atomic_compare_exchange_weak(&left, &now, now - 1))
   {
   }
   if (now == 1)
   {
      atomic_store(&failed, true);
   }
   return now == 1;
}

LOAD_OURS void *aligned_alloc(size_t alignment, size_t size)
{
   void *memory = NULL;
   return !must_fail() && posix_memalign(&memory, alignment, size) == 0 ? memory : NULL;
}

#if defined(HYPRE_USING_CUDA) && defined(HAVE_CUDA)
#include <dlfcn.h>

#include <cuda_runtime_api.h>

typedef cudaError_t pool_function(void **, size_t, cudaMemPool_t, cudaStream_t);
typedef cudaError_t host_function(void **, size_t, unsigned);
typedef cudaError_t stream_function(cudaStream_t *, unsigned, int);

LOAD_OURS cudaError_t cudaMallocFromPoolAsync(void **memory, size_t size, cudaMemPool_t pool,
                                              cudaStream_t stream)
{
   pool_function *real;
   *(void **) &real = dlsym(RTLD_NEXT, "cudaMallocFromPoolAsync");
   return must_fail() ? cudaErrorMemoryAllocation : real(memory, size, pool, stream);
}

LOAD_OURS cudaError_t cudaHostAlloc(void **memory, size_t size, unsigned flags)
{
   host_function *real;
   *(void **) &real = dlsym(RTLD_NEXT, "cudaHostAlloc");
   return must_fail() ? cudaErrorMemoryAllocation : real(memory, size, flags);
}

LOAD_OURS cudaError_t cudaStreamCreateWithPriority(cudaStream_t *stream, unsigned flags,
                                                   int priority)
{
   stream_function *real;
   *(void **) &real = dlsym(RTLD_NEXT, "cudaStreamCreateWithPriority");
   return atomic_load(&no_streams) ? cudaErrorMemoryAllocation : real(stream, flags, priority);
}

static int64_t device_bytes(void)
{
   size_t unused = 0, total = 0;
   cudaDeviceSynchronize();
   return load_on_device && cudaMemGetInfo(&unused, &total) == cudaSuccess
             ? (int64_t) (total - unused)
             : 0;
}
#else
static int64_t device_bytes(void)
{
   return 0;
}
#endif

load_memory load_memory_now(void)
{
   const struct mallinfo2 heap = mallinfo2();
   return (load_memory){ .heap = (int64_t) (heap.uordblks + heap.hblkhd),
                         .device = device_bytes() };
}
