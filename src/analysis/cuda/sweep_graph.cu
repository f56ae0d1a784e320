/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/cuda/graph.h"

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_select.cuh>

#include "base/cub_call.h"
#include "base/device/search.cuh"
#include "base/device/sum.cuh"
#include "base/hash.h"
#include "block/cuda/rows.cuh"

using namespace tsw_rows;

namespace {

/* Add the hashes of the edges of lower to *difference, and subtract those of upper. */
trisweep_status add_hashes(const tsw_graph *of_lower, const tsw_graph *of_upper,
                           cudaStream_t stream, unsigned long long *difference)
{
   return each_row(
      of_lower->n_rows, stream,
      [=, lower = *of_lower, upper = *of_upper] __device__(int64_t i, int lane) {
         unsigned long long sum = 0;
         if (i < lower.n_rows)
         {
            for (int32_t e = lower.row_ptr[i] + lane; e < lower.row_ptr[i + 1]; e += LANES)
            {
               sum += tsw_hash_mix((uint64_t) i << 32 | (uint32_t) lower.col_idx[e]);
            }
            for (int32_t e = upper.row_ptr[i] + lane; e < upper.row_ptr[i + 1]; e += LANES)
            {
               sum -= tsw_hash_mix((uint64_t) upper.col_idx[e] << 32 | (uint32_t) i);
            }
         }
         sum = tsw_sum_lanes<32>(sum);
         if (threadIdx.x % 32 == 0 && sum != 0)
         {
            atomicAdd(difference, sum);
         }
      });
}

/* A key for each edge: the later row in the upper 32 bits, the earlier row in the lower. */
trisweep_status make_keys(const tsw_graph *graph, bool transposed, cudaStream_t stream,
                          uint64_t *key)
{
   return each_row(graph->n_rows, stream, [=, g = *graph] __device__(int64_t i, int lane) {
      const int32_t end = i < g.n_rows ? g.row_ptr[i + 1] : 0;
      for (int32_t e = i < g.n_rows ? g.row_ptr[i] + lane : 0; e < end; e += LANES)
      {
         const uint64_t j = (uint32_t) g.col_idx[e];
         key[e] = transposed ? j << 32 | (uint64_t) i : (uint64_t) i << 32 | j;
      }
   });
}

/* Columns are distinct. Different sets of edges are taken for equal with probability 2^-64. */
trisweep_status is_symmetric(const tsw_graph *lower, const tsw_graph *upper, cudaStream_t stream,
                             bool *symmetric)
{
   TSW_SCRATCH_DEVICE unsigned long long *device = NULL;
   unsigned long long                     difference = lower->nnz != upper->nnz;
   if (!difference && lower->nnz > 0)
   {
      TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 1, "symmetry"));
      TSW_CUDA(cudaMemsetAsync(device, 0, sizeof *device, stream));
      TSW_TRY(add_hashes(lower, upper, stream, device));
      TSW_TRY(tsw_memory_read(&difference, device, sizeof difference, stream));
   }
   *symmetric = difference == 0;
   return TRISWEEP_OK;
}

/* Store the key of each edge once. all: entries of both triangles; nnz: number of edges. */
trisweep_status collect(const tsw_graph *lower, const tsw_graph *upper, int64_t all,
                        cudaStream_t stream, uint64_t *key, int64_t *nnz)
{
   TSW_SCRATCH_DEVICE uint64_t *sorted = NULL;
   TSW_SCRATCH_DEVICE int64_t  *count = NULL; /* number of distinct keys */
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &sorted, all, "edges"));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &count, 1, "edges"));
   TSW_TRY(make_keys(lower, false, stream, key));
   TSW_TRY(make_keys(upper, true, stream, key + lower->nnz));
   TSW_TRY(tsw_cub("edges", [=](void *storage, size_t &bytes) {
      return cub::DeviceRadixSort::SortKeys(storage, bytes, key, sorted, all, 0, 64, stream);
   }));
   TSW_TRY(tsw_cub("edges", [=](void *storage, size_t &bytes) {
      return cub::DeviceSelect::Unique(storage, bytes, sorted, key, count, all, stream);
   }));
   return tsw_memory_read(nnz, count, sizeof *nnz, stream);
}

} // namespace

trisweep_status tsw_sweep_graph_find(const tsw_graph *lower, const tsw_graph *upper, void *stream,
                                     tsw_memory *owner, tsw_sweep_graph *s)
{
   TSW_SCRATCH_DEVICE uint64_t *key = NULL;
   const cudaStream_t           cuda_stream = (cudaStream_t) stream;
   const int64_t                n = lower->n_rows;
   const int64_t                all = lower->nnz + upper->nnz;
   bool                         symmetric;
   int64_t                      nnz;
   *s = {};
   s->graph = *lower;
   TSW_TRY(is_symmetric(lower, upper, cuda_stream, &symmetric));
   if (symmetric)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &key, all, "edges"));
   TSW_TRY(collect(lower, upper, all, cuda_stream, key, &nnz));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->row_ptr, n + 1, "the sweep graph"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->col_idx, nnz, "the sweep graph"));
   TSW_TRY(tsw_find_starts(key, nnz, 32, n, s->row_ptr, stream));
   TSW_TRY(tsw_each(nnz, stream, [=, col_idx = s->col_idx] __device__(int64_t e) {
      col_idx[e] = (int32_t) (uint32_t) key[e];
   }));
   TSW_TRY(tsw_memory_wait(stream));
   s->graph = { n, nnz, s->row_ptr, s->col_idx, false };
   return TRISWEEP_OK;
}

void tsw_sweep_graph_free(tsw_memory *owner, tsw_sweep_graph *s)
{
   tsw_memory_free_device(owner, &s->row_ptr);
   tsw_memory_free_device(owner, &s->col_idx);
}
