/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * How threads of one device hand on numbers, in the terms of the PTX memory model. Kernels of
 * trisweep poll values; the published schedules have the flags of their papers.
 *
 * Flags: a producer writes x and then signals; a consumer reads the signal and then x.
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
 *
 * Values that are their own flags: a word is TSW_UNKNOWN until its value is published, and orders
 * no other memory. A dependency costs one relaxed store and one relaxed load.
 *
 *    producer   tsw_publish(&x[i], v)
 *    consumer   tsw_is_known(v = tsw_peek(&x[j]))
 *
 * Published values differ from TSW_UNKNOWN in the upper 32 bits. Numbers of 32 bits (levels, in
 * analysis/cuda/pull.cuh) are -1 until they are published.
 *
 * Words that a block polls in its shared memory are volatile.
 */
#pragma once

#include <stdint.h>

#include <cuda/atomic>

template <class T> using tsw_word = cuda::atomic_ref<T, cuda::thread_scope_device>;

static __device__ __forceinline__ int32_t tsw_acquire(const int32_t *word)
{
   return tsw_word<int32_t>(*(int32_t *) word).load(cuda::memory_order_acquire);
}

static __device__ __forceinline__ void tsw_release(int32_t *word, int32_t value)
{
   tsw_word<int32_t>(*word).store(value, cuda::memory_order_release);
}

/* Relaxed loads, never from a register, and stores; without order to other accesses. */
template <class T> static __device__ __forceinline__ T tsw_peek(const T *word)
{
   return tsw_word<T>(*(T *) word).load(cuda::memory_order_relaxed);
}

template <class T> static __device__ __forceinline__ void tsw_post(T *word, T value)
{
   tsw_word<T>(*word).store(value, cuda::memory_order_relaxed);
}

/* The unknown value: a NaN that memset writes, and that no operation of the device returns. */
static constexpr long long TSW_UNKNOWN = -1;

/* What is published in place of a NaN of the caller. */
static constexpr long long TSW_ANY_NAN = 0x7ff8000000000000;

static __device__ __forceinline__ double tsw_unknown()
{
   return __longlong_as_double(TSW_UNKNOWN);
}

/* By the upper 32 bits: a poll compares one register. */
static __device__ __forceinline__ bool tsw_is_known(double value)
{
   return __double2hiint(value) != (int) (TSW_UNKNOWN >> 32);
}

/* The bits of a value, TSW_UNKNOWN if unknown: with arrays of bits kernels have less code. */
static __device__ __forceinline__ long long tsw_peek_bits(const double *word)
{
   return tsw_peek((const long long *) word);
}

/* Publish a value that may be a NaN of the caller. For results of operations tsw_post suffices. */
static __device__ __forceinline__ void tsw_publish(double *word, double value)
{
   tsw_post((long long *) word, value == value ? __double_as_longlong(value) : TSW_ANY_NAN);
}
