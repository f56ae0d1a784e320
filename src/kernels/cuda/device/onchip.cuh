/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Instructions of the onchip kernel, with 32-bit addresses of shared memory. They are volatile
 * so that their order, which determines the speed of the kernel, stays that of the source.
 */
#pragma once

#include <stdint.h>

#include "kernels/cuda/device/ptx.cuh"

namespace onchip {
__device__ __forceinline__ uint32_t address(const void *p)
{
   return (uint32_t) __cvta_generic_to_shared(p);
}

__device__ __forceinline__ double load_double(uint32_t at)
{
   double r;
   asm volatile("ld.shared.f64 %0, [%1];" : "=d"(r) : "r"(at));
   return r;
}

__device__ __forceinline__ double2 load_pair(uint32_t at)
{
   double2 r;
   asm volatile("ld.shared.v2.f64 {%0, %1}, [%2];" : "=d"(r.x), "=d"(r.y) : "r"(at));
   return r;
}

__device__ __forceinline__ uint4 load_words(uint32_t at)
{
   uint4 r;
   asm volatile("ld.shared.v4.u32 {%0, %1, %2, %3}, [%4];"
                : "=r"(r.x), "=r"(r.y), "=r"(r.z), "=r"(r.w)
                : "r"(at));
   return r;
}

__device__ __forceinline__ uint2 load_two_words(uint32_t at)
{
   uint2 r;
   asm volatile("ld.shared.v2.u32 {%0, %1}, [%2];" : "=r"(r.x), "=r"(r.y) : "r"(at));
   return r;
}

__device__ __forceinline__ void store_double(uint32_t at, double value)
{
   asm volatile("st.shared.f64 [%0], %1;" ::"r"(at), "d"(value) : "memory");
}

/* Matrix data: read once, through the read-only path, not kept in L1. */
__device__ __forceinline__ double2 stream_pair(const double2 *p)
{
   double2 r;
   asm volatile("ld.global.nc.L1::no_allocate.v2.f64 {%0, %1}, [%2];"
                : "=d"(r.x), "=d"(r.y)
                : "l"(p));
   return r;
}

__device__ __forceinline__ uint32_t stream_word(const uint32_t *p)
{
   uint32_t r;
   asm volatile("ld.global.nc.L1::no_allocate.u32 %0, [%1];" : "=r"(r) : "l"(p));
   return r;
}

__device__ __forceinline__ void prefetch_to_l2(const char *p)
{
   asm volatile("prefetch.global.L2 [%0];" ::"l"(p));
}

__device__ __forceinline__ void copy_barrier_init(uint32_t barrier)
{
   asm volatile("mbarrier.init.shared::cta.b64 [%0], 1;" ::"r"(barrier) : "memory");
}

__device__ __forceinline__ void copy_barrier_fence()
{
   asm volatile("fence.mbarrier_init.release.cluster;" ::: "memory");
   asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
}

/* Order later bulk copies (async proxy) after stores of earlier kernels, which have ended. */
__device__ __forceinline__ void copy_source_fence()
{
   asm volatile("fence.proxy.async.global;" ::: "memory");
}

__device__ __forceinline__ void copy_expect(uint32_t barrier, int bytes)
{
   asm volatile("mbarrier.arrive.expect_tx.shared::cta.b64 _, [%0], %1;" ::"r"(barrier), "r"(bytes)
                : "memory");
}

__device__ __forceinline__ void copy_start(uint32_t to, const void *from, int bytes,
                                           uint32_t barrier)
{
   asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
                "[%0], [%1], %2, [%3];" ::"r"(to),
                "l"(from), "r"(bytes), "r"(barrier)
                : "memory");
}

/* The awaited copy depends on no other thread: the wait needs no bound. */
__device__ __forceinline__ void copy_wait(uint32_t barrier, uint32_t parity)
{
   asm volatile("{\n"
                ".reg .pred done;\n"
                "again:\n"
                "mbarrier.try_wait.parity.shared::cta.b64 done, [%0], %1;\n"
                "@!done bra again;\n"
                "}" ::"r"(barrier),
                "r"(parity)
                : "memory");
}
} // namespace onchip
