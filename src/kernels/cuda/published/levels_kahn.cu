/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Level sets by Kahn's algorithm (Li 2017, section 4.4.1, kernels FIND_LEVEL0 and FIND_LEVEL): a
 * launch a level, a warp a row of the level before, which removes the edges to the rows that need
 * this row. A row without further edges is appended to the queue. The host needs the length of the
 * queue for the next launch.
 *
 * As published, except for: the number of a row's level is stored, because the order of the queue
 * within a level is that of the atomic additions; a warp beyond the level returns; and the length
 * reaches the host as in level_rounds.cuh. Progress: kernels wait for nothing.
 */
#include "kernels/cuda/published/level_rounds.cuh"
#include "kernels/cuda/published/level_sets.h"

namespace {

constexpr int BLOCK = 512;

__global__ void __launch_bounds__(BLOCK)
   find_level_0(tsw_graph g, int32_t *count, int32_t *queue, int32_t *level, tsw_rounds rounds)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < g.n_rows)
   {
      count[i] = g.row_ptr[i + 1] - g.row_ptr[i];
      if (count[i] == 0)
      {
         level[i] = 0;
         queue[atomicAdd(rounds.n, 1)] = (int32_t) i;
      }
   }
   tsw_rounds_post(rounds, 1);
}

/* Rows first .. last - 1 of the queue are those of level `number - 1`. */
__global__ void __launch_bounds__(BLOCK)
   find_level(tsw_graph_columns c, int32_t *count, int32_t *queue, int32_t first, int32_t last,
              int32_t number, int32_t *level, tsw_rounds rounds)
{
   const int64_t k = first + ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   const int32_t i = k < last ? queue[k] : -1;
   const int32_t end = i < 0 ? 0 : c.col_ptr[i + 1];
   for (int32_t e = i < 0 ? 0 : c.col_ptr[i] + (int32_t) (threadIdx.x % 32); e < end; e += 32)
   {
      const int32_t j = c.row_idx[e];
      if (atomicSub(&count[j], 1) == 1)
      {
         level[j] = number;
         queue[atomicAdd(rounds.n, 1)] = j;
      }
   }
   tsw_rounds_post(rounds, (uint32_t) number + 1);
}

/* words: [2 n_rows], counts of the edges and the queue. */
trisweep_status run(const tsw_graph *g, const tsw_graph_columns *c, int32_t *words,
                    const tsw_rounds &rounds, cudaStream_t stream, int32_t *level)
{
   int32_t *count = words;
   int32_t *queue = words + g->n_rows;
   int32_t  first = 0;
   int32_t  last = 0;
   find_level_0<<<tsw_blocks(g->n_rows, BLOCK), BLOCK, 0, stream>>>(*g, count, queue, level,
                                                                    rounds);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_rounds_await(rounds, 1, stream, &last));
   for (int32_t number = 1; last < g->n_rows; number++)
   {
      int32_t next = 0;
      find_level<<<tsw_blocks(last - first, BLOCK / 32), BLOCK, 0, stream>>>(
         *c, count, queue, first, last, number, level, rounds);
      TSW_CUDA(cudaGetLastError());
      TSW_TRY(tsw_rounds_await(rounds, (uint32_t) number + 1, stream, &next));
      if (next == last)
      {
         return TSW_ERROR(CUDA, "a level of the analysis has no rows, although rows are left");
      }
      first = last;
      last = next;
   }
   return TSW_CUDA_STATUS(cudaStreamSynchronize(stream));
}

} // namespace

extern "C" trisweep_status tsw_levels_kahn(const tsw_graph *g, const tsw_graph_columns *columns,
                                           void *stream, int32_t *level)
{
   TSW_AT_END(tsw_rounds_close) tsw_rounds rounds = {};
   TSW_TRY(tsw_rounds_open(2 * g->n_rows, (cudaStream_t) stream, &rounds));
   return run(g, columns, rounds.n + 2, rounds, (cudaStream_t) stream, level);
}
