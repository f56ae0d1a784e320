/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Instructions of strips and onchip. Named barriers: sync waits, arrive does not. */
#pragma once

#include <stdint.h>

static __device__ __forceinline__ uint4 tsw_stream_words(const uint4 *p)
{
   uint4 r;
   asm volatile("ld.global.nc.L1::no_allocate.v4.u32 {%0, %1, %2, %3}, [%4];"
                : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)
                : "l"(p));
   return r;
}

static __device__ __forceinline__ void tsw_barrier_sync(int id, int threads)
{
   asm volatile("barrier.cta.sync %0, %1;" ::"r"(id), "r"(threads) : "memory");
}

static __device__ __forceinline__ void tsw_barrier_arrive(int id, int threads)
{
   asm volatile("barrier.cta.arrive %0, %1;" ::"r"(id), "r"(threads) : "memory");
}
