/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels by Kahn's algorithm in one kernel without round trips to the host,
 * which Li (2017, section 4.4) left as future work. Resident warps take the
 * places of one queue in turn; whoever removes the last incoming edge of a row
 * puts it into the queue. A row's level is the largest of its neighbours' plus
 * one, gathered by atomicMax before the edge is counted off, so that the queue
 * need not be in level order and nobody waits for a level to be complete.
 *
 * Order: level, fence, count, fence, queue, in the producer; acquire of the
 * queue place in the consumer.
 * Progress: all warps are resident, and places are filled as long as rows are
 * left, because the graph has no cycle; the wait is bounded.
 */
#include "analysis/cuda/graph.h"
#include "analysis/cuda/waiting.cuh"
#include "base/memory_cuda.h"

namespace
{

constexpr int BLOCK = 256;

/* The words that the kernel works with, in one allocation. */
struct kahn_words
{
   int32_t *status; /* of the waits */
   int32_t *head;   /* places taken */
   int32_t *tail;   /* places filled */
   int32_t *count;  /* [n_rows] edges that still come in */
   int32_t *queue;  /* [n_rows] rows whose neighbours are all done; -1: not filled */
};

__global__ void __launch_bounds__(BLOCK) find_roots(tsw_graph g, kahn_words w, int32_t *level)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i >= g.n_rows)
   {
      return;
   }
   w.count[i] = g.row_ptr[i + 1] - g.row_ptr[i];
   level[i] = 0;
   if (w.count[i] == 0)
   {
      w.queue[atomicAdd(w.tail, 1)] = (int32_t) i;
   }
}

/* Remove the edges from row i, of a level, to the rows below it. */
__device__ void remove_edges(const tsw_graph_columns &c, const kahn_words &w, int32_t i, int lane,
                             int32_t *level)
{
   const int32_t below = tsw_peek(&level[i]) + 1;
   for (int32_t e = c.col_ptr[i] + lane; e < c.col_ptr[i + 1]; e += 32)
   {
      const int32_t j = c.row_idx[e];
      atomicMax(&level[j], below);
      __threadfence();
      if (atomicSub(&w.count[j], 1) == 1)
      {
         __threadfence();
         tsw_release(&w.queue[atomicAdd(w.tail, 1)], j);
      }
   }
}

__global__ void __launch_bounds__(BLOCK) kahn(int64_t n_rows, tsw_graph_columns c, kahn_words w,
                                              int32_t *level)
{
   const int      lane = (int) (threadIdx.x % 32);
   const tsw_wait wait = { w.status, NULL, TSW_ANALYSIS_WAIT_NS };
   for (;;)
   {
      int32_t place = 0;
      int32_t i = -1;
      if (lane == 0)
      {
         place = atomicAdd(w.head, 1);
         if (place < n_rows)
         {
            tsw_wait_until(wait, [&] { return (i = tsw_acquire(&w.queue[place])) >= 0; });
         }
      }
      i = __shfl_sync(0xffffffffu, i, 0);
      if (i < 0)
      {
         return;
      }
      remove_edges(c, w, i, lane, level);
   }
}

trisweep_status run(const tsw_graph *g, const tsw_graph_columns *c, const kahn_words &w,
                    cudaStream_t stream, int32_t *level)
{
   int device;
   int n_processors;
   int n_blocks;
   TSW_CUDA(cudaGetDevice(&device));
   TSW_CUDA(cudaDeviceGetAttribute(&n_processors, cudaDevAttrMultiProcessorCount, device));
   TSW_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&n_blocks, kahn, BLOCK, 0));
   TSW_CUDA(cudaMemsetAsync(w.status, 0, 3 * sizeof(int32_t), stream));
   TSW_CUDA(cudaMemsetAsync(w.queue, 0xff, (size_t) g->n_rows * sizeof(int32_t), stream));
   find_roots<<<(unsigned) ((g->n_rows + BLOCK - 1) / BLOCK), BLOCK, 0, stream>>>(*g, w, level);
   TSW_CUDA(cudaGetLastError());
   kahn<<<(unsigned) (n_processors * n_blocks), BLOCK, 0, stream>>>(g->n_rows, *c, w, level);
   TSW_CUDA(cudaGetLastError());
   return tsw_analysis_finish(w.status, stream);
}

} // namespace

trisweep_status tsw_graph_level_kernel(const tsw_graph *g, const tsw_graph_columns *columns,
                                       void *stream, int32_t *level)
{
   int32_t *words = NULL;
   if (g->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_memory_alloc_device(NULL, &words, 3 + 2 * g->n_rows, sizeof(int32_t), "levels"));
   const kahn_words      w = { words, words + 1, words + 2, words + 3, words + 3 + g->n_rows };
   const trisweep_status status = run(g, columns, w, (cudaStream_t) stream, level);
   tsw_memory_free_device(NULL, &words);
   return status;
}
