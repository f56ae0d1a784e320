/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Transposition by a stable sort of the entries by column; 20 bytes an entry of scratch memory. */
#include <cub/device/device_radix_sort.cuh>

#include "analysis/cuda/graph.h"
#include "base/cub_call.h"
#include "base/device/search.cuh"

namespace {

constexpr int BLOCK = 256;

/* A warp stores the number of its row for each entry of the row. */
__global__ void __launch_bounds__(BLOCK)
   spread_rows(const int32_t *row_ptr, int64_t n_rows, int32_t *row)
{
   const int64_t i = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   if (i < n_rows)
   {
      for (int32_t e = row_ptr[i] + (int32_t) (threadIdx.x % 32); e < row_ptr[i + 1]; e += 32)
      {
         row[e] = (int32_t) i;
      }
   }
}

/* The sort gets the entries of an upper triangle in reverse, so that later rows come first. */
__global__ void __launch_bounds__(BLOCK) make_pairs(tsw_graph g, int32_t *key, int32_t *item)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < g.nnz)
   {
      const int64_t e = g.upper ? g.nnz - 1 - k : k;
      key[k] = g.col_idx[e];
      item[k] = (int32_t) e;
   }
}

/* Column c starts at the first sorted key that is not below c. */
__global__ void __launch_bounds__(BLOCK)
   find_starts(const int32_t *sorted, int64_t nnz, int64_t n_rows, int32_t *col_ptr)
{
   const int64_t c = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (c <= n_rows)
   {
      col_ptr[c] = (int32_t) tsw_first((int64_t) 0, nnz, [=](int64_t k) { return sorted[k] < c; });
   }
}

__global__ void __launch_bounds__(BLOCK)
   pick_rows(const int32_t *entry, const int32_t *row, int64_t nnz, int32_t *row_idx)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < nnz)
   {
      row_idx[k] = row[entry[k]];
   }
}

__global__ void __launch_bounds__(BLOCK)
   count_entries(const int32_t *row_idx, int64_t nnz, int32_t *degree)
{
   const int64_t e = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (e < nnz)
   {
      atomicAdd(&degree[row_idx[e]], 1);
   }
}

} // namespace

trisweep_status tsw_graph_in_degrees(const tsw_graph_columns *columns, int64_t n_rows, int64_t nnz,
                                     void *stream, int32_t *degree)
{
   const cudaStream_t s = (cudaStream_t) stream;
   TSW_CUDA(cudaMemsetAsync(degree, 0, (size_t) n_rows * sizeof(int32_t), s));
   if (nnz > 0)
   {
      count_entries<<<tsw_blocks(nnz, BLOCK), BLOCK, 0, s>>>(columns->row_idx, nnz, degree);
   }
   return TSW_CUDA_STATUS(cudaGetLastError());
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
      spread_rows<<<tsw_blocks(32 * g->n_rows, BLOCK), BLOCK, 0, cuda_stream>>>(g->row_ptr,
                                                                                g->n_rows, row);
      make_pairs<<<tsw_blocks(nnz, BLOCK), BLOCK, 0, cuda_stream>>>(*g, key, item);
      TSW_CUDA(cudaGetLastError());
      TSW_TRY(tsw_cub("transposition", [=](void *storage, size_t &bytes) {
         return cub::DeviceRadixSort::SortPairs(storage, bytes, key, sorted, item, c->entry, nnz, 0,
                                                bits, cuda_stream);
      }));
      pick_rows<<<tsw_blocks(nnz, BLOCK), BLOCK, 0, cuda_stream>>>(c->entry, row, nnz, c->row_idx);
   }
   find_starts<<<tsw_blocks(g->n_rows + 1, BLOCK), BLOCK, 0, cuda_stream>>>(sorted, nnz, g->n_rows,
                                                                            c->col_ptr);
   TSW_CUDA(cudaGetLastError());
   return TSW_CUDA_STATUS(cudaStreamSynchronize(cuda_stream));
}

void tsw_graph_columns_free(tsw_memory *owner, tsw_graph_columns *columns)
{
   tsw_memory_free_device(owner, &columns->col_ptr);
   tsw_memory_free_device(owner, &columns->row_idx);
   tsw_memory_free_device(owner, &columns->entry);
}
