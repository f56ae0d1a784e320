/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels by Kahn's algorithm as published (Li 2017, section 4.4.1: FIND_LEVEL0,
 * FIND_LEVEL): a launch a level, and a copy of the number of rows found so far to
 * the host after each. Kept for comparison with levels.cu.
 */
#include "analysis/cuda/graph.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"

namespace
{

constexpr int BLOCK = 512;

__global__ void __launch_bounds__(BLOCK) find_level_0(tsw_graph g, int32_t *count, int32_t *queue,
                                                      int32_t *last, int32_t *level)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i >= g.n_rows)
   {
      return;
   }
   count[i] = g.row_ptr[i + 1] - g.row_ptr[i];
   if (count[i] == 0)
   {
      level[i] = 0;
      queue[atomicAdd(last, 1)] = (int32_t) i;
   }
}

/* A warp a row of the level before; the published code has no bound on its warps. */
__global__ void __launch_bounds__(BLOCK) find_level(tsw_graph_columns c, int32_t *count,
                                                    int32_t *queue, int32_t first, int32_t end,
                                                    int32_t number, int32_t *last, int32_t *level)
{
   const int32_t k = first + (int32_t) ((blockIdx.x * BLOCK + threadIdx.x) / 32);
   if (k >= end)
   {
      return;
   }
   const int32_t i = queue[k];
   for (int32_t e = c.col_ptr[i] + (int32_t) (threadIdx.x % 32); e < c.col_ptr[i + 1]; e += 32)
   {
      const int32_t j = c.row_idx[e];
      if (atomicSub(&count[j], 1) == 1)
      {
         level[j] = number;
         queue[atomicAdd(last, 1)] = j;
      }
   }
}

trisweep_status step(const tsw_graph *g, const tsw_graph_columns *c, int32_t *words,
                     cudaStream_t stream, int32_t *level)
{
   int32_t *last = words;
   int32_t *count = words + 1;
   int32_t *queue = words + 1 + g->n_rows;
   int32_t  first = 0;
   int32_t  end;
   TSW_CUDA(cudaMemsetAsync(last, 0, sizeof *last, stream));
   find_level_0<<<(unsigned) ((g->n_rows + BLOCK - 1) / BLOCK), BLOCK, 0, stream>>>(
      *g, count, queue, last, level);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_memory_read(&end, last, sizeof end, stream));
   for (int32_t number = 1; end < g->n_rows; number++)
   {
      const int64_t n_threads = 32 * (int64_t) (end - first);
      find_level<<<(unsigned) ((n_threads + BLOCK - 1) / BLOCK), BLOCK, 0, stream>>>(
         *c, count, queue, first, end, number, last, level);
      TSW_CUDA(cudaGetLastError());
      first = end;
      TSW_TRY(tsw_memory_read(&end, last, sizeof end, stream));
   }
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_graph_level_stepwise(const tsw_graph *g, const tsw_graph_columns *columns,
                                         void *stream, int32_t *level)
{
   int32_t *words = NULL;
   if (g->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_memory_alloc_device(NULL, &words, 1 + 2 * g->n_rows, sizeof(int32_t), "levels"));
   const trisweep_status status = step(g, columns, words, (cudaStream_t) stream, level);
   tsw_memory_free_device(NULL, &words);
   return status;
}
