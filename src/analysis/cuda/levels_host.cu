/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Levels of a device triangle found on the host: the pattern is copied there,
 * one of Li's loops runs there (2017, section 4.1), and the levels are copied
 * back. His setup on the CPU; kept for comparison with levels.cu.
 */
#include <string.h>

#include "analysis/cuda/graph.h"
#include "base/cuda_call.h"
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
   TSW_CUDA(cudaMemcpy(h->ptr, ptr, (size_t) (g->n_rows + 1) * sizeof(int32_t),
                       cudaMemcpyDeviceToHost));
   TSW_CUDA(cudaMemcpy(h->idx, idx, (size_t) g->nnz * sizeof(int32_t), cudaMemcpyDeviceToHost));
   return TRISWEEP_OK;
}

/* lev(i) = 1 + max lev(j) over the entries (i, j) of row i. */
void loop_over_rows(const tsw_graph *g, const host_copy *h)
{
   for (int64_t k = 0; k < g->n_rows; k++)
   {
      const int64_t i = g->upper ? g->n_rows - 1 - k : k;
      int32_t       level = 0;
      for (int32_t e = h->ptr[i]; e < h->ptr[i + 1]; e++)
      {
         const int32_t next = h->level[h->idx[e]] + 1;
         level = next > level ? next : level;
      }
      h->level[i] = level;
   }
}

/* lev(i) = max(lev(j) + 1, lev(i)) over the entries (i, j) of column j. */
void loop_over_columns(const tsw_graph *g, const host_copy *h)
{
   memset(h->level, 0, (size_t) g->n_rows * sizeof(int32_t));
   for (int64_t k = 0; k < g->n_rows; k++)
   {
      const int64_t j = g->upper ? g->n_rows - 1 - k : k;
      const int32_t next = h->level[j] + 1;
      for (int32_t e = h->ptr[j]; e < h->ptr[j + 1]; e++)
      {
         const int32_t i = h->idx[e];
         h->level[i] = next > h->level[i] ? next : h->level[i];
      }
   }
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
      status = TSW_CUDA_STATUS(cudaMemcpy(level, h.level, (size_t) g->n_rows * sizeof(int32_t),
                                          cudaMemcpyHostToDevice));
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
