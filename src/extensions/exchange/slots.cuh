/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Slots in the memory of another GPU: store, load, wait. A slot is one access of 16 bytes, of
 * which cuda::atomic_ref does not assemble with CUDA 13.0.
 */
#pragma once

#include <stdint.h>

#include <cuda_runtime.h>

#include "base/device/wait.cuh"
#include "extensions/exchange/kernels.h"

namespace slots {

__device__ __forceinline__ void put(tsw_slot *slot, uint32_t low, uint32_t high, uint32_t number)
{
   asm volatile("st.volatile.global.v4.u32 [%0], {%1, %2, %3, %2};"
                :
                : "l"(slot), "r"(low), "r"(number), "r"(high)
                : "memory");
}

__device__ __forceinline__ tsw_slot peek(const tsw_slot *slot)
{
   tsw_slot s;
   asm volatile("ld.volatile.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                : "=r"(s.low), "=r"(s.number_low), "=r"(s.high), "=r"(s.number_high)
                : "l"(slot)
                : "memory");
   return s;
}

/*
 * A load that the L1 cache of the multiprocessor may answer, for rows that read the same slots.
 * The cache may hold an earlier content, of which the number tells: then peek.
 */
__device__ __forceinline__ tsw_slot peek_cached(const tsw_slot *slot)
{
   tsw_slot s;
   asm volatile("ld.global.ca.v4.u32 {%0, %1, %2, %3}, [%4];"
                : "=r"(s.low), "=r"(s.number_low), "=r"(s.high), "=r"(s.number_high)
                : "l"(slot)
                : "memory");
   return s;
}

/* The thread whose wait is the first to time out describes the wait. */
static __device__ __forceinline__ void record_fault(tsw_exchange_fault *fault, int32_t id,
                                                    int32_t source)
{
   if (atomicCAS_system(&fault->id, -1, id) == -1)
   {
      *(volatile int32_t *) &fault->source = source;
      __threadfence_system();
      *(volatile int32_t *) &fault->status = (int32_t) TRISWEEP_ERROR_TIMEOUT;
   }
}

/* Wait until a slot has a number. False after a wait that timed out. */
__device__ __forceinline__ bool await(const tsw_slot *slot, uint32_t number, const tsw_wait &wait,
                                      tsw_slot *content)
{
   bool ready = false;
   tsw_wait_until(wait, [&] {
      *content = peek(slot);
      ready = content->number_low == number && content->number_high == number;
      return ready;
   });
   return ready;
}

} // namespace slots
