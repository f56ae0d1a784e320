/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/triangles.h"

#include "base/device/each.cuh"
#include "base/memory_cuda.h"
#include "kernels/cuda/published/level_sets.h"

namespace {

constexpr int TICKET_WORDS = 32; /* keeps the ticket on a cache line of its own */

trisweep_status find_data(const tsw_graph *g, int needs, const tsw_analysis *analysis, void *stream,
                          tsw_memory *owner, tsw_triangle_data *data)
{
   const tsw_graph_columns *columns = NULL;
   if (needs & (TSW_NEED_COLUMNS | TSW_NEED_COLUMN_VALUES))
   {
      TSW_TRY(tsw_graph_transpose(g, stream, owner, &data->columns));
      columns = &data->columns;
   }
   if (needs & TSW_NEED_LEVELS)
   {
      TSW_TRY(tsw_level_sets_by(analysis->level_method, g, columns, stream, owner, &data->levels));
   }
   if (needs & TSW_NEED_COLUMN_VALUES)
   {
      return TSW_ALLOC_DEVICE(owner, &data->val, g->nnz, "values of the columns");
   }
   tsw_memory_free_device(owner, &data->columns.entry);
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_triangles_find(const tsw_packed *p, int needs, const tsw_analysis *analysis,
                                   void *stream, tsw_memory *owner, tsw_triangles *t)
{
   *t = {};
   for (int upper = 0; upper < 2; upper++)
   {
      const tsw_graph g = tsw_packed_graph(p, upper != 0);
      TSW_TRY(find_data(&g, needs, analysis, stream, owner, &t->triangle[upper]));
   }
   if (needs & TSW_NEED_WORDS)
   {
      TSW_TRY(
         TSW_ALLOC_DEVICE(owner, &t->ticket, TICKET_WORDS + p->n_rows, "the words of the rows"));
      t->word = t->ticket + TICKET_WORDS;
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_gather_values(const double *from, const int32_t *entry, int64_t n, double *to,
                                  void *stream)
{
   return tsw_each(n, stream, [=] __device__(int64_t k) { to[k] = from[entry[k]]; });
}

trisweep_status tsw_triangles_load(const tsw_triangles *t, const tsw_packed *p, void *stream)
{
   for (int upper = 0; upper < 2; upper++)
   {
      const tsw_triangle_data *data = &t->triangle[upper];
      if (data->val)
      {
         TSW_TRY(tsw_gather_values(tsw_triangle_rows(p, upper != 0).val, data->columns.entry,
                                   p->n_entries[upper], data->val, stream));
      }
   }
   return TRISWEEP_OK;
}

void tsw_triangles_free(tsw_memory *owner, tsw_triangles *t)
{
   for (int upper = 0; upper < 2; upper++)
   {
      tsw_graph_levels_free(owner, &t->triangle[upper].levels);
      tsw_graph_columns_free(owner, &t->triangle[upper].columns);
      tsw_memory_free_device(owner, &t->triangle[upper].val);
      tsw_memory_free_device(owner, &t->triangle[upper].more);
   }
   tsw_memory_free_device(owner, &t->ticket);
   t->word = NULL;
}

tsw_entries tsw_triangle_rows(const tsw_packed *p, bool upper)
{
   const tsw_triangle *t = upper ? &p->upper : &p->lower;
   return { t->row_ptr, t->col_idx, t->val };
}

tsw_entries tsw_triangle_columns(const tsw_triangles *t, bool upper)
{
   const tsw_triangle_data *data = &t->triangle[upper];
   return { data->columns.col_ptr, data->columns.row_idx, data->val };
}

tsw_zero tsw_pass_zero(const tsw_packed *p, const tsw_pass *pass)
{
   return { *pass, (int32_t) p->n_rows };
}

tsw_wait tsw_pass_wait(const tsw_packed *p)
{
   return { p->wait_status, p->host_wait_status, p->wait_limit_ns };
}

trisweep_status tsw_reset_flags(const tsw_triangles *t, int64_t n_rows, cudaStream_t stream)
{
   return TSW_CUDA_STATUS(
      cudaMemsetAsync(t->ticket, 0, (size_t) (TICKET_WORDS + n_rows) * sizeof(int32_t), stream));
}

trisweep_status tsw_solve_by_flags(tsw_flag_kernel kernel, int rows, int threads, const void *state,
                                   const tsw_packed *p, const tsw_pass *pass, void *stream)
{
   const tsw_triangles *t = (const tsw_triangles *) state;
   TSW_TRY(tsw_reset_flags(t, p->n_rows, (cudaStream_t) stream));
   kernel<<<tsw_blocks(p->n_rows, rows), threads, 0, (cudaStream_t) stream>>>(
      tsw_pass_zero(p, pass), tsw_triangle_rows(p, pass->backward), t->word, t->ticket,
      tsw_pass_wait(p));
   return TSW_CUDA_STATUS(cudaGetLastError());
}

trisweep_status tsw_launch_levels(tsw_level_kernel kernel, const tsw_zero &z, const tsw_entries &a,
                                  const tsw_graph_levels &levels, cudaStream_t stream)
{
   for (int64_t l = 0; l < levels.n_levels; l++)
   {
      const int32_t first = levels.host_level_ptr[l];
      const int32_t last = levels.host_level_ptr[l + 1];
      kernel<<<tsw_blocks(last - first, TSW_LEVEL_BLOCK / 32), TSW_LEVEL_BLOCK, 0, stream>>>(
         z, a, levels.order, first, last);
   }
   return TSW_CUDA_STATUS(cudaGetLastError());
}

trisweep_status tsw_reset_counts(const tsw_triangles *t, const tsw_packed *p, const tsw_pass *pass,
                                 bool columns, cudaStream_t stream)
{
   return tsw_each(p->n_rows, stream,
                   [=, z = tsw_pass_zero(p, pass), a = tsw_triangle_rows(p, pass->backward),
                    ticket = t->ticket, word = t->word] __device__(int64_t i) {
                      if (i == 0)
                      {
                         *ticket = 0;
                      }
                      word[i] = a.ptr[i + 1] - a.ptr[i];
                      if (columns)
                      {
                         tsw_start_column(z, i);
                      }
                   });
}

trisweep_status tsw_start_columns(const tsw_packed *p, const tsw_pass *pass, cudaStream_t stream)
{
   return tsw_each(p->n_rows, stream,
                   [z = tsw_pass_zero(p, pass)] __device__(int64_t i) { tsw_start_column(z, i); });
}
