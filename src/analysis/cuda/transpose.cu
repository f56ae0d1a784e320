/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Transposition by a stable sort of the entries by column; 20 bytes an entry of scratch memory. */
#include <cub/device/device_radix_sort.cuh>

#include "analysis/cuda/graph.h"
#include "base/cuda_call.h"
#include "base/device/search.cuh"
#include "base/memory_cuda.h"

namespace {

constexpr int BLOCK = 256;

/* The first four are parts of one allocation. */
struct scratch
{
   int32_t *row;    /* row of each entry */
   int32_t *key;    /* columns in the input order of the sort */
   int32_t *sorted; /* sorted columns */
   int32_t *item;   /* entries in the input order of the sort */
   void    *work;
};

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

trisweep_status transpose(const tsw_graph *g, cudaStream_t stream, scratch *s, tsw_graph_columns *c)
{
   size_t    bytes = 0;
   const int bits = tsw_bits_of(g->n_rows);
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &s->row, 4 * g->nnz, "transposition"));
   s->key = s->row + g->nnz;
   s->sorted = s->key + g->nnz;
   s->item = s->sorted + g->nnz;
   TSW_CUDA(cub::DeviceRadixSort::SortPairs(NULL, bytes, s->key, s->sorted, s->item, c->entry,
                                            g->nnz, 0, bits, stream));
   TSW_TRY(tsw_memory_alloc_device(NULL, &s->work, (int64_t) bytes, 1, "transposition"));
   if (g->nnz > 0)
   {
      spread_rows<<<tsw_blocks(32 * g->n_rows, BLOCK), BLOCK, 0, stream>>>(g->row_ptr, g->n_rows,
                                                                           s->row);
      make_pairs<<<tsw_blocks(g->nnz, BLOCK), BLOCK, 0, stream>>>(*g, s->key, s->item);
      TSW_CUDA(cudaGetLastError());
      TSW_CUDA(cub::DeviceRadixSort::SortPairs(s->work, bytes, s->key, s->sorted, s->item, c->entry,
                                               g->nnz, 0, bits, stream));
      pick_rows<<<tsw_blocks(g->nnz, BLOCK), BLOCK, 0, stream>>>(c->entry, s->row, g->nnz,
                                                                 c->row_idx);
   }
   find_starts<<<tsw_blocks(g->n_rows + 1, BLOCK), BLOCK, 0, stream>>>(s->sorted, g->nnz, g->n_rows,
                                                                       c->col_ptr);
   TSW_CUDA(cudaGetLastError());
   return TSW_CUDA_STATUS(cudaStreamSynchronize(stream));
}

} // namespace

trisweep_status tsw_graph_transpose(const tsw_graph *g, void *stream, tsw_memory *owner,
                                    tsw_graph_columns *columns)
{
   scratch s = {};
   *columns = {};
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &columns->col_ptr, g->n_rows + 1, "column pointers"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &columns->row_idx, g->nnz, "rows of the columns"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &columns->entry, g->nnz, "entries of the columns"));
   const trisweep_status status = transpose(g, (cudaStream_t) stream, &s, columns);
   tsw_memory_free_device(NULL, &s.row);
   tsw_memory_free_device(NULL, &s.work);
   return status;
}

void tsw_graph_columns_free(tsw_memory *owner, tsw_graph_columns *columns)
{
   tsw_memory_free_device(owner, &columns->col_ptr);
   tsw_memory_free_device(owner, &columns->row_idx);
   tsw_memory_free_device(owner, &columns->entry);
}
