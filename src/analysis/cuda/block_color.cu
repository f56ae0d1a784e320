/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Blocks by a sort and two scans over the rows, their order by one over the coloured blocks. */
#include "analysis/block_color.h"

#include <string.h>

#include <cub/device/device_radix_sort.cuh>
#include <cub/device/device_scan.cuh>

#include "analysis/aggregates.h"
#include "analysis/color.h"
#include "analysis/cuda/count_up.cuh"
#include "analysis/mapped.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"

namespace
{

constexpr int BLOCK = 256;
constexpr int ALL_BITS = 32;

unsigned blocks(int64_t n)
{
   return (unsigned) ((n + BLOCK - 1) / BLOCK);
}

struct maximum
{
   __device__ int32_t operator()(int32_t a, int32_t b) const
   {
      return max(a, b);
   }
};

/* start [n]: the place itself where an aggregate starts, 0 for others. */
__global__ void __launch_bounds__(BLOCK)
   find_starts(const int32_t *sorted, int64_t n, int32_t *start)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n)
   {
      start[k] = k > 0 && sorted[k] != sorted[k - 1] ? (int32_t) k : 0;
   }
}

/* start [n]: where the aggregate of each place starts; cut [n]: does a block? */
__global__ void __launch_bounds__(BLOCK)
   cut_aggregates(const int32_t *start, int64_t n, int32_t most, int32_t *cut)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n)
   {
      cut[k] = (k - start[k]) % most == 0;
   }
}

/* number [n] counts the cuts up to each place. */
__global__ void __launch_bounds__(BLOCK) number_blocks(const int32_t *number, const int32_t *rows,
                                                       int64_t n, int32_t *block, int32_t *first)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n)
   {
      block[rows[k]] = number[k] - 1;
      if (k == 0 || number[k] != number[k - 1])
      {
         first[number[k] - 1] = (int32_t) k;
      }
   }
   if (k == n - 1)
   {
      first[number[k]] = (int32_t) n;
   }
}

__global__ void __launch_bounds__(BLOCK)
   measure_blocks(const int32_t *order, const int32_t *first, int64_t n_blocks, int32_t *size)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n_blocks)
   {
      size[k] = first[order[k] + 1] - first[order[k]];
   }
}

/* start [n_blocks]: the place of the first row of each block in the order. */
__global__ void __launch_bounds__(BLOCK)
   place_rows(const int32_t *order, const int32_t *first, const int32_t *rows, const int32_t *start,
              int64_t n_blocks, int32_t *place)
{
   const int64_t b = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (b < n_blocks)
   {
      const int32_t begin = first[order[b]];
      const int32_t end = first[order[b] + 1];
      for (int32_t k = begin; k < end; k++)
      {
         place[rows[k]] = start[b] + k - begin;
      }
   }
}

__global__ void __launch_bounds__(BLOCK)
   gather_levels(const int32_t *by_place, const int32_t *place, int64_t n, int32_t *level)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      level[i] = by_place[place[i]];
   }
}

struct scratch
{
   int32_t         *block; /* [n] aggregate of each row, then its block */
   int32_t         *rows;  /* [n] by block */
   int32_t         *first; /* [n + 1] where the rows of each block start */
   int32_t         *place; /* [n] of each row in the order */
   int32_t         *a;     /* [n], [n] of one step or another */
   int32_t         *b;
   void            *work;
   size_t           work_bytes;
   tsw_mapped       blocks;
   tsw_graph_levels colors; /* of the blocks */
   tsw_mapped       places;
};

int32_t **arrays_of(scratch *s, int k)
{
   int32_t **arrays[] = { &s->block, &s->rows, &s->first, &s->place, &s->a, &s->b };
   return k < (int) (sizeof arrays / sizeof arrays[0]) ? arrays[k] : NULL;
}

trisweep_status alloc_scratch(int64_t n, cudaStream_t stream, scratch *s)
{
   size_t bytes[3] = {};
   TSW_CUDA(cub::DeviceScan::InclusiveScan(NULL, bytes[0], s->a, s->b, maximum{}, n, stream));
   TSW_CUDA(cub::DeviceScan::InclusiveSum(NULL, bytes[1], s->a, s->b, n, stream));
   TSW_CUDA(cub::DeviceRadixSort::SortPairs(NULL, bytes[2], s->block, s->a, s->b, s->rows, n, 0,
                                            ALL_BITS, stream));
   for (const size_t wanted : bytes)
   {
      s->work_bytes = wanted > s->work_bytes ? wanted : s->work_bytes;
   }
   TSW_TRY(tsw_memory_alloc_device(NULL, &s->work, (int64_t) s->work_bytes, 1, "the blocks"));
   for (int k = 0; arrays_of(s, k); k++)
   {
      TSW_TRY(tsw_memory_alloc_device(NULL, arrays_of(s, k), n + 1, sizeof(int32_t),
                                      "the blocks of rows"));
   }
   return TRISWEEP_OK;
}

/* Rows by aggregate, and where each aggregate starts (in a). */
trisweep_status sort_rows(int64_t n, cudaStream_t stream, scratch *s)
{
   TSW_TRY(tsw_count_up(n, s->b, stream));
   TSW_CUDA(cub::DeviceRadixSort::SortPairs(s->work, s->work_bytes, s->block, s->a, s->b, s->rows,
                                            n, 0, ALL_BITS, stream));
   find_starts<<<blocks(n), BLOCK, 0, stream>>>(s->a, n, s->b);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(
      cub::DeviceScan::InclusiveScan(s->work, s->work_bytes, s->b, s->a, maximum{}, n, stream));
   return TRISWEEP_OK;
}

trisweep_status find_blocks(const tsw_graph *g, int32_t most, cudaStream_t stream, scratch *s,
                            int32_t *n_blocks)
{
   const int64_t n = g->n_rows;
   TSW_TRY(tsw_aggregates_device(g, most, stream, s->block, n_blocks));
   TSW_TRY(sort_rows(n, stream, s));
   cut_aggregates<<<blocks(n), BLOCK, 0, stream>>>(s->a, n, most, s->b);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cub::DeviceScan::InclusiveSum(s->work, s->work_bytes, s->b, s->a, n, stream));
   number_blocks<<<blocks(n), BLOCK, 0, stream>>>(s->a, s->rows, n, s->block, s->first);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_read(n_blocks, s->a + n - 1, sizeof *n_blocks, stream);
}

/* The place of each row: by colour, block, and row. */
trisweep_status order_rows(const tsw_graph *g, int64_t n_blocks, cudaStream_t stream, scratch *s)
{
   TSW_TRY(tsw_mapped_device(g, s->block, n_blocks, stream, NULL, &s->blocks));
   TSW_TRY(tsw_color_device(&s->blocks.graph, 0, stream, NULL, s->a, &s->colors));
   measure_blocks<<<blocks(n_blocks), BLOCK, 0, stream>>>(s->colors.order, s->first, n_blocks,
                                                          s->a);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cub::DeviceScan::ExclusiveSum(s->work, s->work_bytes, s->a, s->b, n_blocks, stream));
   place_rows<<<blocks(n_blocks), BLOCK, 0, stream>>>(s->colors.order, s->first, s->rows, s->b,
                                                      n_blocks, s->place);
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

trisweep_status find_levels(const tsw_graph *g, int32_t most, cudaStream_t stream, scratch *s,
                            int32_t *level)
{
   int32_t n_blocks;
   TSW_TRY(alloc_scratch(g->n_rows, stream, s));
   TSW_TRY(find_blocks(g, most, stream, s, &n_blocks));
   TSW_TRY(order_rows(g, n_blocks, stream, s));
   TSW_TRY(tsw_mapped_device(g, s->place, g->n_rows, stream, NULL, &s->places));
   TSW_TRY(tsw_graph_level_rows(&s->places.graph, stream, s->a));
   gather_levels<<<blocks(g->n_rows), BLOCK, 0, stream>>>(s->a, s->place, g->n_rows, level);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cudaStreamSynchronize(stream));
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_block_color_device(const tsw_graph *g, int32_t most, void *stream,
                                       tsw_memory *owner, int32_t *level, tsw_graph_levels *levels)
{
   scratch         s = {};
   trisweep_status status = TRISWEEP_OK;
   memset(levels, 0, sizeof *levels);
   if (g->n_rows > 0)
   {
      status = find_levels(g, most, (cudaStream_t) stream, &s, level);
   }
   for (int k = 0; arrays_of(&s, k); k++)
   {
      tsw_memory_free_device(NULL, arrays_of(&s, k));
   }
   tsw_memory_free_device(NULL, &s.work);
   tsw_mapped_device_free(NULL, &s.blocks);
   tsw_mapped_device_free(NULL, &s.places);
   tsw_graph_levels_free(NULL, &s.colors);
   return status == TRISWEEP_OK ? tsw_graph_levels_sort(g, level, stream, owner, levels) : status;
}
