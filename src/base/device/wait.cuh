/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Loops that wait for another thread, and the clock for kernels that poll in loops of their own. A
 * thread that exceeds the limit sets
 * TIMEOUT in a device word and continues with wrong numbers; a thread that finds TIMEOUT stops
 * waiting as well, so that the kernel ends. The next call on the smoother reports TIMEOUT. The
 * clock is read once in CHECK_PERIOD polls.
 */
#pragma once

#include <stdint.h>

#include <trisweep/status.h>

#include "base/device/order.cuh"

struct tsw_wait
{
   int32_t *status;      /* device word, TRISWEEP_OK until a wait times out */
   int32_t *host_status; /* copy of status in mapped host memory, only written here; may be NULL */
   int64_t  limit_ns;    /* longest wait */
};

struct tsw_wait_clock
{
   static constexpr uint32_t CHECK_PERIOD = 256;

   uint32_t polls = 0;
   int64_t  start = 0;

   static __device__ __forceinline__ int64_t now()
   {
      int64_t ns;
      asm volatile("mov.u64 %0, %globaltimer;" : "=l"(ns));
      return ns;
   }

   /* Call after each failed poll. */
   __device__ __forceinline__ bool expired(const tsw_wait &wait)
   {
      if (++polls % CHECK_PERIOD != 0)
      {
         return false;
      }
      const int64_t time = now();
      start = polls == CHECK_PERIOD ? time : start;
      if (time - start > wait.limit_ns)
      {
         atomicExch(wait.status, (int32_t) TRISWEEP_ERROR_TIMEOUT);
         if (wait.host_status)
         {
            *(volatile int32_t *) wait.host_status = (int32_t) TRISWEEP_ERROR_TIMEOUT;
         }
         return true;
      }
      return tsw_peek(wait.status) != TRISWEEP_OK;
   }
};

/* Poll until ready() is true. The thread that makes ready() true must be in another warp. */
template <class Ready>
static __device__ __forceinline__ void tsw_wait_until(const tsw_wait &wait, Ready ready)
{
   tsw_wait_clock clock;
   while (!ready() && !clock.expired(wait))
   {
   }
}

/*
 * Call advance() in every lane until advance() has returned true in this lane. Lanes of the warp
 * may wait for one another: no lane polls inside advance(), and all lanes vote after each round. To
 * be called by whole warps.
 */
template <class Advance>
static __device__ __forceinline__ void tsw_wait_warp(const tsw_wait &wait, bool done,
                                                     Advance advance)
{
   tsw_wait_clock clock;
   while (!__all_sync(0xffffffffu, done))
   {
      done = done || advance() || clock.expired(wait);
   }
}
