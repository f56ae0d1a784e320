/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* First-fit colouring: a row gets a colour once all its earlier neighbours have colours. */
#include "analysis/color.h"

#include "analysis/cuda/pull.cuh"

namespace {

/* Colours below 64 of the neighbours, as bits. If all are set, result() reads the neighbours. */
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

} // namespace

trisweep_status tsw_color_device(const tsw_graph *g, void *stream, tsw_memory *owner,
                                 int32_t *color, tsw_graph_levels *colors)
{
   *colors = {};
   TSW_TRY(tsw_pull::run<tsw_color_fold>(g, (cudaStream_t) stream, color));
   return tsw_graph_levels_sort(g, color, stream, owner, colors);
}
