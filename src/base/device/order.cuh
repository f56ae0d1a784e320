/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Memory order between rows, in the terms of the PTX memory model. A producer writes x and then
 * signals; a consumer reads the signal and then x.
 *
 *    producer   x[i] = v;  tsw_release(&flag[i], 1)            one thread
 *               x[i] = v;  __syncwarp();  __threadfence();     one lane writes, all
 *               atomicSub(&count[j], 1)                        lanes signal
 *    consumer   tsw_acquire(&flag[j]) != 0;  read x[j]         one thread
 *               lane 0 acquires;  __syncwarp();  all lanes read x
 *
 * A plain load after the acquire is enough: the acquire invalidates the first-level cache, and
 * __syncwarp extends causality order to the other lanes. Several producers of one counter form a
 * chain of atomics, so that the consumer of the last value is synchronised with all of them.
 */
#pragma once

#include <stdint.h>

static __device__ __forceinline__ int32_t tsw_acquire(const int32_t *word)
{
   int32_t value;
   asm volatile("ld.acquire.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
   return value;
}

static __device__ __forceinline__ void tsw_release(int32_t *word, int32_t value)
{
   asm volatile("st.release.gpu.global.s32 [%0], %1;" : : "l"(word), "r"(value) : "memory");
}

/* A relaxed store of a word, without order to other accesses. */
static __device__ __forceinline__ void tsw_post(int32_t *word, int32_t value)
{
   asm volatile("st.relaxed.gpu.global.s32 [%0], %1;" : : "l"(word), "r"(value) : "memory");
}

/* A relaxed load of a word, never from a register, without order to other accesses. */
static __device__ __forceinline__ int32_t tsw_peek(const int32_t *word)
{
   int32_t value;
   asm volatile("ld.relaxed.gpu.global.s32 %0, [%1];" : "=r"(value) : "l"(word) : "memory");
   return value;
}
