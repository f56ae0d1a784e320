/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/levels_slices.h"

#include <cub/device/device_scan.cuh>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/levels_slices.cuh"
#include "kernels/cuda/triangles.h"

/*
 * Measured (doc/performance.md): entries of a row that a lane takes, and how much
 * padding is worth it, for it costs memory, too.
 */
static constexpr double ENTRIES_A_LANE = 27.0;
static constexpr int    MOST_LANES = 8;
static constexpr double MOST_PADDING = 1.15;

using slices::BLOCK;

static slices::view view_level(const levels_slices *s, int32_t level)
{
   return { { s->first[level], s->first[level + 1] - s->first[level], s->place[level],
              s->place[level + 1] },
            s->lanes };
}

static unsigned blocks_of(const slices::view &v)
{
   return tsw_blocks(32 * (int64_t) v.level.n_slices, BLOCK);
}

/* Lanes, and the first slice of each level. */
static trisweep_status cut_slices(const tsw_packed *p, const tsw_graph_levels *levels,
                                  levels_slices *s)
{
   const double  mean = (double) (p->n_entries[0] + p->n_entries[1]) / (double) p->n_rows;
   const int64_t n = levels->n_levels;
   s->n_levels = (int32_t) n;
   s->row = p->row;
   s->rank = p->rank;
   s->lanes = 1;
   while (s->lanes < MOST_LANES && ENTRIES_A_LANE * s->lanes < mean)
   {
      s->lanes *= 2;
   }
   TSW_TRY(tsw_memory_alloc(s->owner, &s->place, n + 1, sizeof *s->place, "the levels"));
   TSW_TRY(tsw_memory_alloc(s->owner, &s->first, n + 1, sizeof *s->first, "the levels"));
   const int32_t rows = 32 / s->lanes;
   s->first[0] = 0;
   s->place[0] = 0;
   for (int32_t l = 0; l < n; l++)
   {
      const int32_t width = levels->host_level_ptr[l + 1] - levels->host_level_ptr[l];
      s->place[l + 1] = levels->host_level_ptr[l + 1];
      s->first[l + 1] = s->first[l] + (width + rows - 1) / rows;
   }
   s->n_slices = s->first[n];
   return TRISWEEP_OK;
}

/* Sizes of slices to where they start. */
static trisweep_status sum_sizes(int64_t *ptr, int64_t n, cudaStream_t stream)
{
   void  *space = NULL;
   size_t bytes = 0;
   TSW_CUDA(cub::DeviceScan::ExclusiveSum(NULL, bytes, ptr, ptr, n, stream));
   TSW_TRY(tsw_memory_alloc_device(NULL, &space, (int64_t) bytes, 1, "the sum of slices"));
   const trisweep_status status =
      TSW_CUDA_STATUS(cub::DeviceScan::ExclusiveSum(space, bytes, ptr, ptr, n, stream));
   tsw_memory_free_device(NULL, &space);
   return status;
}

static trisweep_status place_slices(const tsw_triangle *from, cudaStream_t stream,
                                    const levels_slices *s, levels_part *to)
{
   const int64_t n = s->n_slices;
   TSW_TRY(tsw_memory_alloc_device(s->owner, &to->ptr, n + 1, sizeof *to->ptr, "slices"));
   TSW_CUDA(cudaMemsetAsync(to->ptr + n, 0, sizeof *to->ptr, stream));
   for (int32_t l = 0; l < s->n_levels; l++)
   {
      const slices::view v = view_level(s, l);
      slices::measure<<<blocks_of(v), BLOCK, 0, stream>>>(v, from->row_ptr, to->ptr);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_TRY(sum_sizes(to->ptr, n + 1, stream));
   return tsw_memory_read(&to->size, to->ptr + n, sizeof to->size, stream);
}

/* The first row of each slice, for launches over all levels. */
static trisweep_status find_starts(cudaStream_t stream, levels_slices *s)
{
   TSW_TRY(tsw_memory_alloc_device(s->owner, &s->start, (int64_t) s->n_slices + 1, sizeof *s->start,
                                   "slices"));
   for (int32_t l = 0; l < s->n_levels; l++)
   {
      const slices::view v = view_level(s, l);
      slices::fill_starts<<<tsw_blocks((int64_t) v.level.n_slices + 1, BLOCK), BLOCK, 0, stream>>>(
         v, s->start);
      TSW_CUDA(cudaGetLastError());
   }
   return TRISWEEP_OK;
}

static trisweep_status alloc_values(levels_slices *s, bool floats)
{
   if (s->part[0].val && s->part[1].val && s->floats == floats)
   {
      return TRISWEEP_OK;
   }
   s->floats = floats;
   for (levels_part &t : s->part)
   {
      tsw_memory_free_device(s->owner, &t.val);
   }
   for (levels_part &t : s->part)
   {
      TSW_TRY(tsw_memory_alloc_device(s->owner, &t.val, t.size,
                                      floats ? sizeof(float) : sizeof(double), "sliced values"));
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_levels_slices_plan(const tsw_packed *p, const tsw_graph_levels *levels,
                                       cudaStream_t stream, tsw_memory *owner, levels_slices *s)
{
   const tsw_triangle *from[] = { &p->lower, &p->upper };
   s->owner = owner;
   TSW_TRY(cut_slices(p, levels, s));
   for (int upper = 0; upper < 2; upper++)
   {
      TSW_TRY(place_slices(from[upper], stream, s, &s->part[upper]));
   }
   if ((double) (s->part[0].size + s->part[1].size) >
       MOST_PADDING * (double) (p->n_entries[0] + p->n_entries[1]))
   {
      tsw_levels_slices_free(s);
      return TRISWEEP_OK;
   }
   for (int upper = 0; upper < 2; upper++)
   {
      levels_part *to = &s->part[upper];
      TSW_TRY(tsw_memory_alloc_device(owner, &to->col, to->size, sizeof *to->col, "slices"));
      for (int32_t l = 0; l < s->n_levels; l++)
      {
         const slices::view v = view_level(s, l);
         slices::fill_columns<<<blocks_of(v), BLOCK, 0, stream>>>(v, *from[upper], upper != 0, *to);
         TSW_CUDA(cudaGetLastError());
      }
   }
   TSW_TRY(find_starts(stream, s));
   TSW_TRY(tsw_memory_alloc_device(owner, &s->fault, 1, sizeof *s->fault, "slices"));
   return alloc_values(s, false); /* now, for a lack of memory is met with another schedule */
}

/* Did entries not match places? Waits for the work. */
static trisweep_status read_fault(const levels_slices *s, cudaStream_t stream, bool *fault)
{
   int32_t word;
   TSW_TRY(tsw_memory_read(&word, s->fault, sizeof word, stream));
   *fault = word != 0;
   return TRISWEEP_OK;
}

trisweep_status tsw_levels_slices_load(levels_slices *s, const tsw_packed *p, cudaStream_t stream)
{
   const tsw_triangle *from[] = { &p->lower, &p->upper };
   bool                fault;
   TSW_TRY(alloc_values(s, p->floats));
   TSW_CUDA(cudaMemsetAsync(s->fault, 0, sizeof *s->fault, stream));
   for (int32_t k = 0; k < 2 * s->n_levels; k++)
   {
      const slices::view v = view_level(s, k / 2);
      const auto kernel = s->floats ? slices::fill_values<float> : slices::fill_values<double>;
      kernel<<<blocks_of(v), BLOCK, 0, stream>>>(v, *from[k % 2], k % 2 != 0, s->part[k % 2],
                                                 s->fault);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_TRY(read_fault(s, stream, &fault));
   return fault ? TSW_ERROR(ORDER, "some entries were not in the pattern that was analysed; "
                                   "analyse again when the pattern changes")
                : TRISWEEP_OK;
}

trisweep_status tsw_levels_slices_load_rows(levels_slices *s, const trisweep_csr *a, bool ascends,
                                            bool floats, cudaStream_t stream, bool *complete)
{
   bool fault;
   *complete = false;
   if (!ascends)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(alloc_values(s, floats));
   TSW_CUDA(cudaMemsetAsync(s->fault, 0, sizeof *s->fault, stream));
   for (int32_t l = 0; l < s->n_levels; l++)
   {
      const slices::view v = view_level(s, l);
      const auto         kernel = s->floats ? slices::take_rows<float> : slices::take_rows<double>;
      const unsigned     blocks =
         tsw_blocks(tsw_rows::LANES * (int64_t) (v.level.last - v.level.first), BLOCK);
      kernel<<<blocks, BLOCK, 0, stream>>>(v, s->row, s->rank, *a, s->part[0], s->part[1],
                                           s->fault);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_TRY(read_fault(s, stream, &fault));
   *complete = !fault;
   return TRISWEEP_OK;
}

void tsw_levels_slices_free(levels_slices *s)
{
   tsw_memory_free(s->owner, &s->place);
   tsw_memory_free(s->owner, &s->first);
   tsw_memory_free_device(s->owner, &s->start);
   for (levels_part &t : s->part)
   {
      tsw_memory_free_device(s->owner, &t.ptr);
      tsw_memory_free_device(s->owner, &t.col);
      tsw_memory_free_device(s->owner, &t.val);
   }
   tsw_memory_free_device(s->owner, &s->fault);
   *s = {};
}
