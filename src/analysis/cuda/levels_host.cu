/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels of a device triangle found on the host: the pattern is copied there,
 * one of Li's loops runs there (2017, section 4.1), and the levels are copied
 * back. His setup on the CPU; kept for comparison with levels.cu.
 */
#include "analysis/cuda/graph.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"

namespace
{

/* A triangle by rows or by columns in host memory. */
struct host_copy
{
   int32_t *ptr;
   int32_t *idx;
   int32_t *level;
};

trisweep_status fetch(const tsw_graph *g, const int32_t *ptr, const int32_t *idx, host_copy *h)
{
   TSW_TRY(tsw_memory_alloc(NULL, &h->ptr, g->n_rows + 1, sizeof(int32_t), "levels"));
   TSW_TRY(tsw_memory_alloc(NULL, &h->idx, g->nnz, sizeof(int32_t), "levels"));
   TSW_TRY(tsw_memory_alloc(NULL, &h->level, g->n_rows, sizeof(int32_t), "levels"));
   TSW_TRY(tsw_memory_copy(h->ptr, ptr, (size_t) (g->n_rows + 1) * sizeof(int32_t)));
   TSW_TRY(tsw_memory_copy(h->idx, idx, (size_t) g->nnz * sizeof(int32_t)));
   return TRISWEEP_OK;
}

void loop_over_rows(const tsw_graph *g, const host_copy *h)
{
   const tsw_graph here = { g->n_rows, g->nnz, h->ptr, h->idx, g->upper };
   tsw_graph_level_by_rows(&here, h->level);
}

void loop_over_columns(const tsw_graph *g, const host_copy *h)
{
   const tsw_graph_columns here = { h->ptr, h->idx, NULL };
   tsw_graph_level_by_columns(g, &here, h->level);
}

trisweep_status find(const tsw_graph *g, const int32_t *ptr, const int32_t *idx,
                     void (*loop)(const tsw_graph *, const host_copy *), void *stream,
                     int32_t *level)
{
   host_copy h = {};
   TSW_CUDA(cudaStreamSynchronize((cudaStream_t) stream));
   trisweep_status status = fetch(g, ptr, idx, &h);
   if (status == TRISWEEP_OK)
   {
      loop(g, &h);
      status = tsw_memory_copy(level, h.level, (size_t) g->n_rows * sizeof(int32_t));
   }
   tsw_memory_free(NULL, &h.ptr);
   tsw_memory_free(NULL, &h.idx);
   tsw_memory_free(NULL, &h.level);
   return status;
}

} // namespace

trisweep_status tsw_graph_level_host_rows(const tsw_graph *g, void *stream, int32_t *level)
{
   return find(g, g->row_ptr, g->col_idx, loop_over_rows, stream, level);
}

trisweep_status tsw_graph_level_host_columns(const tsw_graph *g, const tsw_graph_columns *columns,
                                             void *stream, int32_t *level)
{
   return find(g, columns->col_ptr, columns->row_idx, loop_over_columns, stream, level);
}
