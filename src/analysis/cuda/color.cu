/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * First-fit colouring, a launch a level of the sweep graph, or a launch for a run
 * of levels that fit into one block. A warp a row: its lanes mark the colours of
 * the neighbours in a window of 32 at a time.
 */
#include "analysis/color.h"

#include <string.h>

#include "base/cuda_call.h"
#include "base/message.h"

namespace
{

constexpr int BLOCK = 1024;
constexpr int ROWS = BLOCK / 32; /* of a block at a time */

__device__ int32_t first_free(const tsw_graph &g, int32_t i, int lane, const int32_t *color)
{
   for (int32_t base = 0;; base += 32)
   {
      uint32_t taken = 0;
      for (int32_t e = g.row_ptr[i] + lane; e < g.row_ptr[i + 1]; e += 32)
      {
         /* Past the first level cache, which does not see what this launch writes. */
         const int32_t c = __ldcg(&color[g.col_idx[e]]) - base;
         taken |= c >= 0 && c < 32 ? 1u << c : 0u;
      }
      taken = __reduce_or_sync(0xffffffffu, taken);
      if (taken != 0xffffffffu)
      {
         return base + __ffs((int) ~taken) - 1;
      }
   }
}

/* Levels begin .. end - 1; more than one only on a single block. */
__global__ void __launch_bounds__(BLOCK)
   color_levels(tsw_graph g, const int32_t *order, const int32_t *level_ptr, int32_t begin,
                int32_t end, int32_t *color)
{
   const int lane = (int) (threadIdx.x % 32);
   for (int32_t l = begin; l < end; l++)
   {
      for (int32_t k = level_ptr[l] + (int32_t) (blockIdx.x * ROWS + threadIdx.x / 32);
           k < level_ptr[l + 1]; k += (int32_t) gridDim.x * ROWS)
      {
         const int32_t i = order[k];
         const int32_t c = first_free(g, i, lane, color);
         if (lane == 0)
         {
            color[i] = c;
         }
      }
      __syncthreads();
   }
}

} // namespace

trisweep_status tsw_color_device(const tsw_graph *g, const tsw_graph_levels *levels, void *stream,
                                 tsw_memory *owner, int32_t *color, tsw_graph_levels *colors)
{
   cudaStream_t   s = (cudaStream_t) stream;
   const int32_t *ptr = levels->host_level_ptr;
   const int32_t  n_levels = (int32_t) levels->n_levels;
   memset(colors, 0, sizeof *colors);
   for (int32_t l = 0, end; l < n_levels; l = end)
   {
      end = l + 1;
      while (end < n_levels && ptr[l + 1] - ptr[l] <= ROWS && ptr[end + 1] - ptr[end] <= ROWS)
      {
         end++;
      }
      const int32_t blocks = (ptr[l + 1] - ptr[l] + ROWS - 1) / ROWS;
      color_levels<<<(unsigned) blocks, BLOCK, 0, s>>>(*g, levels->order, levels->level_ptr, l, end,
                                                       color);
   }
   TSW_CUDA(cudaGetLastError());
   return tsw_graph_levels_sort(g, color, stream, owner, colors);
}
