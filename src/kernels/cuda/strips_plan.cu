/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The order in which schedule strips stores a triangle, found on the
 * device. Strips are runs of consecutive rows of about equal weight, so that a
 * strip depends on itself and on strips before it only. Rows are sorted by strip
 * and level; rows of one strip and level are a group, which is cut into steps.
 */
#include <string.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "analysis/cuda/graph.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/strips.h"

namespace {

constexpr int BLOCK = 256;
constexpr int ROW_WEIGHT = 4; /* a row costs as much as so many entries */

struct order_scratch
{
   int32_t  *level;  /* [n_rows] by row */
   int32_t  *words;  /* the allocation in which the arrays stand */
   int32_t  *bounds; /* [n_strips + 1] places at which strips begin */
   uint32_t *key;    /* [n_rows] strip and level, by place */
   uint32_t *sorted; /* [n_rows] the same by slot */
   int32_t  *fed;    /* [n_rows] rows by place, later groups by slot */
   int32_t  *start;  /* [n_groups + 1] slot at which a group begins */
   int32_t  *first;  /* [n_groups + 1] its first step */
   void     *work;
   size_t    work_bytes;
};

__device__ int32_t row_at(int32_t place, int32_t n_rows, bool upper)
{
   return upper ? n_rows - 1 - place : place;
}

/* Strip s begins at the first place before which s / n_strips of the weight lies. */
__global__ void __launch_bounds__(BLOCK) cut(tsw_graph g, int32_t n_strips, int32_t *bounds)
{
   const int     s = (int) (blockIdx.x * BLOCK + threadIdx.x);
   const int64_t n = g.n_rows;
   if (s > n_strips)
   {
      return;
   }
   const int64_t target = (g.nnz + ROW_WEIGHT * n) * s / n_strips;
   int64_t       low = 0;
   int64_t       high = n;
   while (low < high)
   {
      const int64_t middle = (low + high) / 2;
      const int64_t before =
         (g.upper ? g.nnz - g.row_ptr[n - middle] : g.row_ptr[middle]) + ROW_WEIGHT * middle;
      if (before < target)
      {
         low = middle + 1;
      }
      else
      {
         high = middle;
      }
   }
   bounds[s] = (int32_t) (s == n_strips ? n : low);
}

/* The last of the n ascending bounds that is not above a place. */
__device__ int last_at_or_before(const int32_t *bounds, int n, int32_t place)
{
   int low = 0;
   int high = n - 1;
   while (low < high)
   {
      const int middle = (low + high + 1) / 2;
      if (bounds[middle] <= place)
      {
         low = middle;
      }
      else
      {
         high = middle - 1;
      }
   }
   return low;
}

/* The level of each row, from the rows by level. */
__global__ void __launch_bounds__(BLOCK)
   spread_levels(const int32_t *order, const int32_t *level_ptr, int32_t n_levels, int32_t n_rows,
                 int32_t *level)
{
   const int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (k < n_rows)
   {
      level[order[k]] = last_at_or_before(level_ptr, n_levels, k);
   }
}

/* What a row is sorted by. The upper triangle is solved from the last level to the first. */
__global__ void __launch_bounds__(BLOCK)
   make_keys(tsw_graph g, int32_t last_level, order_scratch s, int32_t n_strips, int level_bits)
{
   const int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (k < g.n_rows)
   {
      const int32_t i = row_at(k, (int32_t) g.n_rows, g.upper);
      const int32_t l = g.upper ? last_level - s.level[i] : s.level[i];
      s.key[k] = (uint32_t) last_at_or_before(s.bounds, n_strips, k) << level_bits | (uint32_t) l;
      s.fed[k] = i;
   }
}

/* 1 where a group begins; and the inverse of the order. */
__global__ void __launch_bounds__(BLOCK)
   find_groups(order_scratch s, const int32_t *row, int32_t n_rows, int32_t *slot)
{
   const int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (k < n_rows)
   {
      s.fed[k] = k == 0 || s.sorted[k] != s.sorted[k - 1];
      slot[row[k]] = k;
   }
}

/* fed now counts the groups up to and with each slot. */
__global__ void __launch_bounds__(BLOCK) start_groups(order_scratch s, int32_t n_rows)
{
   const int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (k < n_rows && (k == 0 || s.fed[k] != s.fed[k - 1]))
   {
      s.start[s.fed[k] - 1] = k;
   }
   if (k == n_rows)
   {
      s.start[s.fed[n_rows - 1]] = n_rows;
   }
}

__global__ void __launch_bounds__(BLOCK)
   count_steps(order_scratch s, int32_t n_groups, int32_t rows_per_step)
{
   const int32_t g = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (g <= n_groups)
   {
      s.first[g] =
         g < n_groups ? (s.start[g + 1] - s.start[g] + rows_per_step - 1) / rows_per_step : 0;
   }
}

/* The slices that begin at a slot, and the strips. */
__global__ void __launch_bounds__(BLOCK) place_slices(order_scratch s, strips_triangle t)
{
   const int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   const int32_t rows = 32 / t.shape.lanes;
   const int32_t per_step = rows * t.shape.team_warps;
   if (k <= t.n_strips)
   {
      const int32_t begin = s.bounds[k];
      t.strip_step[k] = begin < t.n_rows ? s.first[s.fed[begin] - 1] : t.n_steps;
   }
   if (k < t.n_rows)
   {
      const int32_t g = s.fed[k] - 1;
      const int32_t into = k - s.start[g];
      if (into % rows == 0)
      {
         const int32_t left = s.start[g + 1] - k;
         const int32_t member = into % per_step / rows;
         t.slice[(int64_t) (s.first[g] + into / per_step) * t.shape.team_warps + member] =
            make_uint4(0, (uint32_t) k, (uint32_t) (left < rows ? left : rows), 0);
      }
   }
}

trisweep_status read_back(const void *from, int32_t *to, cudaStream_t stream)
{
   TSW_CUDA(cudaMemcpyAsync(to, from, sizeof *to, cudaMemcpyDeviceToHost, stream));
   return TSW_CUDA_STATUS(cudaStreamSynchronize(stream));
}

/* One allocation for both triangles: there are at most as many groups as rows. */
trisweep_status alloc_scratch(int64_t n, int n_strips, order_scratch *s)
{
   const char *what = "the order of schedule strips";
   size_t      sort = 0;
   size_t      scan = 0;
   TSW_TRY(tsw_memory_alloc_device(NULL, &s->words, 6 * n + n_strips + 3, sizeof(int32_t), what));
   s->level = s->words;
   s->key = (uint32_t *) s->level + n;
   s->sorted = s->key + n;
   s->fed = s->words + 3 * n;
   s->start = s->fed + n;
   s->first = s->start + n + 1;
   s->bounds = s->first + n + 1;
   TSW_CUDA(cub::DeviceRadixSort::SortPairs(NULL, sort, s->key, s->sorted, s->fed, s->start, n));
   TSW_CUDA(cub::DeviceScan::InclusiveSum(NULL, scan, s->fed, s->fed, n + 1));
   s->work_bytes = sort > scan ? sort : scan;
   return tsw_memory_alloc_device(NULL, &s->work, (int64_t) s->work_bytes, 1, what);
}

int bits_of(int64_t n)
{
   int bits = 0;
   while (bits < 31 && ((int64_t) 1 << bits) < n)
   {
      bits++;
   }
   return bits;
}

/* Rows by strip and level; counts the groups. A key has 32 bits: long chains get fewer strips. */
trisweep_status sort_rows(const tsw_graph *g, int64_t n_levels, order_scratch *s,
                          cudaStream_t stream, strips_triangle *t, int32_t *n_groups)
{
   const unsigned blocks = tsw_blocks(g->n_rows, BLOCK);
   const int      level_bits = bits_of(n_levels);
   while (level_bits + bits_of(t->n_strips) > 32)
   {
      t->n_strips = (t->n_strips + 1) / 2;
   }
   cut<<<tsw_blocks(t->n_strips + 1, BLOCK), BLOCK, 0, stream>>>(*g, t->n_strips, s->bounds);
   make_keys<<<blocks, BLOCK, 0, stream>>>(*g, (int32_t) n_levels - 1, *s, t->n_strips, level_bits);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cub::DeviceRadixSort::SortPairs(s->work, s->work_bytes, s->key, s->sorted, s->fed,
                                            t->row, g->n_rows, 0, level_bits + bits_of(t->n_strips),
                                            stream));
   find_groups<<<blocks, BLOCK, 0, stream>>>(*s, t->row, t->n_rows, t->slot);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(
      cub::DeviceScan::InclusiveSum(s->work, s->work_bytes, s->fed, s->fed, g->n_rows, stream));
   return read_back(s->fed + g->n_rows - 1, n_groups, stream);
}

/* Groups to steps. */
trisweep_status cut_steps(order_scratch *s, cudaStream_t stream, tsw_memory *owner,
                          int32_t n_groups, strips_triangle *t)
{
   const char *what = "the steps of schedule strips";
   const int   rows = 32 / t->shape.lanes * t->shape.team_warps;
   start_groups<<<tsw_blocks((int64_t) t->n_rows + 1, BLOCK), BLOCK, 0, stream>>>(*s, t->n_rows);
   count_steps<<<tsw_blocks((int64_t) n_groups + 1, BLOCK), BLOCK, 0, stream>>>(*s, n_groups, rows);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cub::DeviceScan::ExclusiveSum(s->work, s->work_bytes, s->first, s->first, n_groups + 1,
                                          stream));
   TSW_TRY(read_back(s->first + n_groups, &t->n_steps, stream));
   const int64_t n_slices = (int64_t) t->n_steps * t->shape.team_warps;
   TSW_TRY(tsw_memory_alloc_device(owner, &t->slice, n_slices, sizeof(uint4), what));
   TSW_TRY(tsw_memory_alloc_device(owner, &t->strip_step, t->n_strips + 1, sizeof(int32_t), what));
   TSW_CUDA(cudaMemsetAsync(t->slice, 0, (size_t) n_slices * sizeof(uint4), stream));
   place_slices<<<tsw_blocks((int64_t) t->n_rows + t->n_strips + 1, BLOCK), BLOCK, 0, stream>>>(*s,
                                                                                                *t);
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

/* Order one triangle: with a strip a processor, and again where another number is better. */
trisweep_status order(const tsw_graph *g, int64_t n_levels, int most, order_scratch *s,
                      cudaStream_t stream, tsw_memory *owner, strips_triangle *t)
{
   int32_t n_groups;
   TSW_TRY(tsw_memory_alloc_device(owner, &t->row, g->n_rows, sizeof(int32_t), "the row order"));
   TSW_TRY(tsw_memory_alloc_device(owner, &t->slot, g->n_rows, sizeof(int32_t), "the row order"));
   TSW_TRY(sort_rows(g, n_levels, s, stream, t, &n_groups));
   const int better = tsw_strips_adjust(t->n_strips, most, g->n_rows, g->nnz, n_groups);
   if (better != t->n_strips)
   {
      t->n_strips = better;
      TSW_TRY(sort_rows(g, n_levels, s, stream, t, &n_groups));
   }
   t->shape = tsw_strips_choose(g->n_rows, g->nnz, n_groups);
   return cut_steps(s, stream, owner, n_groups, t);
}

trisweep_status order_both(const tsw_packed *p, const tsw_graph_levels *levels, int most,
                           order_scratch *s, cudaStream_t stream, tsw_memory *owner,
                           strips_triangle *t)
{
   const int32_t n = (int32_t) p->n_rows;
   TSW_TRY(alloc_scratch(n, most, s));
   spread_levels<<<tsw_blocks(n, BLOCK), BLOCK, 0, stream>>>(
      levels->order, levels->level_ptr, (int32_t) levels->n_levels, n, s->level);
   TSW_CUDA(cudaGetLastError());
   for (int upper = 0; upper < 2; upper++)
   {
      const tsw_triangle *half = upper ? &p->upper : &p->lower;
      const tsw_graph     g = { n, p->n_entries[upper], half->row_ptr, half->col_idx, upper != 0 };
      if (upper)
      {
         t[1].n_strips = t[0].n_strips; /* a better guess than a strip a processor */
      }
      TSW_TRY(order(&g, levels->n_levels, most, s, stream, owner, &t[upper]));
      TSW_TRY(tsw_strips_pack(half, stream, owner, &t[upper]));
   }
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_strips_plan(const tsw_packed *p, const tsw_graph_levels *levels,
                                int n_processors, cudaStream_t stream, tsw_memory *owner,
                                strips_triangle *t)
{
   const int     most = tsw_strips_most(p->n_rows, n_processors);
   order_scratch s = {};
   for (int upper = 0; upper < 2; upper++)
   {
      memset(&t[upper], 0, sizeof t[upper]);
      t[upper].n_rows = (int32_t) p->n_rows;
      t[upper].n_strips = most < n_processors ? most : n_processors;
   }
   const trisweep_status status = order_both(p, levels, most, &s, stream, owner, t);
   tsw_memory_free_device(NULL, &s.words);
   tsw_memory_free_device(NULL, &s.work);
   return status;
}

void tsw_strips_free(tsw_memory *owner, strips_triangle *t)
{
   tsw_memory_free_device(owner, &t->row);
   tsw_memory_free_device(owner, &t->slot);
   tsw_memory_free_device(owner, &t->strip_step);
   tsw_memory_free_device(owner, &t->slice);
   tsw_memory_free_device(owner, &t->code);
   tsw_memory_free_device(owner, &t->val);
}
