/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/levels_slices.h"

#include <cub/device/device_scan.cuh>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/levels_sliced.cuh"
#include "kernels/cuda/triangles.h"

/*
 * Measured (doc/performance.md): entries of a row that a lane takes, and how much
 * padding is worth it, for it costs memory, too.
 */
static constexpr double ENTRIES_A_LANE = 27.0;
static constexpr int    MOST_LANES = 8;
static constexpr double MOST_PADDING = 1.15;

static constexpr int BLOCK = 256;

/* How slices lie: one level at a time, a warp a slice. */
struct slice_view
{
   slices_level level;
   int          lanes;

   /* The slice of this warp; -1 for none. */
   __device__ __forceinline__ int32_t slice() const
   {
      const int32_t warp = (int32_t) ((blockIdx.x * BLOCK + threadIdx.x) / 32);
      return warp < level.n_slices ? level.first_slice + warp : -1;
   }

   /* The place of this lane's row; -1 for none. */
   __device__ __forceinline__ int32_t place() const
   {
      const int32_t warp = (int32_t) ((blockIdx.x * BLOCK + threadIdx.x) / 32);
      const int32_t k = level.first + (warp * 32 + (int32_t) (threadIdx.x % 32)) / lanes;
      return warp < level.n_slices && k < level.last ? k : -1;
   }

   __device__ __forceinline__ int32_t lane() const
   {
      return (int32_t) (threadIdx.x % 32) % lanes;
   }
};

static __global__ void __launch_bounds__(BLOCK)
   measure_slices(slice_view s, const int32_t *row_ptr, int64_t *size)
{
   const int32_t k = s.place();
   const int32_t length = k >= 0 ? row_ptr[k + 1] - row_ptr[k] : 0;
   const int32_t most = __reduce_max_sync(0xffffffffu, length);
   if (s.slice() >= 0 && threadIdx.x % 32 == 0)
   {
      size[s.slice()] = 32 * (int64_t) ((most + s.lanes - 1) / s.lanes);
   }
}

static __global__ void __launch_bounds__(BLOCK)
   fill_columns(slice_view s, tsw_triangle from, levels_part to)
{
   const int32_t slice = s.slice();
   const int32_t k = s.place();
   if (slice < 0)
   {
      return;
   }
   int32_t e = k >= 0 ? from.row_ptr[k] + s.lane() : 0;
   for (int64_t at = to.ptr[slice] + threadIdx.x % 32; at < to.ptr[slice + 1]; at += 32)
   {
      to.col[at] = k >= 0 && e < from.row_ptr[k + 1] ? from.col_idx[e] : -1;
      e += s.lanes;
   }
}

/* From a block that may be of another pattern. */
template <class VALUE>
static __global__ void __launch_bounds__(BLOCK)
   fill_values(slice_view s, tsw_triangle from, levels_part to, int32_t *fault)
{
   const int32_t slice = s.slice();
   const int32_t k = s.place();
   if (slice < 0)
   {
      return;
   }
   const int32_t end = k >= 0 ? from.row_ptr[k + 1] : 0;
   int32_t       e = k >= 0 ? from.row_ptr[k] + s.lane() : 0;
   bool          matches = true;
   for (int64_t at = to.ptr[slice] + threadIdx.x % 32; at < to.ptr[slice + 1]; at += 32)
   {
      matches = matches && to.col[at] == (e < end ? from.col_idx[e] : -1);
      ((VALUE *) to.val)[at] = e < end ? (VALUE) from.val[e] : (VALUE) 0;
      e += s.lanes;
   }
   if (!matches || e < end)
   {
      *fault = 1;
   }
}

/* Where row i has column j, or -1; the columns ascend, the diagonal apart. */
static __device__ int32_t find(const trisweep_csr &a, int32_t i, int32_t j)
{
   int32_t low = a.row_ptr[i];
   int32_t high = a.row_ptr[i + 1];
   while (low < high)
   {
      int32_t middle = low + (high - low) / 2;
      int32_t c = a.col_idx[middle];
      if (c == i && middle > low)
      {
         c = a.col_idx[--middle];
      }
      if (c == j)
      {
         return middle;
      }
      if (c == i || c < j)
      {
         low = middle + 1;
      }
      else
      {
         high = middle;
      }
   }
   return -1;
}

/* Entries of one triangle that this lane finds in row i; clears good where one is missing. */
template <class VALUE>
static __device__ int32_t take_values(const trisweep_csr &a, int32_t i, const levels_part &to,
                                      int32_t slice, bool *good)
{
   int32_t found = 0;
   for (int64_t at = to.ptr[slice] + threadIdx.x % 32; at < to.ptr[slice + 1]; at += 32)
   {
      const int32_t j = to.col[at];
      const int32_t e = j >= 0 ? find(a, i, j) : -1;
      *good = *good && (j < 0 || e >= 0);
      found += e >= 0;
      ((VALUE *) to.val)[at] = e >= 0 ? (VALUE) a.val[e] : (VALUE) 0;
   }
   return found;
}

/* From the caller's rows, whose columns ascend, the diagonal apart, each once. */
template <class VALUE>
static __global__ void __launch_bounds__(BLOCK)
   take_rows(slice_view s, const int32_t *row, trisweep_csr a, levels_part lower,
             levels_part upper, int32_t *fault)
{
   const int32_t slice = s.slice();
   const int32_t k = s.place();
   const int32_t i = k >= 0 ? row[k] : 0;
   bool          good = true;
   int32_t       found = 0;
   if (slice >= 0)
   {
      found = take_values<VALUE>(a, i, lower, slice, &good) +
              take_values<VALUE>(a, i, upper, slice, &good);
   }
   /* Each lane also looks for the diagonal in its share of the row: the row may have others. */
   const int32_t end = k >= 0 ? a.row_ptr[i + 1] : 0;
   for (int32_t e = k >= 0 ? a.row_ptr[i] + s.lane() : 0; e < end; e += s.lanes)
   {
      found -= a.col_idx[e] != i;
   }
   for (int step = s.lanes / 2; step > 0; step /= 2)
   {
      found += __shfl_xor_sync(0xffffffffu, found, step);
   }
   if (!good || (k >= 0 && found != 0))
   {
      *fault = 1;
   }
}

static slice_view view(const levels_slices *s, int32_t level)
{
   return { { s->first[level], s->first[level + 1] - s->first[level], s->place[level],
              s->place[level + 1] },
            s->lanes };
}

static unsigned blocks_of(const slice_view &v)
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
      const slice_view v = view(s, l);
      measure_slices<<<blocks_of(v), BLOCK, 0, stream>>>(v, from->row_ptr, to->ptr);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_TRY(sum_sizes(to->ptr, n + 1, stream));
   TSW_CUDA(
      cudaMemcpyAsync(&to->size, to->ptr + n, sizeof to->size, cudaMemcpyDeviceToHost, stream));
   TSW_CUDA(cudaStreamSynchronize(stream));
   return TRISWEEP_OK;
}

static trisweep_status alloc_values(levels_slices *s, bool floats)
{
   if (s->part[0].val && s->floats == floats)
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

trisweep_status levels_slices_plan(const tsw_packed *p, const tsw_graph_levels *levels,
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
      levels_slices_free(s);
      return TRISWEEP_OK;
   }
   for (int upper = 0; upper < 2; upper++)
   {
      levels_part *to = &s->part[upper];
      TSW_TRY(tsw_memory_alloc_device(owner, &to->col, to->size, sizeof *to->col, "slices"));
      for (int32_t l = 0; l < s->n_levels; l++)
      {
         const slice_view v = view(s, l);
         fill_columns<<<blocks_of(v), BLOCK, 0, stream>>>(v, *from[upper], *to);
         TSW_CUDA(cudaGetLastError());
      }
   }
   return tsw_memory_alloc_device(owner, &s->fault, 1, sizeof *s->fault, "slices");
}

/* Did entries not match places? Waits for the work. */
static trisweep_status read_fault(const levels_slices *s, cudaStream_t stream, bool *fault)
{
   int32_t word;
   TSW_CUDA(cudaMemcpyAsync(&word, s->fault, sizeof word, cudaMemcpyDeviceToHost, stream));
   TSW_CUDA(cudaStreamSynchronize(stream));
   *fault = word != 0;
   return TRISWEEP_OK;
}

trisweep_status levels_slices_load(levels_slices *s, const tsw_packed *p, cudaStream_t stream)
{
   const tsw_triangle *from[] = { &p->lower, &p->upper };
   bool                fault;
   TSW_TRY(alloc_values(s, p->floats));
   TSW_CUDA(cudaMemsetAsync(s->fault, 0, sizeof *s->fault, stream));
   for (int32_t k = 0; k < 2 * s->n_levels; k++)
   {
      const slice_view v = view(s, k / 2);
      const auto       kernel = s->floats ? fill_values<float> : fill_values<double>;
      kernel<<<blocks_of(v), BLOCK, 0, stream>>>(v, *from[k % 2], s->part[k % 2], s->fault);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_TRY(read_fault(s, stream, &fault));
   return fault ? TSW_ERROR(ORDER, "some entries were not in the pattern that was analysed; "
                            "analyse again when the pattern changes")
                : TRISWEEP_OK;
}

trisweep_status levels_slices_load_rows(levels_slices *s, const trisweep_csr *a, bool ascends,
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
      const slice_view v = view(s, l);
      const auto       kernel = s->floats ? take_rows<float> : take_rows<double>;
      kernel<<<blocks_of(v), BLOCK, 0, stream>>>(v, s->row, *a, s->part[0], s->part[1], s->fault);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_TRY(read_fault(s, stream, &fault));
   *complete = !fault;
   return TRISWEEP_OK;
}

void levels_slices_free(levels_slices *s)
{
   tsw_memory_free(s->owner, &s->place);
   tsw_memory_free(s->owner, &s->first);
   for (levels_part &t : s->part)
   {
      tsw_memory_free_device(s->owner, &t.ptr);
      tsw_memory_free_device(s->owner, &t.col);
      tsw_memory_free_device(s->owner, &t.val);
   }
   tsw_memory_free_device(s->owner, &s->fault);
   *s = {};
}
