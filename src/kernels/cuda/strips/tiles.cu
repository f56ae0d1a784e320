/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * On a grid in three dimensions strips are tiles: a few lines of a few planes. On 128 planes a
 * chain of dependencies passes a few tens of tiles instead of 130 strips. A tile has about as many
 * rows of one level as a team has lanes for.
 *
 * The point of a row is its line and plane. A row depends only on rows of no greater line and
 * plane, and so a tile only on tiles of no greater numbers across the lines and across the planes.
 * Tiles are numbered by the sum of these two numbers.
 */
#include "analysis/grid.h"
#include "base/device/each.cuh"
#include "base/device/rows.cuh"
#include "base/memory_cuda.h"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/strips/strips.h"

namespace {

constexpr int64_t MOST_TILES = 1 << 20;

struct point_facts
{
   int32_t last_line;
   int32_t last_plane;
   int32_t descends; /* not 0: the column of an upper entry has a smaller line or plane */
};

__device__ int32_t line_of(int32_t point)
{
   return point & (TSW_GRID_LINES - 1);
}

__device__ int32_t plane_of(int32_t point)
{
   return point >> TSW_GRID_LINE_BITS;
}

/* Find the last line and plane, and whether all dependencies ascend. */
trisweep_status check_points(const tsw_triangle &upper, int64_t n_rows, const int32_t *point,
                             cudaStream_t stream, point_facts *facts)
{
   return tsw_rows::each_row<1>(n_rows, stream, [=] __device__(int64_t i, int) {
      const int32_t end = i < n_rows ? upper.row_ptr[i + 1] : 0;
      const int32_t line = i < n_rows ? line_of(point[i]) : 0;
      const int32_t plane = i < n_rows ? plane_of(point[i]) : 0;
      bool          descends = false;
      for (int32_t e = i < n_rows ? upper.row_ptr[i] : 0; e < end; e++)
      {
         const int32_t other = point[upper.col_idx[e]];
         descends = descends || line_of(other) < line || plane_of(other) < plane;
      }
      if (descends)
      {
         facts->descends = 1;
      }
      tsw_raise_max(&facts->last_line, line);
      tsw_raise_max(&facts->last_plane, plane);
   });
}

/* Tile numbers, counting tiles without rows too. Count the rows of a tile. */
trisweep_status count_rows(const strips_tiles &c, int64_t n_rows, cudaStream_t stream,
                           int32_t *count)
{
   return tsw_each(n_rows, stream, [=] __device__(int64_t i) {
      const int64_t  a = (int64_t) line_of(c.point[i]) * c.across / c.n_lines;
      const int64_t  b = (int64_t) plane_of(c.point[i]) * c.along / c.n_planes;
      const int32_t  tile = (int32_t) (b * c.across + a);
      const unsigned same = __match_any_sync(__activemask(), tile);
      c.tile[i] = tile;
      if ((int) (threadIdx.x % 32) == __ffs((int) same) - 1)
      {
         atomicAdd(count + tile, __popc(same));
      }
   });
}

trisweep_status read_facts(const tsw_packed *p, const int32_t *point, cudaStream_t stream,
                           point_facts *found)
{
   TSW_SCRATCH_DEVICE point_facts *facts = NULL;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &facts, 1, "tiles"));
   TSW_CUDA(cudaMemsetAsync(facts, 0, sizeof *facts, stream));
   TSW_TRY(check_points(p->upper, p->n_rows, point, stream, facts));
   return tsw_memory_read(found, facts, sizeof *found, stream);
}

/* Number the tiles that have rows, by the sum of their two numbers. Store the numbers in count. */
int32_t number_tiles(const strips_tiles &c, int32_t *count, int32_t *bounds)
{
   int32_t n = 0;
   int32_t begin = 0;
   for (int32_t sum = 0; sum < c.across + c.along - 1; sum++)
   {
      const int32_t first = sum < c.across ? 0 : sum - c.across + 1;
      for (int32_t b = first; b < c.along && b <= sum; b++)
      {
         int32_t *const at = count + (int64_t) b * c.across + (sum - b);
         if (*at > 0)
         {
            bounds[n] = begin;
            begin += *at;
            *at = n++;
         }
      }
   }
   bounds[n] = begin;
   return n;
}

trisweep_status split_grid(const tsw_packed *p, cudaStream_t stream, strips_tiles *tiles)
{
   TSW_SCRATCH_DEVICE int32_t *device = NULL; /* the rows of each tile, later its number */
   TSW_SCRATCH int32_t        *count = NULL;  /* the same on the host */
   TSW_SCRATCH int32_t        *bounds = NULL;
   const int64_t               n = (int64_t) tiles->across * tiles->along;
   const size_t                bytes = (size_t) n * sizeof *count;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, n, "tiles"));
   TSW_TRY(TSW_ALLOC(NULL, &count, n, "tiles"));
   TSW_TRY(TSW_ALLOC(NULL, &bounds, n + 1, "tiles"));
   TSW_CUDA(cudaMemsetAsync(device, 0, bytes, stream));
   TSW_TRY(count_rows(*tiles, p->n_rows, stream, device));
   TSW_TRY(tsw_memory_read(count, device, bytes, stream));
   tiles->n_tiles = number_tiles(*tiles, count, bounds);
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &tiles->bounds, tiles->n_tiles + 1, "tiles"));
   TSW_CUDA(cudaMemcpyAsync(device, count, bytes, cudaMemcpyHostToDevice, stream));
   TSW_CUDA(cudaMemcpyAsync(tiles->bounds, bounds, (size_t) (tiles->n_tiles + 1) * sizeof *bounds,
                            cudaMemcpyHostToDevice, stream));
   TSW_TRY(tsw_each(p->n_rows, stream,
                    [number = (const int32_t *) device, tile = tiles->tile] __device__(int64_t i) {
                       tile[i] = number[tile[i]];
                    }));
   return tsw_memory_wait(stream);
}

} // namespace

trisweep_status tsw_strips_take_points(const tsw_packed *p, const int32_t *point,
                                       cudaStream_t stream, strips_tiles *tiles)
{
   point_facts facts;
   *tiles = {};
   if (!point)
   {
      return TRISWEEP_OK;
   }
   tiles->point = point;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &tiles->tile, p->n_rows, "tiles"));
   TSW_TRY(read_facts(p, point, stream, &facts));
   tiles->n_lines = facts.descends ? 0 : facts.last_line + 1;
   tiles->n_planes = facts.last_plane + 1;
   return TRISWEEP_OK;
}

trisweep_status tsw_strips_tile(const tsw_packed *p, int lines_a_tile, cudaStream_t stream,
                                strips_tiles *tiles)
{
   tsw_strips_split_grid(tiles->n_lines, tiles->n_planes, lines_a_tile, &tiles->across,
                         &tiles->along);
   tiles->n_tiles = 0;
   tsw_memory_free_device(NULL, &tiles->bounds);
   return (int64_t) tiles->across * tiles->along > MOST_TILES ? TRISWEEP_OK
                                                              : split_grid(p, stream, tiles);
}

void tsw_strips_tiles_free(strips_tiles *tiles)
{
   tsw_memory_free_device(NULL, &tiles->tile);
   tsw_memory_free_device(NULL, &tiles->bounds);
   *tiles = {};
}
