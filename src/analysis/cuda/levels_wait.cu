/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels without the transposed triangle: a thread a row, in the order in which they are solved,
 * waits for the levels of its columns and takes one more than the largest. A level is its own
 * flag, -1 until it is known, so that the way from a row to the next is one store and one
 * poll; by Kahn's algorithm it is three atomics and three fences (levels.cu).
 *
 * A row can only begin when a thread is free. Where many more rows than the threads of the
 * device wait for rows far ahead, Kahn's algorithm sees more rows that could go on.
 *
 * Progress: blocks take their rows by ticket, in order, so that the first unfinished row
 * runs and waits for finished rows only; within a warp nobody spins (base/device/wait.cuh).
 * Who waits too long leaves its level at -1, which tsw_graph_levels_sort refuses.
 */
#include "analysis/cuda/graph.h"
#include "base/cuda_call.h"
#include "base/device/wait.cuh"
#include "base/memory_cuda.h"
#include "base/message.h"

namespace
{

constexpr int     BLOCK = 256;
constexpr int     AT_ONCE = 4; /* columns that a thread polls together */
constexpr int64_t WAIT_NS = 20 * INT64_C(1000000000);

/* How far a row has got. */
struct waiter
{
   int32_t row;
   int32_t next; /* entry */
   int32_t end;
   int32_t most; /* largest level so far */
};

/* Go on as far as levels are known; true at the end. */
__device__ __forceinline__ bool advance(const tsw_graph &g, int32_t *level, waiter &r)
{
   while (r.next < r.end)
   {
      int32_t      known[AT_ONCE];
      const int32_t left = min(r.end - r.next, AT_ONCE);
#pragma unroll
      for (int k = 0; k < AT_ONCE; k++)
      {
         known[k] = k < left ? tsw_peek(&level[g.col_idx[r.next + k]]) : 0;
      }
#pragma unroll
      for (int k = 0; k < AT_ONCE; k++)
      {
         if (known[k] < 0)
         {
            return false;
         }
         if (k < left)
         {
            r.most = max(r.most, known[k]);
            r.next++;
         }
      }
   }
   *(volatile int32_t *) &level[r.row] = r.most + 1;
   return true;
}

/* words: the status of the waits, the ticket. */
__global__ void __launch_bounds__(BLOCK) find_levels(tsw_graph g, int32_t *words, int32_t *level)
{
   __shared__ int32_t ticket;
   if (threadIdx.x == 0)
   {
      ticket = atomicAdd(&words[1], 1);
   }
   __syncthreads();
   const int64_t k = (int64_t) ticket * BLOCK + threadIdx.x;
   const bool    mine = k < g.n_rows;
   waiter        r = { 0, 0, 0, -1 };
   if (mine)
   {
      r.row = (int32_t) (g.upper ? g.n_rows - 1 - k : k);
      r.next = g.row_ptr[r.row];
      r.end = g.row_ptr[r.row + 1];
   }
   const tsw_wait wait = { words, NULL, WAIT_NS };
   tsw_wait_warp(wait, !mine, [&] { return advance(g, level, r); });
}

} // namespace

trisweep_status tsw_graph_level_wait(const tsw_graph *g, void *stream, int32_t *level)
{
   const cudaStream_t s = (cudaStream_t) stream;
   int32_t           *words = NULL;
   if (g->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_memory_alloc_device(NULL, &words, 2, sizeof(int32_t), "levels"));
   trisweep_status status = TSW_CUDA_STATUS(cudaMemsetAsync(words, 0, 2 * sizeof(int32_t), s));
   if (status == TRISWEEP_OK)
   {
      status =
         TSW_CUDA_STATUS(cudaMemsetAsync(level, 0xff, (size_t) g->n_rows * sizeof *level, s));
   }
   if (status == TRISWEEP_OK)
   {
      find_levels<<<(unsigned) ((g->n_rows + BLOCK - 1) / BLOCK), BLOCK, 0, s>>>(*g, words, level);
      status = TSW_CUDA_STATUS(cudaGetLastError());
   }
   tsw_memory_free_device(NULL, &words);
   return status;
}
