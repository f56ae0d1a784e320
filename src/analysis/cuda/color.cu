/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* First-fit colouring: each row as soon as its earlier neighbours have their colours. */
#include "analysis/color.h"

#include <string.h>

#include "analysis/cuda/pull.cuh"

namespace
{

/* Colours below 64 that are taken; rows with all of them taken read their neighbours again. */
struct tsw_color_fold
{
   uint32_t low;
   uint32_t high;

   __device__ void add(int32_t color, int32_t, const tsw_pull::numbers &)
   {
      low |= color < 32 ? 1u << color : 0u;
      high |= color >= 32 && color < 64 ? 1u << (color - 32) : 0u;
   }

   __device__ void join(const tsw_color_fold &other)
   {
      low |= other.low;
      high |= other.high;
   }

   __device__ void gather()
   {
      low = __reduce_or_sync(tsw_pull::ALL, low);
      high = __reduce_or_sync(tsw_pull::ALL, high);
   }

   __device__ int32_t result(const tsw_graph &g, int32_t i, const tsw_pull::numbers &n) const
   {
      uint32_t free = ~low;
      int32_t  base = 0;
      if (free == 0)
      {
         free = ~high;
         base = 32;
      }
      while (free == 0)
      {
         uint32_t taken = 0;
         base += 32;
         for (int32_t e = g.row_ptr[i]; e < g.row_ptr[i + 1]; e++)
         {
            const int32_t c = n.read(g.col_idx[e]) - base;
            taken |= c >= 0 && c < 32 ? 1u << c : 0u;
         }
         free = ~taken;
      }
      return base + __ffs((int) free) - 1;
   }
};

/* How many neighbours have each of eight colours, a byte for each, up to 255. */
struct tsw_limited_fold
{
   uint32_t low;
   uint32_t high;

   __device__ void add(int32_t color, int32_t, const tsw_pull::numbers &)
   {
      const uint32_t one = 1u << (8 * (color % 4));
      low = color < 4 ? __vaddus4(low, one) : low;
      high = color >= 4 ? __vaddus4(high, one) : high;
   }

   __device__ void join(const tsw_limited_fold &other)
   {
      low = __vaddus4(low, other.low);
      high = __vaddus4(high, other.high);
   }

   /* Of one neighbour a lane: no byte overflows. */
   __device__ void gather()
   {
      low = __reduce_add_sync(tsw_pull::ALL, low);
      high = __reduce_add_sync(tsw_pull::ALL, high);
   }

   __device__ int32_t result(const tsw_graph &g, int32_t i, const tsw_pull::numbers &n) const
   {
      int32_t  least = 0;
      uint32_t count = low & 0xffu;
      for (int32_t c = 1; c < n.most; c++)
      {
         const uint32_t other = (c < 4 ? low >> (8 * c) : high >> (8 * (c - 4))) & 0xffu;
         least = other < count ? c : least;
         count = min(other, count);
      }
      return least;
   }
};

} // namespace

trisweep_status tsw_color_device(const tsw_graph *g, int32_t most, void *stream,
                                 tsw_memory *owner, int32_t *color, tsw_graph_levels *colors)
{
   cudaStream_t s = (cudaStream_t) stream;
   memset(colors, 0, sizeof *colors);
   TSW_TRY(most > 0 ? tsw_pull::run<tsw_limited_fold>(g, s, color, most)
                    : tsw_pull::run<tsw_color_fold>(g, s, color));
   return tsw_graph_levels_sort(g, color, stream, owner, colors);
}
