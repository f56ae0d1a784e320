/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Edges are counted, then placed; the order within a row is that of the atomic additions. */
#include "analysis/mapped.h"

#include <string.h>

#include <cub/device/device_scan.cuh>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"

namespace
{

constexpr int BLOCK = 256;
constexpr int LANES = 8; /* of a row */

unsigned blocks(int64_t n)
{
   return (unsigned) ((n + BLOCK - 1) / BLOCK);
}

/* Each edge of the caller's row by its new ends, the later one first. */
template <class Take> __device__ void for_edges(const tsw_graph &g, const int32_t *map, Take take)
{
   const int64_t i = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   if (i >= g.n_rows)
   {
      return;
   }
   const int32_t a = map[i];
   for (int32_t e = g.row_ptr[i] + (int32_t) (threadIdx.x % LANES); e < g.row_ptr[i + 1];
        e += LANES)
   {
      const int32_t b = map[g.col_idx[e]];
      if (a != b)
      {
         take(max(a, b), min(a, b));
      }
   }
}

__global__ void __launch_bounds__(BLOCK)
   count_edges(tsw_graph g, const int32_t *map, int32_t *count)
{
   for_edges(g, map, [&](int32_t later, int32_t) { atomicAdd(&count[later], 1); });
}

__global__ void __launch_bounds__(BLOCK)
   place_edges(tsw_graph g, const int32_t *map, int32_t *next, int32_t *col_idx)
{
   for_edges(g, map, [&](int32_t later, int32_t earlier) {
      col_idx[atomicAdd(&next[later], 1)] = earlier;
   });
}

struct scratch
{
   int32_t *next; /* [n_new + 1] edges of each row, then where its next one goes */
   void    *work;
};

trisweep_status find_starts(int64_t n_new, cudaStream_t stream, scratch *s, tsw_mapped *m)
{
   size_t bytes = 0;
   TSW_CUDA(cub::DeviceScan::ExclusiveSum(NULL, bytes, s->next, m->row_ptr, n_new + 1, stream));
   TSW_TRY(tsw_memory_alloc_device(NULL, &s->work, (int64_t) bytes, 1, "a mapped graph"));
   TSW_CUDA(cub::DeviceScan::ExclusiveSum(s->work, bytes, s->next, m->row_ptr, n_new + 1, stream));
   TSW_CUDA(cudaMemcpyAsync(s->next, m->row_ptr, (size_t) (n_new + 1) * sizeof(int32_t),
                            cudaMemcpyDeviceToDevice, stream));
   return TRISWEEP_OK;
}

trisweep_status map_graph(const tsw_graph *g, const int32_t *map, int64_t n_new,
                          cudaStream_t stream, tsw_memory *owner, scratch *s, tsw_mapped *m)
{
   const unsigned grid = blocks(g->n_rows * LANES);
   int32_t        nnz = 0;
   TSW_TRY(tsw_memory_alloc_device(NULL, &s->next, n_new + 1, sizeof(int32_t), "a mapped graph"));
   TSW_TRY(
      tsw_memory_alloc_device(owner, &m->row_ptr, n_new + 1, sizeof(int32_t), "a mapped graph"));
   TSW_CUDA(cudaMemsetAsync(s->next, 0, (size_t) (n_new + 1) * sizeof(int32_t), stream));
   if (g->n_rows > 0)
   {
      count_edges<<<grid, BLOCK, 0, stream>>>(*g, map, s->next);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_TRY(find_starts(n_new, stream, s, m));
   TSW_TRY(tsw_memory_read(&nnz, m->row_ptr + n_new, sizeof nnz, stream));
   TSW_TRY(tsw_memory_alloc_device(owner, &m->col_idx, nnz, sizeof(int32_t), "a mapped graph"));
   if (g->n_rows > 0)
   {
      place_edges<<<grid, BLOCK, 0, stream>>>(*g, map, s->next, m->col_idx);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_CUDA(cudaStreamSynchronize(stream));
   m->graph = { n_new, nnz, m->row_ptr, m->col_idx, false };
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_mapped_device(const tsw_graph *g, const int32_t *map, int64_t n_new,
                                  void *stream, tsw_memory *owner, tsw_mapped *m)
{
   scratch s = {};
   memset(m, 0, sizeof *m);
   const trisweep_status status = map_graph(g, map, n_new, (cudaStream_t) stream, owner, &s, m);
   tsw_memory_free_device(NULL, &s.next);
   tsw_memory_free_device(NULL, &s.work);
   return status;
}

void tsw_mapped_device_free(tsw_memory *owner, tsw_mapped *m)
{
   tsw_memory_free_device(owner, &m->row_ptr);
   tsw_memory_free_device(owner, &m->col_idx);
}
