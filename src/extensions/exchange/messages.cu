/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Messages between two ranks, for hypre's own exchanges (channel.h). */
#include "extensions/exchange/slots.cuh"

namespace {

using namespace slots;

constexpr int      BLOCK = 256;
constexpr unsigned MOST_BLOCKS = 128; /* enough for the bandwidth between two devices */

/* The message with a slot, by its place among the slots of all messages. */
__device__ __forceinline__ const tsw_message &find_message(const tsw_messages &m, int32_t place)
{
   int q = 0;
   while (q + 1 < m.n && m.message[q + 1].first_slot <= place)
   {
      q++;
   }
   return m.message[q];
}

__global__ void __launch_bounds__(BLOCK)
   send_messages(__grid_constant__ const tsw_messages m, const uint32_t *data)
{
   const int32_t stride = (int32_t) gridDim.x * BLOCK;
   for (int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x); k < m.n_slots; k += stride)
   {
      const tsw_message &one = find_message(m, k);
      const int32_t      slot = k - one.first_slot;
      const uint32_t    *words = data + one.begin + 2 * (int64_t) slot;
      put(&one.slots[slot], 2 * slot < one.n_words ? words[0] : 0,
          2 * slot + 1 < one.n_words ? words[1] : 0, one.number);
   }
}

struct receive_arguments
{
   tsw_messages        m;
   tsw_wait            wait;
   tsw_exchange_fault *fault;
   uint32_t           *data;
};

/* Only the senders, kernels of other devices that wait for nothing, are waited for. */
__global__ void __launch_bounds__(BLOCK)
   receive_messages(__grid_constant__ const receive_arguments p)
{
   const int32_t stride = (int32_t) gridDim.x * BLOCK;
   for (int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x); k < p.m.n_slots; k += stride)
   {
      const tsw_message &one = find_message(p.m, k);
      const int32_t      slot = k - one.first_slot;
      uint32_t          *words = p.data + one.begin + 2 * (int64_t) slot;
      tsw_slot           s;
      if (!await(&one.slots[slot], one.number, p.wait, &s))
      {
         record_fault(p.fault, TSW_HYPRES_EXCHANGE, (int32_t) (&one - p.m.message));
         s.low = s.high = 0;
      }
      if (2 * slot < one.n_words)
      {
         words[0] = s.low;
      }
      if (2 * slot + 1 < one.n_words)
      {
         words[1] = s.high;
      }
   }
}

unsigned blocks_for(const tsw_messages *m)
{
   const unsigned wanted = m->n_slots > BLOCK ? (unsigned) (m->n_slots + BLOCK - 1) / BLOCK : 1;
   return wanted < MOST_BLOCKS ? wanted : MOST_BLOCKS;
}

} // namespace

cudaError_t tsw_send_messages(const tsw_messages *m, const void *data, cudaStream_t stream)
{
   if (m->n > 0)
   {
      send_messages<<<blocks_for(m), BLOCK, 0, stream>>>(*m, (const uint32_t *) data);
   }
   return cudaGetLastError();
}

cudaError_t tsw_receive_messages(const tsw_messages *m, int32_t *status, tsw_exchange_fault *fault,
                                 int64_t limit_ns, void *data, cudaStream_t stream)
{
   const receive_arguments p = { *m, { status, NULL, limit_ns }, fault, (uint32_t *) data };
   receive_messages<<<blocks_for(m), BLOCK, 0, stream>>>(p);
   return cudaGetLastError();
}
