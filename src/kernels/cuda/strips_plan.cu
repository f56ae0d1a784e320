/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The order in which schedule strips stores the triangles, found on the
 * device. Strips are runs of consecutive rows of about equal weight, so that a
 * strip depends on itself and on strips before it only. Rows are sorted by strip
 * and level; rows of one strip and level are a group, which is cut into steps.
 * The upper triangle is solved in the same order turned round, from the last
 * strip and level to the first, in groups of the same rows.
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
constexpr int ROW_WEIGHT = 8; /* a row costs as much as so many entries */

struct order_scratch
{
   int32_t  *level;  /* [n_rows] by row */
   int32_t  *words;  /* the allocation in which the arrays stand */
   int32_t  *slot;   /* [n_rows] of each row in the lower triangle */
   int32_t  *bounds; /* [n_strips + 1] slots at which strips begin */
   uint32_t *key;    /* [n_rows] strip and level, by row */
   uint32_t *sorted; /* [n_rows] the same by slot */
   int32_t  *fed;    /* [n_rows + 1] rows, later groups by slot; behind them the longest row */
   int32_t  *start;  /* [n_groups + 1] slot at which a group begins */
   int32_t  *first;  /* [n_groups + 1] its first step */
   void     *work;
   size_t    work_bytes;
};

/* What the sort finds out: as it stands at the end of fed. */
struct order_facts
{
   int32_t n_groups;
   int32_t longest; /* entries of a row in a triangle */
};

/* Strip s begins at the first row before which s / n_strips of the weight lies. */
__global__ void __launch_bounds__(BLOCK)
   cut(const int32_t *lower_ptr, const int32_t *upper_ptr, int32_t n_rows, int32_t n_strips,
       int32_t *bounds)
{
   const int s = (int) (blockIdx.x * BLOCK + threadIdx.x);
   if (s > n_strips)
   {
      return;
   }
   const auto before = [=](int64_t i) {
      return (int64_t) lower_ptr[i] + upper_ptr[i] + ROW_WEIGHT * i;
   };
   const int64_t target = before(n_rows) * s / n_strips;
   int64_t       low = 0;
   int64_t       high = n_rows;
   while (low < high)
   {
      const int64_t middle = (low + high) / 2;
      if (before(middle) < target)
      {
         low = middle + 1;
      }
      else
      {
         high = middle;
      }
   }
   bounds[s] = (int32_t) (s == n_strips ? n_rows : low);
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

/* What a row is sorted by; and the longest one, in a triangle. */
__global__ void __launch_bounds__(BLOCK)
   make_keys(order_scratch s, const int32_t *lower_ptr, const int32_t *upper_ptr, int32_t n_rows,
             int32_t n_strips, int level_bits)
{
   const int32_t i = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   const int32_t length =
      i < n_rows ? max(lower_ptr[i + 1] - lower_ptr[i], upper_ptr[i + 1] - upper_ptr[i]) : 0;
   const int32_t longest = __reduce_max_sync(~0u, length);
   if (threadIdx.x % 32 == 0 && longest > s.fed[n_rows])
   {
      atomicMax(s.fed + n_rows, longest);
   }
   if (i < n_rows)
   {
      s.key[i] = (uint32_t) last_at_or_before(s.bounds, n_strips, i) << level_bits |
                 (uint32_t) s.level[i];
      s.fed[i] = i;
   }
}

/* Strips and groups of the lower triangle to those of the upper one. */
__global__ void __launch_bounds__(BLOCK)
   turn_round(order_scratch s, int32_t n_rows, int32_t n_strips, int32_t n_groups)
{
   const int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (k < (n_rows + 1) / 2)
   {
      const int32_t first = s.fed[k];
      const int32_t last = s.fed[n_rows - 1 - k];
      s.fed[k] = n_groups + 1 - last;
      s.fed[n_rows - 1 - k] = n_groups + 1 - first;
   }
   if (k <= n_strips / 2)
   {
      const int32_t first = s.bounds[k];
      const int32_t last = s.bounds[n_strips - k];
      s.bounds[k] = n_rows - last;
      s.bounds[n_strips - k] = n_rows - first;
   }
}

/* 1 where a group begins; and the inverse of the order. */
__global__ void __launch_bounds__(BLOCK)
   find_groups(order_scratch s, const int32_t *row, int32_t n_rows)
{
   const int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (k < n_rows)
   {
      s.fed[k] = k == 0 || s.sorted[k] != s.sorted[k - 1];
      s.slot[row[k]] = k;
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

/* One allocation: there are at most as many groups as rows. */
trisweep_status alloc_scratch(int64_t n, int n_strips, order_scratch *s)
{
   const char *what = "the order of schedule strips";
   size_t      sort = 0;
   size_t      scan = 0;
   TSW_TRY(tsw_memory_alloc_device(NULL, &s->words, 7 * n + n_strips + 4, sizeof(int32_t), what));
   s->level = s->words;
   s->key = (uint32_t *) s->level + n;
   s->sorted = s->key + n;
   s->fed = s->words + 3 * n;
   s->start = s->fed + n + 1;
   s->first = s->start + n + 1;
   s->slot = s->first + n + 1;
   s->bounds = s->slot + n;
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

/* Rows by strip and level. A key has 32 bits: long chains get fewer strips. */
trisweep_status sort_rows(const tsw_packed *p, int64_t n_levels, order_scratch *s,
                          cudaStream_t stream, strips_triangle *t, order_facts *facts)
{
   const int32_t  n = t->n_rows;
   const unsigned blocks = tsw_blocks(n, BLOCK);
   const int      level_bits = bits_of(n_levels);
   while (level_bits + bits_of(t->n_strips) > 32)
   {
      t->n_strips = (t->n_strips + 1) / 2;
   }
   cut<<<tsw_blocks(t->n_strips + 1, BLOCK), BLOCK, 0, stream>>>(
      p->lower.row_ptr, p->upper.row_ptr, n, t->n_strips, s->bounds);
   TSW_CUDA(cudaMemsetAsync(s->fed + n, 0, sizeof(int32_t), stream));
   make_keys<<<blocks, BLOCK, 0, stream>>>(*s, p->lower.row_ptr, p->upper.row_ptr, n, t->n_strips,
                                           level_bits);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cub::DeviceRadixSort::SortPairs(s->work, s->work_bytes, s->key, s->sorted, s->fed,
                                            t->row, n, 0, level_bits + bits_of(t->n_strips),
                                            stream));
   find_groups<<<blocks, BLOCK, 0, stream>>>(*s, t->row, n);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cub::DeviceScan::InclusiveSum(s->work, s->work_bytes, s->fed, s->fed, n, stream));
   return tsw_memory_read(facts, s->fed + n - 1, sizeof *facts, stream);
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
   TSW_TRY(tsw_memory_read(&t->n_steps, s->first + n_groups, sizeof t->n_steps, stream));
   const int64_t n_slices = (int64_t) t->n_steps * t->shape.team_warps;
   TSW_TRY(tsw_memory_alloc_device(owner, &t->slice, n_slices, sizeof(uint4), what));
   TSW_TRY(tsw_memory_alloc_device(owner, &t->strip_step, t->n_strips + 1, sizeof(int32_t), what));
   TSW_CUDA(cudaMemsetAsync(t->slice, 0, (size_t) n_slices * sizeof(uint4), stream));
   place_slices<<<tsw_blocks((int64_t) t->n_rows + t->n_strips + 1, BLOCK), BLOCK, 0, stream>>>(*s,
                                                                                                *t);
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

/* Order the rows: with a strip a processor, and again where another number is better. */
trisweep_status order(const tsw_packed *p, int64_t nnz, int64_t n_levels, int most,
                      order_scratch *s, cudaStream_t stream, strips_triangle *t,
                      order_facts *facts)
{
   TSW_TRY(sort_rows(p, n_levels, s, stream, t, facts));
   const int better = tsw_strips_adjust(t->n_strips, most, p->n_rows, nnz, facts->n_groups);
   if (better != t->n_strips)
   {
      t->n_strips = better;
      TSW_TRY(sort_rows(p, n_levels, s, stream, t, facts));
   }
   return TRISWEEP_OK;
}

trisweep_status order_both(const tsw_packed *p, const tsw_graph_levels *levels, int most,
                           order_scratch *s, cudaStream_t stream, tsw_memory *owner,
                           strips_triangle *t)
{
   const int32_t  n = (int32_t) p->n_rows;
   const int64_t *nnz = p->n_entries;
   order_facts    facts;
   TSW_TRY(alloc_scratch(n, most, s));
   TSW_TRY(tsw_memory_alloc_device(owner, &t->row, n, sizeof(int32_t), "the row order"));
   spread_levels<<<tsw_blocks(n, BLOCK), BLOCK, 0, stream>>>(
      levels->order, levels->level_ptr, (int32_t) levels->n_levels, n, s->level);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(order(p, (nnz[0] + nnz[1]) / 2, levels->n_levels, most, s, stream, &t[0],
                 &facts));
   t[1].row = t[0].row;
   t[1].n_strips = t[0].n_strips;
   for (int upper = 0; upper < 2; upper++)
   {
      t[upper].shape = tsw_strips_choose(n, nnz[upper], facts.n_groups, facts.longest);
      TSW_TRY(cut_steps(s, stream, owner, facts.n_groups, &t[upper]));
      TSW_TRY(tsw_strips_pack(p, s->slot, stream, owner, &t[upper]));
      turn_round<<<tsw_blocks((int64_t) n + t->n_strips, BLOCK), BLOCK, 0, stream>>>(
         *s, n, t->n_strips, facts.n_groups);
      TSW_CUDA(cudaGetLastError());
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
      t[upper].upper = upper != 0;
      t[upper].n_strips = most < n_processors ? most : n_processors;
   }
   const trisweep_status status = order_both(p, levels, most, &s, stream, owner, t);
   tsw_memory_free_device(NULL, &s.words);
   tsw_memory_free_device(NULL, &s.work);
   return status;
}

void tsw_strips_free(tsw_memory *owner, strips_triangle *t)
{
   tsw_memory_free_device(owner, &t[0].row);
   for (int upper = 0; upper < 2; upper++)
   {
      tsw_memory_free_device(owner, &t[upper].strip_step);
      tsw_memory_free_device(owner, &t[upper].slice);
      tsw_memory_free_device(owner, &t[upper].code);
      tsw_memory_free_device(owner, &t[upper].val);
   }
}
