/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Layout for onchip. A step has tasks of 32 / g rows; g lanes a row are chosen by step. */
#include "kernels/cuda/onchip/layout.h"

#include <string.h>

#include "base/device/each.cuh"
#include "base/device/rows.cuh"
#include "base/memory_cuda.h"
#include "kernels/cuda/onchip/tasks.cuh"

using namespace tsw_onchip;

namespace {

/* Choose the lanes a row for each step. A warp has one step; lane k tries k + 1 lanes a row. */
trisweep_status count_chunks(const listing &l, const shares &to, int64_t n_steps,
                             cudaStream_t stream)
{
   return tsw_rows::each_row<LANES>(n_steps, stream, [=] __device__(int64_t s, int lane) {
      int cycles = 0;
      int n_chunks = 0;
      for (task_list d(l, (int32_t) s, lane + 1); d.next();)
      {
         cycles += d.cycles();
         n_chunks += d.n_chunks;
      }
      const int      least = __reduce_min_sync(~0u, cycles);
      const unsigned best = __ballot_sync(~0u, cycles == least);
      if (s < n_steps && lane == __ffs((int) best) - 1)
      {
         to.lanes[s] = (uint8_t) (lane + 1);
         to.first[s] = n_chunks;
         to.count[s] = (uint16_t) n_chunks;
      }
   });
}

/* Turn counts into first chunks, by step, in place. Chunks of a helper warp are consecutive. */
void add_up(const listing &l, int32_t *first, int32_t *chunk_ptr)
{
   const int     all = TSW_ONCHIP_GROUPS;
   const int32_t n_steps = l.p.n_steps + TSW_ONCHIP_AHEAD;
   memset(chunk_ptr, 0, (size_t) (all + 1) * sizeof *chunk_ptr);
   for (int32_t s = 0; s < n_steps; s++)
   {
      chunk_ptr[s % all + 1] += first[s];
   }
   for (int w = 0; w < all; w++)
   {
      chunk_ptr[w + 1] += chunk_ptr[w];
      int32_t next = chunk_ptr[w];
      for (int32_t s = w; s < n_steps; s += all)
      {
         const int32_t count = first[s];
         first[s] = next;
         next += count;
      }
   }
}

/* Round n_steps up for the kernel's loop, which is unrolled over barriers and register sets. */
int32_t rounded_steps(int32_t n_steps)
{
   const int unroll = TSW_ONCHIP_GROUPS * (TSW_ONCHIP_GROUPS % 2 ? 2 : 1);
   return ceil_div(n_steps, unroll) * unroll;
}

/* Copy the rows and step pointers for the kernels. Steps behind the last one have no rows. */
trisweep_status copy_steps(const tsw_onchip_steps *s, cudaStream_t stream, tsw_memory *owner,
                           tsw_onchip_pack *p)
{
   const int32_t n = p->n_steps;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->row, s->n_rows, "the onchip schedule"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->step_ptr, n + 1, "the onchip schedule"));
   TSW_CUDA(cudaMemcpyAsync(p->row, s->row, (size_t) s->n_rows * sizeof(int32_t),
                            cudaMemcpyDeviceToDevice, stream));
   return tsw_each(n + 1, stream, [from = *s, to = p->step_ptr] __device__(int64_t k) {
      to[k] = from.step_ptr[min(k, (int64_t) from.n_steps)];
   });
}

/* share: device arrays [n_steps + AHEAD]. host: the first chunks, then chunk_ptr. */
trisweep_status share_chunks(const listing &l, const shares &share, int64_t n_steps, int32_t *host,
                             cudaStream_t stream, tsw_memory *owner, tsw_onchip_pack *p)
{
   const int    all = TSW_ONCHIP_GROUPS;
   const size_t bytes = (size_t) n_steps * sizeof(int32_t);
   TSW_TRY(count_chunks(l, share, n_steps, stream));
   TSW_TRY(tsw_memory_read(host, share.first, bytes, stream));
   add_up(l, host, host + n_steps);
   p->n_chunks = host[n_steps + all] > 0 ? host[n_steps + all] : 1;
   TSW_CUDA(cudaMemcpyAsync(share.first, host, bytes, cudaMemcpyHostToDevice, stream));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->chunk_ptr, all + 1, "the onchip schedule"));
   return TSW_CUDA_STATUS(cudaMemcpyAsync(p->chunk_ptr, host + n_steps,
                                          (size_t) (all + 1) * sizeof(int32_t),
                                          cudaMemcpyHostToDevice, stream));
}

trisweep_status fill(listing l, const shares &share, cudaStream_t stream, tsw_memory *owner,
                     tsw_onchip_pack *p)
{
   const int64_t n_values = (int64_t) p->n_steps * (2 + TSW_ONCHIP_YOUNG) * p->width;
   const int64_t n_lanes = (int64_t) p->n_chunks * LANES;
   const int64_t chain_bytes = tsw_aligned(n_values * 8 + (int64_t) p->n_steps * p->width * 24);
   const int64_t value_bytes = tsw_aligned(n_lanes * DEEP * 8);
   const int64_t slot_bytes = tsw_aligned(n_lanes * DEEP * 2);
   p->bytes = chain_bytes + value_bytes + slot_bytes + n_lanes * 4;
   TSW_TRY(tsw_memory_alloc_device(owner, &p->image, p->bytes, 1, "the onchip schedule"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->place, p->n_rows, "the onchip schedule"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->chain_entry, n_values, "the onchip schedule"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->chunk_entry, n_lanes * DEEP, "the onchip schedule"));
   p->chunk_value = (double2 *) (p->image + chain_bytes);
   p->chunk_slot = (uint4 *) (p->image + chain_bytes + value_bytes);
   p->chunk_lane = (uint32_t *) (p->image + chain_bytes + value_bytes + slot_bytes);
   l.p = *p;
   TSW_CUDA(cudaMemsetAsync(p->image, 0, (size_t) (chain_bytes + value_bytes), stream));
   TSW_CUDA(cudaMemsetAsync(p->chain_entry, 0xff, (size_t) n_values * 4, stream));
   TSW_CUDA(cudaMemsetAsync(p->chunk_entry, 0xff, (size_t) (n_lanes * DEEP) * 4, stream));
   TSW_TRY(tsw_onchip_fill(l, share, n_lanes, stream));
   return tsw_memory_wait(stream);
}

} // namespace

trisweep_status tsw_onchip_pack_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                      const tsw_onchip_steps *steps, void *stream,
                                      tsw_memory *owner, tsw_onchip_pack *pack)
{
   TSW_SCRATCH_DEVICE int32_t *first = NULL;
   TSW_SCRATCH_DEVICE uint8_t *lanes = NULL;
   TSW_SCRATCH int32_t        *host = NULL;
   const cudaStream_t          cuda_stream = (cudaStream_t) stream;
   memset(pack, 0, sizeof *pack);
   pack->n_rows = steps->n_rows;
   pack->n_steps = rounded_steps(steps->n_steps);
   pack->width = ceil_div(steps->width, 4) * 4;
   TSW_TRY(copy_steps(steps, cuda_stream, owner, pack));
   const listing l = { *triangle, *steps, *pack, *shape };
   const int64_t n_steps = l.p.n_steps + TSW_ONCHIP_AHEAD;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &first, n_steps, "chunks"));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &lanes, n_steps, "chunks"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &pack->chunk_count, n_steps, "the onchip schedule"));
   TSW_TRY(TSW_ALLOC(NULL, &host, n_steps + TSW_ONCHIP_GROUPS + 1, "chunks"));
   const shares share = { first, lanes, pack->chunk_count };
   TSW_TRY(share_chunks(l, share, n_steps, host, cuda_stream, owner, pack));
   return fill(l, share, cuda_stream, owner, pack);
}

void tsw_onchip_pack_free(tsw_memory *owner, tsw_onchip_pack *pack)
{
   tsw_memory_free_device(owner, &pack->image);
   tsw_memory_free_device(owner, &pack->row);
   tsw_memory_free_device(owner, &pack->step_ptr);
   tsw_memory_free_device(owner, &pack->place);
   tsw_memory_free_device(owner, &pack->chunk_ptr);
   tsw_memory_free_device(owner, &pack->chunk_count);
   tsw_memory_free_device(owner, &pack->chain_entry);
   tsw_memory_free_device(owner, &pack->chunk_entry);
}
