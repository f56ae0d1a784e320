/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Level sets: a stable sort by level of the rows in the order of solution. */
#include <cub/device/device_radix_sort.cuh>

#include "analysis/cuda/graph.h"
#include "base/cub_call.h"
#include "base/device/rows.cuh"
#include "base/device/search.cuh"
#include "base/device/sum.cuh"

trisweep_status tsw_graph_levels_count(const int32_t *level, int64_t n_rows, void *stream,
                                       int64_t *n_levels)
{
   TSW_SCRATCH_DEVICE int32_t *device = NULL;
   int32_t                     last;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 1, "the number of levels"));
   TSW_CUDA(cudaMemsetAsync(device, 0xff, sizeof *device, (cudaStream_t) stream));
   TSW_TRY(tsw_rows::each_row<1>(n_rows, stream,
                                 [=, last = (int32_t *) device] __device__(int64_t i, int) {
                                    tsw_raise_max(last, i < n_rows ? level[i] : -1);
                                 }));
   TSW_TRY(tsw_memory_read(&last, device, sizeof last, stream));
   *n_levels = (int64_t) last + 1;
   return TRISWEEP_OK;
}

trisweep_status tsw_graph_levels_sort(const tsw_graph *g, const int32_t *level, int64_t n_levels,
                                      void *stream, tsw_memory *owner, tsw_graph_levels *levels)
{
   TSW_SCRATCH_DEVICE int32_t *words = NULL;
   const cudaStream_t          cuda_stream = (cudaStream_t) stream;
   const int64_t               n = g->n_rows;
   const int                   bits = tsw_bits_of(n_levels);
   *levels = {};
   levels->n_levels = n_levels;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &words, 3 * n, "levels"));
   int32_t *key = words; /* levels in the order of solution */
   int32_t *sorted = key + n;
   int32_t *item = sorted + n; /* rows in the order of solution */
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &levels->order, n, "the level order"));
   if (n > 0)
   {
      TSW_TRY(tsw_each(n, stream, [=, upper = g->upper] __device__(int64_t k) {
         const int64_t i = upper ? n - 1 - k : k;
         key[k] = level[i];
         item[k] = (int32_t) i;
      }));
      TSW_TRY(tsw_cub("levels", [=](void *storage, size_t &bytes) {
         return cub::DeviceRadixSort::SortPairs(storage, bytes, key, sorted, item, levels->order, n,
                                                0, bits, cuda_stream);
      }));
   }
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &levels->level_ptr, n_levels + 1, "the levels"));
   TSW_TRY(TSW_ALLOC(owner, &levels->host_level_ptr, n_levels + 1, "the levels"));
   TSW_TRY(tsw_find_starts(sorted, n, 0, n_levels, levels->level_ptr, stream));
   return tsw_memory_read(levels->host_level_ptr, levels->level_ptr,
                          (size_t) (n_levels + 1) * sizeof(int32_t), stream);
}

trisweep_status tsw_graph_order_copy(const tsw_graph_levels *from, int64_t n_rows, void *stream,
                                     tsw_memory *owner, int32_t **order)
{
   TSW_TRY(TSW_ALLOC_DEVICE(owner, order, n_rows, "rows by level"));
   return TSW_CUDA_STATUS(cudaMemcpyAsync(*order, from->order, (size_t) n_rows * sizeof(int32_t),
                                          cudaMemcpyDeviceToDevice, (cudaStream_t) stream));
}

void tsw_graph_levels_free(tsw_memory *owner, tsw_graph_levels *levels)
{
   tsw_memory_free_device(owner, &levels->level);
   tsw_memory_free_device(owner, &levels->point);
   tsw_memory_free_device(owner, &levels->order);
   tsw_memory_free_device(owner, &levels->level_ptr);
   tsw_memory_free(owner, &levels->host_level_ptr);
}
