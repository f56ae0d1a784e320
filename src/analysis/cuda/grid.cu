/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/grid.h"

#include "analysis/cuda/pull.cuh"
#include "base/device/each.cuh"
#include "base/device/rows.cuh"
#include "base/memory_cuda.h"

namespace {

constexpr int     BLOCK = 256;    /* consecutive rows of the sample */
constexpr int64_t SAMPLE = 65536; /* its rows */
constexpr int     LINES_MASK = TSW_GRID_LINES - 1;

/* Set bit k of found if the sample has a distance from 2^k to 2^(k+1) - 1. */
trisweep_status look_at_distances(const tsw_graph &g, uint32_t *found, void *stream)
{
   /* An odd multiple of BLOCK: otherwise all blocks might start at the first point of a line. */
   const int64_t stride = BLOCK * ((g.n_rows + SAMPLE - 1) / SAMPLE | 1);
   const int64_t n = BLOCK * (int64_t) tsw_blocks(g.n_rows, stride);
   return tsw_rows::each_row<1>(n, stream, [=] __device__(int64_t k, int) {
      const int64_t i = k / BLOCK * stride + k % BLOCK;
      unsigned      seen = 0;
      for (int32_t e = i < g.n_rows ? g.row_ptr[i] : 0; i < g.n_rows && e < g.row_ptr[i + 1]; e++)
      {
         seen |= 1u << (31 - __clz((int) (i - g.col_idx[e])));
      }
      seen = __reduce_or_sync(tsw_pull::ALL, seen);
      if (threadIdx.x % 32 == 0 && (seen & ~*found) != 0)
      {
         atomicOr(found, seen);
      }
   });
}

/*
 * Level, and most steps to other lines and to planes on a path to a row, as level << 32 | point.
 * grid: plane << 8 | line.
 */
struct grid_fold
{
   typedef int64_t number;

   int32_t level;
   int32_t line;
   int32_t plane;

   __device__ void add(int64_t earlier, int32_t distance, int32_t grid)
   {
      const int32_t point = (int32_t) earlier;
      const bool    to_plane = distance >> (grid >> 8) != 0;
      const bool    to_line = !to_plane && distance >> (grid & 0xff) != 0;
      join({ (int32_t) (earlier >> 32) + 1, min((point & LINES_MASK) + to_line, LINES_MASK),
             min((point >> TSW_GRID_LINE_BITS) + to_plane, TSW_GRID_PLANES - 1) });
   }

   __device__ void join(const grid_fold &other)
   {
      level = max(level, other.level);
      line = max(line, other.line);
      plane = max(plane, other.plane);
   }

   __device__ void gather()
   {
      level = __reduce_max_sync(tsw_pull::ALL, level);
      line = __reduce_max_sync(tsw_pull::ALL, line);
      plane = __reduce_max_sync(tsw_pull::ALL, plane);
   }

   __device__ int64_t result() const
   {
      return (int64_t) level << 32 | (plane << TSW_GRID_LINE_BITS | line);
   }
};

} // namespace

trisweep_status tsw_grid_find(const tsw_graph *lower, void *stream, tsw_grid *grid)
{
   TSW_SCRATCH_DEVICE uint32_t *device = NULL;
   uint32_t                     found;
   *grid = { 0, 0 };
   if (lower->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 1, "distances in the pattern"));
   TSW_CUDA(cudaMemsetAsync(device, 0, sizeof *device, (cudaStream_t) stream));
   TSW_TRY(look_at_distances(*lower, device, stream));
   TSW_TRY(tsw_memory_read(&found, device, sizeof found, stream));
   *grid = tsw_grid_of(found);
   return TRISWEEP_OK;
}

trisweep_status tsw_grid_levels(const tsw_graph *lower, const tsw_grid *grid, void *stream,
                                int32_t *level, int32_t *point)
{
   TSW_SCRATCH_DEVICE int64_t *both = NULL;
   const cudaStream_t          cuda_stream = (cudaStream_t) stream;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &both, lower->n_rows, "levels and points"));
   TSW_TRY(tsw_pull::run<grid_fold>(lower, cuda_stream, both, grid->plane << 8 | grid->line));
   return tsw_each(lower->n_rows, stream, [=] __device__(int64_t i) {
      level[i] = (int32_t) (both[i] >> 32);
      point[i] = (int32_t) both[i];
   });
}
