/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Transposition by a stable sort of the entries by column; 20 bytes an entry of scratch memory. */
#include <cub/device/device_radix_sort.cuh>

#include "analysis/cuda/graph.h"
#include "base/cub_call.h"
#include "base/device/rows.cuh"
#include "base/device/search.cuh"

/* Store the number of its row for each entry. */
static trisweep_status spread_rows(const int32_t *row_ptr, int64_t n_rows, int32_t *row,
                                   void *stream)
{
   return tsw_rows::each_row(n_rows, stream, [=] __device__(int64_t i, int lane) {
      for (int32_t e = i < n_rows ? row_ptr[i] + lane : 0; i < n_rows && e < row_ptr[i + 1];
           e += tsw_rows::LANES)
      {
         row[e] = (int32_t) i;
      }
   });
}

trisweep_status tsw_graph_in_degrees(const tsw_graph_columns *columns, int64_t n_rows, int64_t nnz,
                                     void *stream, int32_t *degree)
{
   TSW_CUDA(cudaMemsetAsync(degree, 0, (size_t) n_rows * sizeof(int32_t), (cudaStream_t) stream));
   const int32_t *row_idx = columns->row_idx;
   return tsw_each(nnz, stream, [=] __device__(int64_t e) { atomicAdd(&degree[row_idx[e]], 1); });
}

trisweep_status tsw_graph_transpose(const tsw_graph *g, void *stream, tsw_memory *owner,
                                    tsw_graph_columns *c)
{
   TSW_SCRATCH_DEVICE int32_t *words = NULL;
   const cudaStream_t          cuda_stream = (cudaStream_t) stream;
   const int64_t               nnz = g->nnz;
   const int                   bits = tsw_bits_of(g->n_rows);
   *c = {};
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &c->col_ptr, g->n_rows + 1, "column pointers"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &c->row_idx, nnz, "rows of the columns"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &c->entry, nnz, "entries of the columns"));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &words, 4 * nnz, "transposition"));
   int32_t *row = words;         /* row of each entry */
   int32_t *key = row + nnz;     /* columns in the input order of the sort */
   int32_t *sorted = key + nnz;  /* sorted columns */
   int32_t *item = sorted + nnz; /* entries in the input order of the sort */
   if (nnz > 0)
   {
      TSW_TRY(spread_rows(g->row_ptr, g->n_rows, row, stream));
      /* An upper triangle is sorted from its end, so that later rows come first. */
      TSW_TRY(tsw_each(nnz, stream, [=, a = *g] __device__(int64_t k) {
         const int64_t e = a.upper ? nnz - 1 - k : k;
         key[k] = a.col_idx[e];
         item[k] = (int32_t) e;
      }));
      TSW_TRY(tsw_cub("transposition", [=](void *storage, size_t &bytes) {
         return cub::DeviceRadixSort::SortPairs(storage, bytes, key, sorted, item, c->entry, nnz, 0,
                                                bits, cuda_stream);
      }));
      TSW_TRY(
         tsw_each(nnz, stream, [=, entry = c->entry, row_idx = c->row_idx] __device__(int64_t k) {
            row_idx[k] = row[entry[k]];
         }));
   }
   TSW_TRY(tsw_find_starts(sorted, nnz, 0, g->n_rows, c->col_ptr, stream));
   return TSW_CUDA_STATUS(cudaStreamSynchronize(cuda_stream));
}

void tsw_graph_columns_free(tsw_memory *owner, tsw_graph_columns *columns)
{
   tsw_memory_free_device(owner, &columns->col_ptr);
   tsw_memory_free_device(owner, &columns->row_idx);
   tsw_memory_free_device(owner, &columns->entry);
}
