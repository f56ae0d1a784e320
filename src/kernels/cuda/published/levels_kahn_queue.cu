/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Level sets by Kahn's algorithm in one kernel, without global synchronisation, which Li 2017
 * (section 4.4.1) leaves as future work. A warp takes the next place of a queue, waits for the row
 * in this place, and removes the edges to the rows that need this row. The last edge of a row puts
 * the row into the queue, which is therefore not in the order of the levels. Before an edge is
 * removed, atomicMax raises the level at its end to the level at its start plus one.
 *
 * Order: level, fence, count, fence, release of the place; acquire of the place, level. Progress:
 * warps take places in ascending order. The row of the first open place is put there by rows of
 * earlier places, whose warps run and do not wait. The wait has a limit.
 */
#include "analysis/cuda/pull.cuh"
#include "base/device/each.cuh"
#include "base/resident.h"
#include "kernels/cuda/published/level_sets.h"

namespace {

constexpr int BLOCK = 256;

struct queue
{
   int32_t *status; /* of the waits */
   int32_t *taken;  /* places taken */
   int32_t *filled; /* places filled */
   int32_t *count;  /* [n_rows] edges that are left */
   int32_t *row;    /* [n_rows] -1: not filled */
};

constexpr int N_WORDS = 3; /* before the arrays */

/* The row in the next place, in all lanes; -1: all places are taken, or a wait has ended. */
__device__ int32_t take_row(const queue &q, int64_t n_rows, int lane, const tsw_wait &wait)
{
   int32_t i = -1;
   if (lane == 0)
   {
      const uint32_t place = (uint32_t) atomicAdd(q.taken, 1);
      if (place < n_rows)
      {
         tsw_wait_until(wait, [&] { return (i = tsw_acquire(&q.row[place])) >= 0; });
      }
   }
   __syncwarp();
   return __shfl_sync(tsw_pull::ALL, i, 0);
}

__global__ void __launch_bounds__(BLOCK)
   empty_queue(int64_t n_rows, tsw_graph_columns c, queue q, int32_t *level)
{
   const int      lane = (int) (threadIdx.x % 32);
   const tsw_wait wait = { q.status, NULL, TSW_ANALYSIS_WAIT_NS };
   for (int32_t i; (i = take_row(q, n_rows, lane, wait)) >= 0;)
   {
      const int32_t next = tsw_peek(&level[i]) + 1;
      for (int32_t e = c.col_ptr[i] + lane; e < c.col_ptr[i + 1]; e += 32)
      {
         const int32_t j = c.row_idx[e];
         atomicMax(&level[j], next);
         __threadfence();
         if (atomicSub(&q.count[j], 1) == 1)
         {
            __threadfence();
            tsw_release(&q.row[atomicAdd(q.filled, 1)], j);
         }
      }
      __syncwarp();
   }
}

trisweep_status run(const tsw_graph *g, const tsw_graph_columns *c, const queue &q,
                    cudaStream_t stream, int32_t *level)
{
   int blocks = (int) tsw_blocks(g->n_rows, BLOCK / 32);
   TSW_TRY(tsw_resident_limit((const void *) empty_queue, BLOCK, 0, &blocks));
   TSW_CUDA(cudaMemsetAsync(q.status, 0, N_WORDS * sizeof(int32_t), stream));
   TSW_CUDA(cudaMemsetAsync(q.row, 0xff, (size_t) g->n_rows * sizeof(int32_t), stream));
   TSW_TRY(tsw_each(g->n_rows, stream, [=, row_ptr = g->row_ptr] __device__(int64_t i) {
      q.count[i] = row_ptr[i + 1] - row_ptr[i];
      level[i] = 0;
      if (q.count[i] == 0)
      {
         q.row[atomicAdd(q.filled, 1)] = (int32_t) i;
      }
   }));
   empty_queue<<<blocks, BLOCK, 0, stream>>>(g->n_rows, *c, q, level);
   TSW_CUDA(cudaGetLastError());
   return tsw_analysis_finish(q.status, stream);
}

} // namespace

extern "C" trisweep_status tsw_levels_kahn_queue(const tsw_graph         *g,
                                                 const tsw_graph_columns *columns, void *stream,
                                                 int32_t *level)
{
   TSW_SCRATCH_DEVICE int32_t *words = NULL;
   const int64_t               n = g->n_rows;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &words, N_WORDS + 2 * n, "levels"));
   const queue q = { words, words + 1, words + 2, words + N_WORDS, words + N_WORDS + n };
   return run(g, columns, q, (cudaStream_t) stream, level);
}
