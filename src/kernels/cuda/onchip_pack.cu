/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Layout for the onchip kernel. The rows of a step are shared among the helper
 * warps of the step as tasks of 32 / g rows with g lanes each. A thread a step
 * finds the best g and counts the chunks, the host adds them up, and
 * onchip_fill.cu writes them.
 */
#include "kernels/cuda/onchip_pack.h"

#include <limits.h>
#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/onchip_tasks.cuh"

using namespace tsw_onchip;

namespace
{

/* Cycles until the slowest warp is done; at limit or above it may be less than that. */
__device__ int step_cost(const listing &l, int32_t s, int lanes, int limit)
{
   task_list d(l, s, lanes);
   int    slowest = 0;
   int    all = 0;
   while (slowest + all * CHUNK_COST / 10 < limit && d.next())
   {
      slowest = max(slowest, d.load[d.warp]);
      all += d.n_chunks;
   }
   return slowest + all * CHUNK_COST / 10;
}

__global__ void __launch_bounds__(BLOCK) count_chunks(listing l, shares to)
{
   const int32_t s = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (s >= l.n_steps + l.shape.ahead)
   {
      return;
   }
   int best = 1;
   int least = step_cost(l, s, 1, INT_MAX);
   for (int g = 2; g <= LANES && least > 0; g++)
   {
      const int cost = step_cost(l, s, g, least);
      best = cost < least ? g : best;
      least = min(cost, least);
   }
   to.lanes[s] = (uint8_t) best;
   int32_t *count = to.first + (int64_t) s * l.shape.warps;
   for (int w = 0; w < l.shape.warps; w++)
   {
      count[w] = 0;
   }
   for (task_list d(l, s, best); d.next();)
   {
      count[d.warp] += d.n_chunks;
   }
   for (int w = 0; w < l.shape.warps; w++)
   {
      count[w] = max(count[w], 1); /* an idle warp has an empty chunk */
   }
}

int64_t aligned(int64_t bytes)
{
   return (bytes + 255) / 256 * 256;
}

/* Counts by step and warp to first chunks, in place; each helper warp has its chunks in a row. */
void add_up(const listing &l, int surplus, int32_t *first, int32_t *chunk_ptr)
{
   const int     warps = l.shape.warps;
   const int     all = warps * l.shape.groups;
   const int32_t n_shares = (l.n_steps + l.shape.ahead) * warps;
   memset(chunk_ptr, 0, (size_t) (all + 1) * sizeof *chunk_ptr);
   for (int32_t k = 0; k < n_shares; k++)
   {
      chunk_ptr[k % all + 1] += first[k];
   }
   for (int w = 0; w < all; w++)
   {
      chunk_ptr[w + 1] = chunk_ptr[w] + ceil_div(chunk_ptr[w + 1], surplus) * surplus;
      int32_t next = chunk_ptr[w];
      for (int32_t k = w; k < n_shares; k += all)
      {
         const int32_t count = first[k];
         first[k] = next;
         next += count;
      }
   }
}

trisweep_status copy_up(const int32_t *from, int64_t n, cudaStream_t stream, tsw_memory *owner,
                        int32_t **to)
{
   TSW_TRY(tsw_memory_alloc_device(owner, to, n, sizeof **to, "the onchip schedule"));
   TSW_CUDA(cudaMemcpyAsync(*to, from, (size_t) n * sizeof **to, cudaMemcpyHostToDevice, stream));
   return TRISWEEP_OK;
}

/* Memory that only the building needs. */
struct scratch
{
   int32_t *step;
   int32_t *slot;
   int32_t *n_old;
   int32_t *step_ptr;
   shares   share;
   int32_t *host; /* the first chunks, then chunk_ptr */
};

trisweep_status list(const tsw_triangle *t, const tsw_onchip_shape *shape,
                     const tsw_onchip_steps *s, cudaStream_t stream, tsw_memory *owner,
                     scratch *w, tsw_onchip_pack *p, listing *l)
{
   TSW_TRY(copy_up(s->row, s->n_rows, stream, owner, &p->row));
   TSW_TRY(copy_up(s->step, s->n_rows, stream, NULL, &w->step));
   TSW_TRY(copy_up(s->slot, s->n_rows, stream, NULL, &w->slot));
   TSW_TRY(copy_up(s->n_old, s->n_rows, stream, NULL, &w->n_old));
   TSW_TRY(copy_up(s->step_ptr, s->n_steps + 1, stream, NULL, &w->step_ptr));
   *l = { t->row_ptr, t->col_idx,  w->step,    w->slot,    w->n_old,  p->row,
          w->step_ptr, s->n_rows, s->n_steps, p->n_steps, p->width, *shape };
   return TRISWEEP_OK;
}

trisweep_status share_chunks(const listing &l, int surplus, cudaStream_t stream,
                             tsw_memory *owner, scratch *w, tsw_onchip_pack *p)
{
   const int64_t n_steps = l.n_steps + l.shape.ahead;
   const int64_t n_shares = n_steps * l.shape.warps;
   const int     all = l.shape.warps * l.shape.groups;
   TSW_TRY(tsw_memory_alloc_device(NULL, &w->share.first, n_shares, sizeof(int32_t), "chunks"));
   TSW_TRY(tsw_memory_alloc_device(NULL, &w->share.lanes, n_steps, 1, "chunks"));
   TSW_TRY(tsw_memory_alloc(NULL, &w->host, n_shares + all + 1, sizeof(int32_t), "chunks"));
   count_chunks<<<blocks(n_steps), BLOCK, 0, stream>>>(l, w->share);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_memory_read(w->host, w->share.first, (size_t) n_shares * sizeof(int32_t), stream));
   add_up(l, surplus, w->host, w->host + n_shares);
   p->n_chunks = w->host[n_shares + all] + surplus;
   TSW_CUDA(cudaMemcpyAsync(w->share.first, w->host, (size_t) n_shares * sizeof(int32_t),
                            cudaMemcpyHostToDevice, stream));
   return copy_up(w->host + n_shares, all + 1, stream, owner, &p->chunk_ptr);
}

trisweep_status fill(const listing &l, const shares &share, cudaStream_t stream,
                     tsw_memory *owner, tsw_onchip_pack *p)
{
   const int64_t n_values = (int64_t) p->n_steps * (2 + l.shape.mid) * p->width;
   const int64_t n_lanes = (int64_t) p->n_chunks * LANES;
   p->chunk_bytes = aligned(n_values * 8 + (int64_t) p->n_steps * p->width * 24);
   p->slot_bytes = p->chunk_bytes + aligned(n_lanes * DEEP * 8);
   p->lane_bytes = p->slot_bytes + aligned(n_lanes * DEEP * 2);
   p->bytes = p->lane_bytes + n_lanes * 4;
   TSW_TRY(tsw_memory_alloc_device(owner, &p->image, p->bytes, 1, "the onchip schedule"));
   TSW_TRY(tsw_memory_alloc_device(owner, &p->place, p->n_rows, sizeof(int32_t),
                                   "the onchip schedule"));
   TSW_TRY(tsw_memory_alloc_device(owner, &p->chain_entry, n_values, sizeof(int32_t),
                                   "the onchip schedule"));
   TSW_TRY(tsw_memory_alloc_device(owner, &p->chunk_entry, n_lanes * DEEP, sizeof(int32_t),
                                   "the onchip schedule"));
   const layout to = { p->chunk_entry, (uint16_t *) (p->image + p->slot_bytes),
                       (uint32_t *) (p->image + p->lane_bytes), p->chain_entry, p->image,
                       p->place };
   TSW_CUDA(cudaMemsetAsync(p->image, 0, (size_t) p->slot_bytes, stream));
   TSW_CUDA(cudaMemsetAsync(p->chain_entry, 0xff, (size_t) n_values * 4, stream));
   TSW_CUDA(cudaMemsetAsync(p->chunk_entry, 0xff, (size_t) (n_lanes * DEEP) * 4, stream));
   TSW_TRY(tsw_onchip_fill(l, share, to, n_lanes, stream));
   TSW_CUDA(cudaStreamSynchronize(stream));
   return TRISWEEP_OK;
}

} // namespace

int32_t tsw_onchip_rounded_steps(const tsw_onchip_shape *shape, int32_t n_steps)
{
   const int unroll = shape->groups * (shape->groups % 2 ? 2 : 1);
   return ceil_div(n_steps, unroll) * unroll;
}

trisweep_status tsw_onchip_pack_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                      const tsw_onchip_steps *steps, int surplus, void *stream,
                                      tsw_memory *owner, tsw_onchip_pack *pack)
{
   const cudaStream_t s = (cudaStream_t) stream;
   scratch            w = {};
   listing            l;
   memset(pack, 0, sizeof *pack);
   pack->n_rows = steps->n_rows;
   pack->n_steps = tsw_onchip_rounded_steps(shape, steps->n_steps);
   pack->width = ceil_div(steps->width, 4) * 4;
   trisweep_status status = list(triangle, shape, steps, s, owner, &w, pack, &l);
   if (status == TRISWEEP_OK)
   {
      status = share_chunks(l, surplus, s, owner, &w, pack);
   }
   if (status == TRISWEEP_OK)
   {
      status = fill(l, w.share, s, owner, pack);
   }
   tsw_memory_free_device(NULL, &w.step);
   tsw_memory_free_device(NULL, &w.slot);
   tsw_memory_free_device(NULL, &w.n_old);
   tsw_memory_free_device(NULL, &w.step_ptr);
   tsw_memory_free_device(NULL, &w.share.first);
   tsw_memory_free_device(NULL, &w.share.lanes);
   tsw_memory_free(NULL, &w.host);
   return status;
}

void tsw_onchip_pack_free(tsw_memory *owner, tsw_onchip_pack *pack)
{
   tsw_memory_free_device(owner, &pack->image);
   tsw_memory_free_device(owner, &pack->row);
   tsw_memory_free_device(owner, &pack->place);
   tsw_memory_free_device(owner, &pack->chunk_ptr);
   tsw_memory_free_device(owner, &pack->chain_entry);
   tsw_memory_free_device(owner, &pack->chunk_entry);
}
