/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Split the row order into onchip steps. A step ends when it is full or the next row must wait. */
#pragma once

#include <limits.h>
#include <stdint.h>

#include "analysis/graph.h"
#include "base/device/each.cuh"
#include "kernels/cuda/onchip/shapes.h"

namespace tsw_onchip_split {

constexpr int BLOCK = 256;

/* Positions in the row order of three columns of a row; -1: the row has fewer columns. */
struct newest
{
   int32_t first; /* the newest: must be in an earlier step */
   int32_t near;  /* (NEAR + 1)-th newest: must be more than one step old */
   int32_t young; /* (YOUNG + 1)-th newest: must be at least AHEAD steps old */
};

static trisweep_status find_newest(const tsw_graph &g, const int32_t *order,
                                   const int32_t *position, newest *to, cudaStream_t stream)
{
   return tsw_each(g.n_rows, stream, [=] __device__(int64_t k) {
      const int32_t i = order[k];
      int32_t       top[TSW_ONCHIP_YOUNG + 1];
#pragma unroll
      for (int n = 0; n <= TSW_ONCHIP_YOUNG; n++)
      {
         top[n] = -1;
      }
      for (int32_t e = g.row_ptr[i]; e < g.row_ptr[i + 1]; e++)
      {
         int32_t p = position[g.col_idx[e]];
#pragma unroll
         for (int n = 0; n <= TSW_ONCHIP_YOUNG; n++)
         {
            const int32_t larger = max(top[n], p);
            p = min(top[n], p);
            top[n] = larger;
         }
      }
      to[k] = { top[0], top[TSW_ONCHIP_NEAR], top[TSW_ONCHIP_YOUNG] };
   });
}

constexpr int WINDOW = 2048; /* rows in shared memory */

struct shape_steps
{
   int32_t *start; /* by shape: first position of each step, then the end */
   int32_t  capacity;
   int32_t *n_steps;
};

/* Count the rows from p on that can be in one step: at most lanes rows, up to end. */
__device__ static int count_rows(const newest *row, int32_t base, int32_t p, int32_t end, int lanes,
                                 int32_t before, int32_t old)
{
   for (int k = 0; k < lanes; k += 32)
   {
      const int32_t at = p + k + (int32_t) threadIdx.x;
      bool          fits = at < end;
      if (fits)
      {
         const newest r = row[at - base];
         fits = r.first < p && r.near < before && r.young < old;
      }
      const unsigned all = __ballot_sync(~0u, fits);
      if (~all != 0)
      {
         return k + __ffs((int) ~all) - 1;
      }
   }
   return lanes;
}

/* Split the row order into steps. A block a shape; one warp of the block splits. */
__global__ static void __launch_bounds__(BLOCK)
   split_order(const newest *row, int32_t n_rows, const tsw_onchip_shape *shapes, shape_steps to)
{
   __shared__ newest  window[WINDOW];
   __shared__ int32_t p_next;
   const int          lanes = tsw_onchip_lanes(&shapes[blockIdx.x]);
   int32_t           *start = to.start + (int64_t) blockIdx.x * (to.capacity + 1);
   int32_t            n = 0;
   int32_t            p = 0;
   int32_t ago[TSW_ONCHIP_AHEAD] = {}; /* starts of the previous steps, the latest first */
   if (threadIdx.x == 0)
   {
      start[0] = 0;
   }
   while (p < n_rows)
   {
      const int32_t base = p;
      const int32_t end = min(base + WINDOW, n_rows);
      for (int32_t k = base + (int32_t) threadIdx.x; k < end; k += BLOCK)
      {
         window[k - base] = row[k];
      }
      __syncthreads();
      while (threadIdx.x < 32 && p < end && (p + lanes <= end || end == n_rows) && n < to.capacity)
      {
         const int32_t before = n >= 1 ? ago[0] : INT_MAX;
         const int32_t old =
            n >= TSW_ONCHIP_AHEAD - 1 ? ago[TSW_ONCHIP_AHEAD - 2] : (n >= 1 ? 0 : INT_MAX);
         const int rows = count_rows(window, base, p, end, lanes, before, old);
#pragma unroll
         for (int k = TSW_ONCHIP_AHEAD - 1; k > 0; k--)
         {
            ago[k] = ago[k - 1];
         }
         ago[0] = p;
         p += rows;
         n++;
         if (threadIdx.x == 0)
         {
            start[n] = p;
         }
      }
      if (threadIdx.x == 0)
      {
         p_next = n < to.capacity ? p : n_rows;
      }
      __syncthreads();
      p = p_next;
      __syncthreads();
   }
   if (threadIdx.x == 0)
   {
      to.n_steps[blockIdx.x] = start[n] == n_rows ? n : -1;
   }
}

} // namespace tsw_onchip_split
