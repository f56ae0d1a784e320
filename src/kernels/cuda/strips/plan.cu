/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The order of the triangles in schedule strips. Strips are consecutive rows of about equal weight,
 * or tiles of a grid; a strip depends only on itself and earlier strips. Rows of one strip and
 * level are a group, split into steps. The upper triangle is solved in the reverse order.
 */
#include <cub/device/device_scan.cuh>

#include "base/device/each.cuh"
#include "base/memory_cuda.h"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/strips/order.h"

namespace {

/* Reverse groups and strips: from the order of the lower triangle to that of the upper one. */
trisweep_status reverse_order(const strips_order &s, int32_t n_rows, int32_t n_strips,
                              cudaStream_t stream)
{
   return tsw_each((int64_t) n_rows + n_strips, stream, [=] __device__(int64_t k) {
      if (k < (n_rows + 1) / 2)
      {
         const int32_t first = s.group[k];
         const int32_t last = s.group[n_rows - 1 - k];
         s.group[k] = s.n_groups + 1 - last;
         s.group[n_rows - 1 - k] = s.n_groups + 1 - first;
      }
      if (k <= n_strips / 2)
      {
         const int32_t first = s.bounds[k];
         const int32_t last = s.bounds[n_strips - k];
         s.bounds[k] = n_rows - last;
         s.bounds[n_strips - k] = n_rows - first;
      }
   });
}

/* Find the first slot of each group, and its number of steps. group counts groups up to a slot. */
trisweep_status start_groups(const strips_order &s, int32_t n_rows, int32_t rows_per_step,
                             cudaStream_t stream)
{
   TSW_TRY(tsw_each((int64_t) n_rows + 1, stream, [=] __device__(int64_t k) {
      if (k < n_rows && (k == 0 || s.group[k] != s.group[k - 1]))
      {
         s.start[s.group[k] - 1] = (int32_t) k;
      }
      if (k == n_rows)
      {
         s.start[s.group[n_rows - 1]] = n_rows;
      }
   }));
   return tsw_each((int64_t) s.n_groups + 1, stream, [=] __device__(int64_t g) {
      s.first[g] =
         g < s.n_groups ? (s.start[g + 1] - s.start[g] + rows_per_step - 1) / rows_per_step : 0;
   });
}

trisweep_status store_slices(const strips_order &s, const strips_triangle &t, cudaStream_t stream)
{
   const int32_t rows = 32 / t.shape.lanes;
   const int32_t per_step = rows * t.shape.team_warps;
   return tsw_each((int64_t) t.n_rows + t.n_strips + 1, stream, [=] __device__(int64_t k) {
      if (k <= t.n_strips)
      {
         const int32_t begin = s.bounds[k];
         t.strip_step[k] = begin < t.n_rows ? s.first[s.group[begin] - 1] : t.n_steps;
      }
      if (k < t.n_rows)
      {
         const int32_t g = s.group[k] - 1;
         const int32_t into = (int32_t) k - s.start[g];
         if (into % rows == 0)
         {
            const int32_t left = s.start[g + 1] - (int32_t) k;
            const int32_t member = into % per_step / rows;
            t.slice[(int64_t) (s.first[g] + into / per_step) * t.shape.team_warps + member] =
               make_uint4(0, (uint32_t) k, (uint32_t) (left < rows ? left : rows), 0);
         }
      }
   });
}

trisweep_status split_groups(strips_order *s, cudaStream_t stream, tsw_memory *owner,
                             strips_triangle *t)
{
   const int32_t n_groups = s->n_groups;
   const char   *what = "the steps of schedule strips";
   const int     rows = 32 / t->shape.lanes * t->shape.team_warps;
   TSW_TRY(start_groups(*s, t->n_rows, rows, stream));
   TSW_CUDA(cub::DeviceScan::ExclusiveSum(s->work, s->work_bytes, s->first, s->first, n_groups + 1,
                                          stream));
   TSW_TRY(tsw_memory_read(&t->n_steps, s->first + n_groups, sizeof t->n_steps, stream));
   const int64_t n_slices = (int64_t) t->n_steps * t->shape.team_warps;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->slice, n_slices, what));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->strip_step, t->n_strips + 1, what));
   TSW_CUDA(cudaMemsetAsync(t->slice, 0, (size_t) n_slices * sizeof(uint4), stream));
   return store_slices(*s, *t, stream);
}

} // namespace

trisweep_status tsw_strips_plan(const tsw_packed *p, const tsw_graph_levels *levels,
                                int n_processors, cudaStream_t stream, tsw_memory *owner,
                                strips_triangle *t)
{
   TSW_AT_END(tsw_strips_order_free) strips_order s = {};
   const int                                      most = tsw_strips_most(p->n_rows, n_processors);
   const int32_t                                  n = (int32_t) p->n_rows;
   for (int upper = 0; upper < 2; upper++)
   {
      t[upper] = {};
      t[upper].n_rows = n;
      t[upper].upper = upper != 0;
      t[upper].n_strips = most < n_processors ? most : n_processors;
   }
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->row, n, "the row order"));
   TSW_TRY(tsw_strips_order(p, levels, most, stream, &s, &t[0]));
   t[1].row = t[0].row;
   t[1].n_strips = t[0].n_strips;
   for (int upper = 0; upper < 2; upper++)
   {
      t[upper].shape =
         tsw_strips_choose(n, p->n_entries[upper], s.n_groups, p->longest_part, s.tile_lanes);
      TSW_TRY(split_groups(&s, stream, owner, &t[upper]));
      TSW_TRY(tsw_strips_pack(p, s.slot, stream, owner, &t[upper]));
      TSW_TRY(reverse_order(s, n, t->n_strips, stream));
   }
   return TRISWEEP_OK;
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
