/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Operations of the kernels of an exchange. */
#pragma once

#include "base/device/order.cuh"
#include "base/device/search.cuh"
#include "extensions/exchange/slots.cuh"

namespace exchange {

using namespace slots;

__device__ __forceinline__ uint32_t next_number(const tsw_exchange_view &e)
{
   return (uint32_t) tsw_peek((const int32_t *) &e.words->number) + 1;
}

__device__ __forceinline__ const tsw_slot *slot_of(const tsw_exchange_view &e, int32_t slot,
                                                   uint32_t number)
{
   return e.window + (int64_t) (number & 1) * e.n_slots + slot;
}

/* The value of a slot whose content was loaded before; waits if the value had not come then. */
__device__ __forceinline__ double value_of(const tsw_exchange_view &e, int32_t slot,
                                           uint32_t number, tsw_slot s)
{
   const bool ready = (s.number_low == number && s.number_high == number) ||
                      await(slot_of(e, slot, number), number, { e.status, NULL, e.limit_ns }, &s);
   if (!ready)
   {
      record_fault(e.fault, e.id, tsw_last_at_or_before(e.first_from, e.n_from, slot));
   }
   return ready ? __hiloint2double((int) s.high, (int) s.low) : nan("");
}

/* The value that a slot receives in this exchange; NaN after a wait that timed out. */
__device__ __forceinline__ double get(const tsw_exchange_view &e, int32_t slot, uint32_t number)
{
   return value_of(e, slot, number, peek(slot_of(e, slot, number)));
}

/* Store value k of this exchange in the window of its receiver. */
__device__ __forceinline__ void send(const tsw_exchange_view &e, int32_t k, double value,
                                     uint32_t number)
{
   const int q = tsw_last_at_or_before(e.first_to, e.n_to, k);
   put(e.to[q] + (int64_t) (number & 1) * e.n_slots_to[q] + (k - e.first_to[q]),
       (uint32_t) __double2loint(value), (uint32_t) __double2hiint(value), number);
}

/* Call at the end of the last kernel of an exchange, in all threads. */
__device__ __forceinline__ void finish(const tsw_exchange_view &e, uint32_t number)
{
   __syncthreads();
   if (threadIdx.x == 0 && atomicInc(&e.words->blocks_done, gridDim.x - 1) == gridDim.x - 1)
   {
      tsw_post((int32_t *) &e.words->number, (int32_t) number);
   }
}

} // namespace exchange
