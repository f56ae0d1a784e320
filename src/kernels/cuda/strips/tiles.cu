/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * On a grid in three dimensions strips are tiles: a few lines of a few planes. On 128 planes a
 * chain of dependencies passes a few tens of tiles instead of 130 strips. A tile has about as many
 * rows of one level as a team has lanes for.
 *
 * The place of a row is its line and plane. A row depends only on rows of no greater line and
 * plane, and so a tile only on tiles of no greater numbers across the lines and across the planes.
 * Tiles are numbered by the sum of these two numbers.
 */
#include <stdlib.h>

#include "analysis/cuda/graph.h"
#include "analysis/cuda/grid.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/strips/strips.h"

namespace {

constexpr int     BLOCK = 256;
constexpr int64_t MOST_TILES = 1 << 20;

struct place_facts
{
   int32_t last_line;
   int32_t last_plane;
   int32_t descends; /* not 0: the column of an upper entry has a smaller line or plane */
};

struct cuts
{
   int32_t n_lines; /* of the grid */
   int32_t n_planes;
   int32_t across; /* tiles across the lines */
   int32_t along;  /* tiles across the planes */
};

__device__ int32_t line_of(int32_t place)
{
   return place & (TSW_GRID_LINES - 1);
}

__device__ int32_t plane_of(int32_t place)
{
   return place >> TSW_GRID_LINE_BITS;
}

/* Find the last line and plane, and whether all dependencies ascend. */
__global__ void __launch_bounds__(BLOCK)
   check_places(tsw_triangle upper, int64_t n_rows, const int32_t *place, place_facts *facts)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   int32_t       line = 0;
   int32_t       plane = 0;
   if (i < n_rows)
   {
      line = line_of(place[i]);
      plane = plane_of(place[i]);
      bool descends = false;
      for (int32_t e = upper.row_ptr[i]; e < upper.row_ptr[i + 1]; e++)
      {
         const int32_t other = place[upper.col_idx[e]];
         descends = descends || line_of(other) < line || plane_of(other) < plane;
      }
      if (descends)
      {
         facts->descends = 1;
      }
   }
   line = __reduce_max_sync(~0u, line);
   plane = __reduce_max_sync(~0u, plane);
   if (threadIdx.x % 32 == 0 && (line > facts->last_line || plane > facts->last_plane))
   {
      atomicMax(&facts->last_line, line);
      atomicMax(&facts->last_plane, plane);
   }
}

/* Replace places by tile numbers, counting tiles without rows too. Count the rows of a tile. */
__global__ void __launch_bounds__(BLOCK)
   count_rows(cuts c, int64_t n_rows, int32_t *place, int32_t *count)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n_rows)
   {
      const int64_t  a = (int64_t) line_of(place[i]) * c.across / c.n_lines;
      const int64_t  b = (int64_t) plane_of(place[i]) * c.along / c.n_planes;
      const int32_t  tile = (int32_t) (b * c.across + a);
      const unsigned same = __match_any_sync(__activemask(), tile);
      place[i] = tile;
      if ((int) (threadIdx.x % 32) == __ffs((int) same) - 1)
      {
         atomicAdd(count + tile, __popc(same));
      }
   }
}

__global__ void __launch_bounds__(BLOCK)
   renumber(const int32_t *number, int64_t n_rows, int32_t *tile)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n_rows)
   {
      tile[i] = number[tile[i]];
   }
}

trisweep_status read_facts(const tsw_packed *p, const int32_t *place, cudaStream_t stream,
                           int32_t *words, place_facts *found)
{
   place_facts *facts = (place_facts *) words;
   TSW_CUDA(cudaMemsetAsync(facts, 0, sizeof *facts, stream));
   check_places<<<tsw_blocks(p->n_rows, BLOCK), BLOCK, 0, stream>>>(p->upper, p->n_rows, place,
                                                                    facts);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_read(found, facts, sizeof *found, stream);
}

/* Number the tiles that have rows, by the sum of their two numbers. Store the numbers in count. */
int32_t number_tiles(const cuts &c, int32_t *count, int32_t *bounds)
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

struct scratch
{
   int32_t *words; /* device: place_facts; then the rows of each tile, later its number */
   int32_t *count; /* host: the rows of each tile, later its number */
   int32_t *bounds;
};

trisweep_status cut_grid(const tsw_packed *p, const cuts &c, cudaStream_t stream, scratch *s,
                         strips_tiles *tiles)
{
   const int64_t  n = (int64_t) c.across * c.along;
   const unsigned blocks = tsw_blocks(p->n_rows, BLOCK);
   tsw_memory_free_device(NULL, &s->words);
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &s->words, n, "tiles"));
   TSW_TRY(TSW_ALLOC(NULL, &s->count, n, "tiles"));
   TSW_TRY(TSW_ALLOC(NULL, &s->bounds, n + 1, "tiles"));
   TSW_CUDA(cudaMemsetAsync(s->words, 0, (size_t) n * sizeof *s->words, stream));
   count_rows<<<blocks, BLOCK, 0, stream>>>(c, p->n_rows, tiles->tile, s->words);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_memory_read(s->count, s->words, (size_t) n * sizeof *s->count, stream));
   tiles->n_tiles = number_tiles(c, s->count, s->bounds);
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &tiles->bounds, tiles->n_tiles + 1, "tiles"));
   TSW_CUDA(cudaMemcpyAsync(s->words, s->count, (size_t) n * sizeof *s->count,
                            cudaMemcpyHostToDevice, stream));
   TSW_CUDA(cudaMemcpyAsync(tiles->bounds, s->bounds,
                            (size_t) (tiles->n_tiles + 1) * sizeof *s->bounds,
                            cudaMemcpyHostToDevice, stream));
   renumber<<<blocks, BLOCK, 0, stream>>>(s->words, p->n_rows, tiles->tile);
   TSW_CUDA(cudaGetLastError());
   return TSW_CUDA_STATUS(cudaStreamSynchronize(stream));
}

trisweep_status find_tiles(const tsw_packed *p, const tsw_graph *lower, const tsw_grid *grid,
                           int lines_a_tile, cudaStream_t stream, scratch *s, strips_tiles *tiles)
{
   place_facts facts;
   cuts        c;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &tiles->tile, p->n_rows, "tiles"));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &s->words, 3, "tiles"));
   TSW_TRY(tsw_grid_places(lower, grid, stream, tiles->tile));
   TSW_TRY(read_facts(p, tiles->tile, stream, s->words, &facts));
   c.n_lines = facts.last_line + 1;
   c.n_planes = facts.last_plane + 1;
   tsw_strips_cut_grid(c.n_lines, c.n_planes, lines_a_tile, &c.across, &c.along);
   if (facts.descends || (int64_t) c.across * c.along > MOST_TILES)
   {
      return TRISWEEP_OK;
   }
   return cut_grid(p, c, stream, s, tiles);
}

} // namespace

trisweep_status tsw_strips_tile(const tsw_packed *p, int lines_a_tile, cudaStream_t stream,
                                strips_tiles *tiles)
{
   const tsw_graph lower = tsw_device_graph(p, false);
   scratch         s = {};
   tsw_grid        grid;
   *tiles = {};
   TSW_TRY(tsw_grid_find(&lower, stream, &grid));
   if (grid.plane == 0)
   {
      return TRISWEEP_OK;
   }
   const trisweep_status status = find_tiles(p, &lower, &grid, lines_a_tile, stream, &s, tiles);
   tsw_memory_free_device(NULL, &s.words);
   tsw_memory_free(NULL, &s.count);
   tsw_memory_free(NULL, &s.bounds);
   return status;
}

void tsw_strips_tiles_free(strips_tiles *tiles)
{
   tsw_memory_free_device(NULL, &tiles->tile);
   tsw_memory_free_device(NULL, &tiles->bounds);
   tiles->n_tiles = 0;
}
