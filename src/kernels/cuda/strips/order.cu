/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/strips/order.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "base/device/search.cuh"
#include "base/memory_cuda.h"
#include "block/cuda/index.h"
#include "kernels/cuda/device/row.cuh"

namespace {

constexpr int    ROW_WEIGHT = 8;     /* weight of a row, in entries */
constexpr double LEAST_FILLED = 0.2; /* part of a team's lanes with rows, at least, for tiles */
constexpr double WELL_FILLED = 0.5;  /* part below which a team of half the lanes is tried */

/* Strip s begins at the first row with s / n_strips of the weight before it. */
trisweep_status split_rows(const tsw_packed *p, int32_t n, int32_t n_strips, int32_t *bounds,
                           cudaStream_t stream)
{
   const int32_t *lower_ptr = p->lower.row_ptr;
   const int32_t *upper_ptr = p->upper.row_ptr;
   return tsw_each((int64_t) n_strips + 1, stream, [=] __device__(int64_t s) {
      const auto before = [=](int64_t i) {
         return (int64_t) lower_ptr[i] + upper_ptr[i] + ROW_WEIGHT * i;
      };
      const int64_t target = before(n) * s / n_strips;
      const int64_t first =
         tsw_first((int64_t) 0, (int64_t) n, [=](int64_t i) { return before(i) < target; });
      bounds[s] = (int32_t) (s == n_strips ? n : first);
   });
}

/* Make the sort key of each row. */
trisweep_status make_keys(const strips_order &s, int32_t n_rows, int32_t n_strips, int level_bits,
                          cudaStream_t stream)
{
   return tsw_each(n_rows, stream, [=] __device__(int64_t k) {
      const int32_t i = (int32_t) k;
      const int32_t strip =
         s.tile_lanes ? s.tiles.tile[i] : tsw_last_at_or_before(s.bounds, n_strips, i);
      s.key[i] = (uint32_t) strip << level_bits | (uint32_t) s.level[i];
      s.group[i] = i;
   });
}

/* Allocate all arrays. There are at most as many groups as rows. */
trisweep_status alloc_scratch(int64_t n, int n_strips, strips_order *s)
{
   const char *what = "the order of schedule strips";
   size_t      sort = 0;
   size_t      scan = 0;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &s->words, 6 * n + n_strips + 3, what));
   s->key = (uint32_t *) s->words;
   s->sorted = s->key + n;
   s->group = s->words + 2 * n;
   s->start = s->group + n;
   s->first = s->start + n + 1;
   s->slot = s->first + n + 1;
   s->bounds = s->slot + n;
   TSW_CUDA(cub::DeviceRadixSort::SortPairs(NULL, sort, s->key, s->sorted, s->group, s->start, n));
   TSW_CUDA(cub::DeviceScan::InclusiveSum(NULL, scan, s->group, s->group, n + 1));
   s->work_bytes = sort > scan ? sort : scan;
   return tsw_memory_alloc_device(NULL, &s->work, (int64_t) s->work_bytes, 1, what);
}

/* Sort the rows by strip and level. A key has 32 bits: with many levels there are fewer strips. */
trisweep_status sort_rows(const tsw_packed *p, int64_t n_levels, strips_order *s,
                          cudaStream_t stream, strips_triangle *t)
{
   const int32_t n = t->n_rows;
   const int     level_bits = tsw_bits_of(n_levels);
   while (level_bits + tsw_bits_of(t->n_strips) > 32)
   {
      t->n_strips = (t->n_strips + 1) / 2;
   }
   if (!s->tile_lanes)
   {
      TSW_TRY(split_rows(p, n, t->n_strips, s->bounds, stream));
   }
   TSW_TRY(make_keys(*s, n, t->n_strips, level_bits, stream));
   TSW_CUDA(cub::DeviceRadixSort::SortPairs(s->work, s->work_bytes, s->key, s->sorted, s->group,
                                            t->row, n, 0, level_bits + tsw_bits_of(t->n_strips),
                                            stream));
   /* Set group to 1 at the first slot of each group, else to 0. */
   TSW_TRY(tsw_each(n, stream, [group = s->group, key = s->sorted] __device__(int64_t k) {
      group[k] = k == 0 || key[k] != key[k - 1];
   }));
   TSW_CUDA(cub::DeviceScan::InclusiveSum(s->work, s->work_bytes, s->group, s->group, n, stream));
   return tsw_memory_read(&s->n_groups, s->group + n - 1, sizeof s->n_groups, stream);
}

/* Order by tiles for teams of team_lanes lanes. filled: part of these lanes with rows, or 0. */
trisweep_status order_tiles(const tsw_packed *p, int team_lanes, int lanes, int64_t n_levels,
                            cudaStream_t stream, strips_order *s, strips_triangle *t,
                            double *filled)
{
   const int lines = team_lanes / lanes;
   *filled = 0.0;
   TSW_TRY(tsw_strips_tile(p, lines, stream, &s->tiles));
   if (s->tiles.n_tiles == 0 || tsw_bits_of(n_levels) + tsw_bits_of(s->tiles.n_tiles) > 32)
   {
      return TRISWEEP_OK;
   }
   s->tile_lanes = team_lanes;
   s->bounds = s->tiles.bounds;
   t->n_strips = s->tiles.n_tiles;
   TSW_TRY(sort_rows(p, n_levels, s, stream, t));
   *filled = (double) p->n_rows / ((double) lines * s->n_groups);
   return TRISWEEP_OK;
}

/* Order by tiles if the block is a grid and tiles fill enough lanes; else tile_lanes is 0. */
trisweep_status try_tiles(const tsw_packed *p, const int32_t *point, int64_t nnz, int64_t n_levels,
                          cudaStream_t stream, strips_order *s, strips_triangle *t)
{
   int32_t *const bounds = s->bounds;
   const int32_t  n_strips = t->n_strips;
   const int      lanes = tsw_strips_lanes(p->n_rows, nnz);
   double         filled = 0.0;
   TSW_TRY(tsw_strips_take_points(p, point, stream, &s->tiles));
   if (s->tiles.n_lines == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(order_tiles(p, TSW_STRIPS_TILE_LANES, lanes, n_levels, stream, s, t, &filled));
   if (filled > 0.0 && filled < WELL_FILLED)
   {
      TSW_TRY(order_tiles(p, TSW_STRIPS_TILE_LANES / 2, lanes, n_levels, stream, s, t, &filled));
   }
   if (filled < LEAST_FILLED)
   {
      s->tile_lanes = 0;
      s->bounds = bounds;
      t->n_strips = n_strips;
   }
   return TRISWEEP_OK;
}

/* Order by one strip an SM, and again if another number of strips is better. */
trisweep_status order_strips(const tsw_packed *p, int64_t nnz, int64_t n_levels, int most,
                             cudaStream_t stream, strips_order *s, strips_triangle *t)
{
   TSW_TRY(sort_rows(p, n_levels, s, stream, t));
   const int better = tsw_strips_adjust(t->n_strips, most, p->n_rows, nnz, s->n_groups);
   if (better != t->n_strips)
   {
      t->n_strips = better;
      TSW_TRY(sort_rows(p, n_levels, s, stream, t));
   }
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_strips_order(const tsw_packed *p, const tsw_graph_levels *levels, int most,
                                 cudaStream_t stream, strips_order *s, strips_triangle *t)
{
   const int32_t n = t->n_rows;
   const int64_t nnz = (p->n_entries[0] + p->n_entries[1]) / 2;
   TSW_TRY(alloc_scratch(n, most, s));
   s->level = levels->level;
   TSW_TRY(try_tiles(p, levels->point, nnz, levels->n_levels, stream, s, t));
   if (!s->tile_lanes)
   {
      TSW_TRY(order_strips(p, nnz, levels->n_levels, most, stream, s, t));
   }
   return tsw_order_invert(t->row, n, stream, s->slot);
}

void tsw_strips_order_free(strips_order *s)
{
   tsw_strips_tiles_free(&s->tiles);
   tsw_memory_free_device(NULL, &s->words);
   tsw_memory_free_device(NULL, &s->work);
}
