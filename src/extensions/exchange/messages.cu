/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Messages between two ranks, for hypre's own exchanges (channel.h). */
#include "extensions/exchange/operations.cuh"

namespace {

using namespace exchange;

constexpr int      BLOCK = 256;
constexpr unsigned MOST_BLOCKS = 128; /* enough for the bandwidth between two devices */

__global__ void __launch_bounds__(BLOCK)
   send_messages(__grid_constant__ const tsw_messages m, const uint32_t *data)
{
   const int32_t stride = (int32_t) gridDim.x * BLOCK;
   for (int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x); k < m.first_slot[m.n];
        k += stride)
   {
      const int          q = tsw_last_at_or_before(m.first_slot, m.n, k);
      const tsw_message &one = m.message[q];
      const int32_t      slot = k - m.first_slot[q];
      const uint32_t    *words = data + one.begin + 2 * (int64_t) slot;
      put(&one.slots[slot], 2 * slot < one.n_words ? words[0] : 0,
          2 * slot + 1 < one.n_words ? words[1] : 0, one.number);
   }
}

/* Only the senders, kernels of other devices that wait for nothing, are waited for. */
__global__ void __launch_bounds__(BLOCK)
   receive_messages(__grid_constant__ const tsw_messages m, __grid_constant__ const tsw_wait wait,
                    tsw_exchange_fault *fault, uint32_t *data)
{
   const int32_t stride = (int32_t) gridDim.x * BLOCK;
   for (int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x); k < m.first_slot[m.n];
        k += stride)
   {
      const int          q = tsw_last_at_or_before(m.first_slot, m.n, k);
      const tsw_message &one = m.message[q];
      const int32_t      slot = k - m.first_slot[q];
      uint32_t          *words = data + one.begin + 2 * (int64_t) slot;
      tsw_slot           s;
      if (!await(&one.slots[slot], one.number, wait, &s))
      {
         record_fault(fault, TSW_HYPRES_EXCHANGE, q);
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
   return min(max(tsw_blocks(m->first_slot[m->n], BLOCK), 1u), MOST_BLOCKS);
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
   receive_messages<<<blocks_for(m), BLOCK, 0, stream>>>(*m, { status, NULL, limit_ns }, fault,
                                                         (uint32_t *) data);
   return cudaGetLastError();
}
