/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Roots by one kernel in which rows wait for earlier ones; the rest is done by all rows at once. */
#include "analysis/aggregates.h"

#include <string.h>

#include <cub/device/device_scan.cuh>

#include "analysis/cuda/count_up.cuh"
#include "analysis/cuda/pull.cuh"
#include "analysis/mapped.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"

namespace
{

constexpr int BLOCK = 256;

unsigned blocks(int64_t n)
{
   return (unsigned) ((n + BLOCK - 1) / BLOCK);
}

/* 1 for a root. */
struct tsw_root_fold
{
   int32_t roots; /* among the earlier neighbours; more than 0 or not */

   __device__ void add(int32_t number, int32_t, const tsw_pull::numbers &)
   {
      roots |= number;
   }

   __device__ void join(const tsw_root_fold &other)
   {
      roots |= other.roots;
   }

   __device__ void gather()
   {
      roots = __reduce_max_sync(tsw_pull::ALL, roots);
   }

   __device__ int32_t result(const tsw_graph &g, int32_t i, const tsw_pull::numbers &n) const
   {
      (void) g;
      (void) i;
      (void) n;
      return roots == 0;
   }
};

/* counted [n]: roots up to each row, which have one number less. */
__global__ void __launch_bounds__(BLOCK)
   join_roots(tsw_graph g, const int32_t *root, const int32_t *counted, int32_t *part)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i >= g.n_rows)
   {
      return;
   }
   int32_t first = root[i] ? counted[i] - 1 : INT32_MAX;
   for (int32_t e = g.row_ptr[i]; e < g.row_ptr[i + 1] && !root[i]; e++)
   {
      const int32_t j = g.col_idx[e];
      first = root[j] ? min(first, counted[j] - 1) : first;
   }
   part[i] = first;
}

__global__ void __launch_bounds__(BLOCK) follow(const int32_t *part, int64_t n, int32_t *aggregate)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      aggregate[i] = part[aggregate[i]];
   }
}

struct scratch
{
   int32_t   *root;
   int32_t   *counted;
   int32_t   *part;
   void      *work;
   size_t     work_bytes;
   tsw_mapped parts;
};

trisweep_status alloc_scratch(int64_t n, cudaStream_t stream, scratch *s)
{
   TSW_CUDA(cub::DeviceScan::InclusiveSum(NULL, s->work_bytes, s->root, s->counted, n, stream));
   TSW_TRY(tsw_memory_alloc_device(NULL, &s->work, (int64_t) s->work_bytes, 1, "the aggregates"));
   int32_t **arrays[] = { &s->root, &s->counted, &s->part };
   for (int32_t **array : arrays)
   {
      TSW_TRY(tsw_memory_alloc_device(NULL, array, n, sizeof(int32_t), "the aggregates"));
   }
   return TRISWEEP_OK;
}

/* One round over a graph: the part that each of its rows joins. */
trisweep_status find_parts(const tsw_graph *g, cudaStream_t stream, scratch *s, int32_t *n_parts)
{
   const int64_t n = g->n_rows;
   TSW_TRY(tsw_pull::run<tsw_root_fold>(g, stream, s->root));
   TSW_CUDA(cub::DeviceScan::InclusiveSum(s->work, s->work_bytes, s->root, s->counted, n, stream));
   join_roots<<<blocks(n), BLOCK, 0, stream>>>(*g, s->root, s->counted, s->part);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_read(n_parts, s->counted + n - 1, sizeof *n_parts, stream);
}

/* The graph of the parts in place of that of what they are made of. */
trisweep_status go_to_parts(const tsw_graph *g, int32_t n_parts, cudaStream_t stream, scratch *s)
{
   tsw_mapped            parts;
   const trisweep_status status = tsw_mapped_device(g, s->part, n_parts, stream, NULL, &parts);
   tsw_mapped_device_free(NULL, &s->parts);
   s->parts = parts;
   return status;
}

trisweep_status merge(const tsw_graph *g, int32_t wanted, cudaStream_t stream, scratch *s,
                      int32_t *aggregate, int32_t *n_aggregates)
{
   const int64_t n = g->n_rows;
   int64_t       before = n + 1;
   TSW_TRY(alloc_scratch(n, stream, s));
   TSW_TRY(tsw_count_up(n, aggregate, stream));
   TSW_CUDA(cudaStreamSynchronize(stream));
   for (int round = 0; tsw_aggregates_go_on(n, wanted, before, *n_aggregates); round++)
   {
      if (round > 0)
      {
         TSW_TRY(go_to_parts(round == 1 ? g : &s->parts.graph, *n_aggregates, stream, s));
      }
      before = *n_aggregates;
      TSW_TRY(find_parts(round == 0 ? g : &s->parts.graph, stream, s, n_aggregates));
      follow<<<blocks(n), BLOCK, 0, stream>>>(s->part, n, aggregate);
      TSW_CUDA(cudaGetLastError());
      TSW_CUDA(cudaStreamSynchronize(stream));
   }
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_aggregates_device(const tsw_graph *g, int32_t wanted, void *stream,
                                      int32_t *aggregate, int32_t *n_aggregates)
{
   const int64_t n = g->n_rows;
   scratch       s = {};
   *n_aggregates = (int32_t) n;
   if (n == 0)
   {
      return TRISWEEP_OK;
   }
   const trisweep_status status =
      merge(g, wanted, (cudaStream_t) stream, &s, aggregate, n_aggregates);
   tsw_memory_free_device(NULL, &s.root);
   tsw_memory_free_device(NULL, &s.counted);
   tsw_memory_free_device(NULL, &s.part);
   tsw_memory_free_device(NULL, &s.work);
   tsw_mapped_device_free(NULL, &s.parts);
   return status;
}
