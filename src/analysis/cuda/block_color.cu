/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Blocks by two scans over the rows, their order by a scan over the coloured blocks. */
#include "analysis/block_color.h"

#include <string.h>

#include <cub/device/device_scan.cuh>

#include "analysis/color.h"
#include "analysis/mapped.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"

namespace
{

constexpr int BLOCK = 256;
constexpr int LANES = 8; /* of a row */

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

/* run [n]: a row that is not coupled to the one before it starts a run; 0 for others. */
__global__ void __launch_bounds__(BLOCK) find_runs(tsw_graph g, int32_t *run)
{
   const int64_t i = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int     lane = (int) (threadIdx.x % LANES);
   bool          follows = false;
   if (i < g.n_rows)
   {
      for (int32_t e = g.row_ptr[i] + lane; e < g.row_ptr[i + 1]; e += LANES)
      {
         follows = follows || g.col_idx[e] == i - 1;
      }
   }
   const unsigned mine = ((1u << LANES) - 1) << (threadIdx.x % 32 / LANES * LANES);
   const unsigned found = __ballot_sync(0xffffffffu, follows) & mine;
   if (i < g.n_rows && lane == 0)
   {
      run[i] = found ? 0 : (int32_t) i;
   }
}

/* run [n] is where the run of each row starts. */
__global__ void __launch_bounds__(BLOCK) cut_runs(const int32_t *run, int64_t n, int32_t most,
                                                  int32_t *starts)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      starts[i] = (i - run[i]) % most == 0;
   }
}

/* number [n] counts the starts up to each row. */
__global__ void __launch_bounds__(BLOCK) number_blocks(const int32_t *number, int64_t n,
                                                       int32_t *block, int32_t *first)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      block[i] = number[i] - 1;
      if (i == 0 || number[i] != number[i - 1])
      {
         first[number[i] - 1] = (int32_t) i;
      }
   }
   if (i == n - 1)
   {
      first[number[i]] = (int32_t) n;
   }
}

__global__ void __launch_bounds__(BLOCK) measure_blocks(const int32_t *order, const int32_t *first,
                                                        int64_t n_blocks, int32_t *size)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n_blocks)
   {
      size[k] = first[order[k] + 1] - first[order[k]];
   }
}

/* start [n_blocks]: the place of the first row of each block in the order. */
__global__ void __launch_bounds__(BLOCK) place_rows(const int32_t *order, const int32_t *first,
                                                    const int32_t *start, int64_t n_blocks,
                                                    int32_t *place)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n_blocks)
   {
      const int32_t row = first[order[k]];
      const int32_t end = first[order[k] + 1];
      for (int32_t i = row; i < end; i++)
      {
         place[i] = start[k] + i - row;
      }
   }
}

__global__ void __launch_bounds__(BLOCK) gather_levels(const int32_t *by_place,
                                                       const int32_t *place, int64_t n,
                                                       int32_t *level)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      level[i] = by_place[place[i]];
   }
}

struct scratch
{
   int32_t         *block; /* [n] of each row; blocks are ascending runs of rows */
   int32_t         *first; /* [n + 1] row of each block */
   int32_t         *a;     /* [n], [n] of one step or another */
   int32_t         *b;
   int32_t         *place; /* [n] of each row in the order */
   void            *work;
   int64_t          work_bytes;
   tsw_mapped       blocks;
   tsw_graph_levels colors; /* of the blocks */
   tsw_mapped       rows;
};

trisweep_status alloc_scratch(int64_t n, cudaStream_t stream, scratch *s)
{
   size_t scan[2] = {};
   TSW_CUDA(cub::DeviceScan::InclusiveScan(NULL, scan[0], s->a, s->b, maximum{}, n, stream));
   TSW_CUDA(cub::DeviceScan::InclusiveSum(NULL, scan[1], s->a, s->b, n, stream));
   s->work_bytes = (int64_t) (scan[0] > scan[1] ? scan[0] : scan[1]);
   TSW_TRY(tsw_memory_alloc_device(NULL, &s->work, s->work_bytes, 1, "the blocks of rows"));
   int32_t **arrays[] = { &s->block, &s->first, &s->a, &s->b, &s->place };
   for (int32_t **array : arrays)
   {
      TSW_TRY(tsw_memory_alloc_device(NULL, array, n + 1, sizeof(int32_t), "the blocks of rows"));
   }
   return TRISWEEP_OK;
}

trisweep_status find_blocks(const tsw_graph *g, int32_t most, cudaStream_t stream, scratch *s,
                            int64_t *n_blocks)
{
   const int64_t n = g->n_rows;
   size_t        bytes = (size_t) s->work_bytes;
   int32_t       last;
   find_runs<<<blocks(n * LANES), BLOCK, 0, stream>>>(*g, s->a);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cub::DeviceScan::InclusiveScan(s->work, bytes, s->a, s->b, maximum{}, n, stream));
   cut_runs<<<blocks(n), BLOCK, 0, stream>>>(s->b, n, most, s->a);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cub::DeviceScan::InclusiveSum(s->work, bytes, s->a, s->b, n, stream));
   number_blocks<<<blocks(n), BLOCK, 0, stream>>>(s->b, n, s->block, s->first);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cudaMemcpyAsync(&last, s->b + n - 1, sizeof last, cudaMemcpyDeviceToHost, stream));
   TSW_CUDA(cudaStreamSynchronize(stream));
   *n_blocks = last;
   return TRISWEEP_OK;
}

/* The place of each row: by colour, block, and row. */
trisweep_status order_rows(const tsw_graph *g, int64_t n_blocks, cudaStream_t stream, scratch *s)
{
   size_t bytes = (size_t) s->work_bytes;
   TSW_TRY(tsw_mapped_device(g, s->block, n_blocks, stream, NULL, &s->blocks));
   TSW_TRY(tsw_color_device(&s->blocks.graph, stream, NULL, s->a, &s->colors));
   measure_blocks<<<blocks(n_blocks), BLOCK, 0, stream>>>(s->colors.order, s->first, n_blocks,
                                                          s->a);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cub::DeviceScan::ExclusiveSum(s->work, bytes, s->a, s->b, n_blocks, stream));
   place_rows<<<blocks(n_blocks), BLOCK, 0, stream>>>(s->colors.order, s->first, s->b, n_blocks,
                                                      s->place);
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

trisweep_status find_levels(const tsw_graph *g, int32_t most, cudaStream_t stream, scratch *s,
                            int32_t *level)
{
   int64_t n_blocks;
   TSW_TRY(alloc_scratch(g->n_rows, stream, s));
   TSW_TRY(find_blocks(g, most, stream, s, &n_blocks));
   TSW_TRY(order_rows(g, n_blocks, stream, s));
   TSW_TRY(tsw_mapped_device(g, s->place, g->n_rows, stream, NULL, &s->rows));
   TSW_TRY(tsw_graph_level_rows(&s->rows.graph, stream, s->a));
   gather_levels<<<blocks(g->n_rows), BLOCK, 0, stream>>>(s->a, s->place, g->n_rows, level);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(cudaStreamSynchronize(stream));
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_block_color_device(const tsw_graph *g, int32_t most, void *stream,
                                       tsw_memory *owner, int32_t *level,
                                       tsw_graph_levels *levels)
{
   scratch         s = {};
   trisweep_status status = TRISWEEP_OK;
   memset(levels, 0, sizeof *levels);
   if (g->n_rows > 0)
   {
      status = find_levels(g, most, (cudaStream_t) stream, &s, level);
   }
   int32_t **arrays[] = { &s.block, &s.first, &s.a, &s.b, &s.place };
   for (int32_t **array : arrays)
   {
      tsw_memory_free_device(NULL, array);
   }
   tsw_memory_free_device(NULL, &s.work);
   tsw_mapped_device_free(NULL, &s.blocks);
   tsw_mapped_device_free(NULL, &s.rows);
   tsw_graph_levels_free(NULL, &s.colors);
   return status == TRISWEEP_OK ? tsw_graph_levels_sort(g, level, stream, owner, levels) : status;
}
