/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Local columns of a matrix whose rows come from several ranks. Columns of other ranks are bits of
 * a set of all columns, so that they are sorted and different without a sort.
 */
#include "extensions/products/matmat_kernels.h"

#include <cub/device/device_scan.cuh>
#include <cuda/std/bit>
#include <thrust/iterator/transform_iterator.h>

#include "base/device/each.cuh"
#include "base/device/rows.cuh"

using namespace tsw_rows;

static __device__ int64_t global_at(const void *col, bool wide, int64_t k)
{
   return wide ? ((const int64_t *) col)[k] : (int64_t) ((const int32_t *) col)[k];
}

static __device__ void set_global(void *col, bool wide, int64_t k, int64_t value)
{
   if (wide)
   {
      ((int64_t *) col)[k] = value;
   }
   else
   {
      ((int32_t *) col)[k] = (int32_t) value;
   }
}

static __device__ bool is_own(const tsw_global_columns &c, int64_t global)
{
   return global >= c.first && global < c.first + c.n_own;
}

/* ---- the set --------------------------------------------------------------- */

struct popcount
{
   __host__ __device__ int32_t operator()(uint32_t word) const
   {
      return cuda::std::popcount(word);
   }
};

cudaError_t tsw_sums_workspace(int64_t n, size_t *bytes)
{
   size_t      other = 0;
   cudaError_t error = cub::DeviceScan::ExclusiveSum(NULL, *bytes, (uint64_t *) NULL,
                                                     (uint64_t *) NULL, n, (cudaStream_t) 0);
   error =
      error ? error
            : cub::DeviceScan::ExclusiveSum(
                 NULL, other, thrust::make_transform_iterator((const uint32_t *) NULL, popcount()),
                 (int32_t *) NULL, n, (cudaStream_t) 0);
   *bytes = other > *bytes ? other : *bytes;
   return error;
}

cudaError_t tsw_columns_insert(const tsw_column_set *set, const tsw_global_columns *columns,
                               const void *col, int64_t n, cudaStream_t stream)
{
   const tsw_global_columns own = *columns;
   uint32_t *const          bits = set->bits;
   return tsw_queue_each(n, stream, [=] __device__(int64_t k) {
      const int64_t  c = global_at(col, own.wide, k);
      const uint32_t bit = 1u << (c % 32);
      if (!is_own(own, c) && !(bits[c / 32] & bit))
      {
         atomicOr(&bits[c / 32], bit);
      }
   });
}

cudaError_t tsw_columns_insert_rows(const tsw_column_set *set, const tsw_global_columns *columns,
                                    const tsw_device_csr *offd, const void *map,
                                    const int32_t *used, cudaStream_t stream)
{
   const int64_t n_rows = offd->nnz > 0 ? offd->n_rows : 0;
   return queue_each_row(
      n_rows, stream,
      [=, bits = set->bits, wide = columns->wide, a = *offd] __device__(int64_t i, int lane) {
         const bool    is_used = i < a.n_rows && used[i] < used[i + 1];
         const int32_t end = is_used ? a.row_ptr[i + 1] : 0;
         for (int32_t e = is_used ? a.row_ptr[i] + lane : 0; e < end; e += LANES)
         {
            const int64_t c = global_at(map, wide, a.col_idx[e]);
            atomicOr(&bits[c / 32], 1u << (c % 32));
         }
      });
}

cudaError_t tsw_columns_count(const tsw_column_set *set, void *workspace, size_t bytes,
                              cudaStream_t stream)
{
   return cub::DeviceScan::ExclusiveSum(
      workspace, bytes, thrust::make_transform_iterator((const uint32_t *) set->bits, popcount()),
      set->before, set->n_words + 1, stream);
}

cudaError_t tsw_columns_list(const tsw_column_set *set, bool wide, void *list, cudaStream_t stream)
{
   const tsw_column_set s = *set;
   return tsw_queue_each(s.n_words, stream, [=] __device__(int64_t w) {
      int32_t k = s.before[w];
      for (uint32_t word = s.bits[w]; word; word &= word - 1)
      {
         set_global(list, wide, k++, 32 * w + __ffs((int) word) - 1);
      }
   });
}

cudaError_t tsw_columns_global(const tsw_global_columns *columns, const int32_t *col, int64_t n,
                               const void *map, void *global, cudaStream_t stream)
{
   const tsw_global_columns own = *columns;
   return tsw_queue_each(n, stream, [=] __device__(int64_t k) {
      const int32_t c = col[k];
      set_global(global, own.wide, k,
                 c < own.n_own ? own.first + c : global_at(map, own.wide, c - own.n_own));
   });
}

/*
 * The local column of a global one; 0 for columns of other ranks that are no members, which only
 * rows that the left factor does not read have.
 */
static __device__ int32_t local_column(const tsw_row_sources &s, int64_t global)
{
   if (is_own(s.columns, global))
   {
      return (int32_t) (global - s.columns.first);
   }
   const int64_t  w = global / 32;
   const uint32_t bit = 1u << (global % 32), lower = bit - 1;
   return !(s.set.bits[w] & bit)
             ? 0
             : s.columns.n_own + s.set.before[w] + __popc(s.set.bits[w] & lower);
}

/* ---- rows ------------------------------------------------------------------ */

static __device__ int32_t offset(const tsw_device_csr &a, int64_t i)
{
   return a.nnz > 0 ? a.row_ptr[i] : 0;
}

static __device__ void join_own(const tsw_row_sources &s, int64_t i, int lane, int32_t begin,
                                int32_t *col_idx, double *val)
{
   const int32_t n_diag = offset(s.diag, i + 1) - offset(s.diag, i);
   const int32_t n_offd = offset(s.offd, i + 1) - offset(s.offd, i);
   for (int k = lane; k < n_diag; k += LANES)
   {
      const int32_t e = s.diag.row_ptr[i] + k;
      col_idx[begin + k] = s.diag.col_idx[e];
      val[begin + k] = s.diag.val[e];
   }
   for (int k = lane; k < n_offd; k += LANES)
   {
      const int32_t e = s.offd.row_ptr[i] + k, j = s.offd.col_idx[e];
      col_idx[begin + n_diag + k] =
         s.map ? local_column(s, global_at(s.map, s.columns.wide, j)) : s.columns.n_own + j;
      val[begin + n_diag + k] = s.offd.val[e];
   }
}

static __device__ void join_row(const tsw_row_sources &s, int64_t i, int lane, int32_t *row_ptr,
                                int32_t *col_idx, double *val)
{
   const int64_t n_own = s.diag.n_rows, n = n_own + s.external.n_rows, r = i - n_own;
   if (i >= n)
   {
      return;
   }
   const int32_t before = offset(s.diag, n_own) + offset(s.offd, n_own);
   const int32_t begin =
      r < 0 ? offset(s.diag, i) + offset(s.offd, i) : before + offset(s.external, r);
   if (lane == 0)
   {
      row_ptr[i] = begin;
      if (i == n - 1)
      {
         row_ptr[n] = before + offset(s.external, s.external.n_rows);
      }
   }
   if (r < 0)
   {
      join_own(s, i, lane, begin, col_idx, val);
      return;
   }
   for (int32_t e = offset(s.external, r) + lane; e < offset(s.external, r + 1); e += LANES)
   {
      col_idx[before + e] = local_column(s, global_at(s.external_col, s.columns.wide, e));
      val[before + e] = s.external.val[e];
   }
}

cudaError_t tsw_rows_join(const tsw_row_sources *from, int32_t *row_ptr, int32_t *col_idx,
                          double *val, cudaStream_t stream)
{
   const int64_t n = from->diag.n_rows + from->external.n_rows;
   if (n == 0)
   {
      return cudaMemsetAsync(row_ptr, 0, sizeof *row_ptr, stream);
   }
   return queue_each_row(n, stream, [=, s = *from] __device__(int64_t i, int lane) {
      join_row(s, i, lane, row_ptr, col_idx, val);
   });
}

static __device__ void split_row(const tsw_device_csr &a, int64_t i, int lane, int32_t n_own,
                                 const uint64_t *place, bool diagonal_first,
                                 const tsw_split_rows &to)
{
   const bool     has = i < a.n_rows;
   const int32_t  begin = has ? a.row_ptr[i] : 0, n = has ? a.row_ptr[i + 1] - begin : 0;
   const uint64_t at = has ? place[i] : 0;
   int32_t        d = (int32_t) at, o = (int32_t) (at >> 32);
   const int32_t  first = d;
   const int      most = __reduce_max_sync(~0u, n);
   const bool     wants = diagonal_first && i < n_own;
   bool           found = false;
   for (int k = lane; diagonal_first && k < most + lane; k += LANES)
   {
      found |= wants && k < n && a.col_idx[begin + k] == i;
   }
   d += lanes::vote(found) != 0;
   for (int k = lane; k < most + lane; k += LANES)
   {
      const int32_t  c = k < n ? a.col_idx[begin + k] : 0;
      const bool     is_first = wants && k < n && c == i;
      const unsigned own = lanes::vote(k < n && c < n_own && !is_first);
      const unsigned other = lanes::vote(k < n && c >= n_own);
      if (k < n && c < n_own)
      {
         const int32_t p = is_first ? first : d + lanes::before_me(own);
         to.diag_col[p] = c;
         to.diag_val[p] = a.val[begin + k];
      }
      else if (k < n)
      {
         const int32_t p = o + lanes::before_me(other);
         to.offd_col[p] = c - n_own;
         to.offd_val[p] = a.val[begin + k];
      }
      d += __popc(own);
      o += __popc(other);
   }
   if (lane == 0 && i <= a.n_rows)
   {
      to.diag_row_ptr[i] = (int32_t) place[i];
      to.offd_row_ptr[i] = (int32_t) (place[i] >> 32);
   }
}

cudaError_t tsw_rows_split(const tsw_device_csr *a, int32_t n_own, const uint64_t *place,
                           bool diagonal_first, const tsw_split_rows *to, cudaStream_t stream)
{
   return queue_each_row(a->n_rows + 1, stream,
                         [=, from = *a, parts = *to] __device__(int64_t i, int lane) {
                            split_row(from, i, lane, n_own, place, diagonal_first, parts);
                         });
}

/* ---- selections ------------------------------------------------------------ */

/* The order in which atomics have stored the columns of a row depends on the run. */
static __device__ void sort_selected(const tsw_selection &s, int64_t i)
{
   const int32_t begin = s.row_ptr[i];
   for (int32_t k = begin + 1; k < s.row_ptr[i + 1]; k++)
   {
      const int32_t col = s.col_idx[k];
      int32_t       p = k;
      for (; p > begin && s.col_idx[p - 1] > col; p--)
      {
         s.col_idx[p] = s.col_idx[p - 1];
      }
      s.col_idx[p] = col;
   }
}

cudaError_t tsw_selection_fill(const tsw_selection *s, void *workspace, size_t bytes,
                               cudaStream_t stream)
{
   const tsw_selection to = *s;
   cudaError_t         error =
      cudaMemsetAsync(s->row_ptr, 0, sizeof *s->row_ptr * (size_t) (s->n + 1), stream);
   error = error ? error : cudaMemsetAsync(s->next, 0, sizeof *s->next * (size_t) s->n, stream);
   if (error || s->nnz == 0)
   {
      return error;
   }
   error = tsw_queue_each(s->nnz, stream,
                          [=] __device__(int64_t e) { atomicAdd(&to.row_ptr[to.row[e]], 1); });
   error = error ? error
                 : cub::DeviceScan::ExclusiveSum(workspace, bytes, s->row_ptr, s->row_ptr, s->n + 1,
                                                 stream);
   error = error ? error : tsw_queue_each(s->nnz, stream, [=] __device__(int64_t e) {
      const int32_t i = to.row[e];
      to.col_idx[to.row_ptr[i] + atomicAdd(&to.next[i], 1)] = (int32_t) e;
      to.val[e] = 1.0;
   });
   return error ? error
                : tsw_queue_each(s->n, stream, [=] __device__(int64_t i) { sort_selected(to, i); });
}
