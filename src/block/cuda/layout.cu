/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Layout of a packed block: count, scan, copy, and sort where rows are not sorted (sort.cu). */
#include "base/device/each.cuh"
#include "base/device/sum.cuh"
#include "base/memory_cuda.h"
#include "block/cuda/index.h"
#include "block/cuda/rows.cuh"
#include "block/device.h"

using namespace tsw_rows;

/* Lengths of the parts of each row. longest: [0] of both parts, [1] of one part. */
static trisweep_status count(const trisweep_csr &a, int32_t *n_lower, int32_t *n_upper,
                             int32_t *longest, cudaStream_t stream)
{
   return each_row(a.n_rows, stream, [=] __device__(int64_t i, int lane) {
      const int32_t end = i < a.n_rows ? a.row_ptr[i + 1] : 0;
      int           lower = 0;
      int           upper = 0;
      for (int32_t e = i < a.n_rows ? a.row_ptr[i] + lane : 0; e < end; e += LANES)
      {
         const int64_t side = a.col_idx[e] - i;
         lower += side < 0;
         upper += side > 0;
      }
      lower = tsw_sum_lanes<LANES>(lower);
      upper = tsw_sum_lanes<LANES>(upper);
      if (lane == 0 && i < a.n_rows)
      {
         n_lower[i] = lower;
         n_upper[i] = upper;
      }
      tsw_raise_max(&longest[0], lower + upper);
      tsw_raise_max(&longest[1], max(lower, upper));
   });
}

/* Copy each row, the upper part in reverse: ascending rows need no sort. */
static trisweep_status fill(const trisweep_csr &a, const tsw_triangle &lower,
                            const tsw_triangle &upper, cudaStream_t stream)
{
   return each_row(a.n_rows, stream, [=] __device__(int64_t i, int lane) {
      int32_t       e = i < a.n_rows ? a.row_ptr[i] + lane : 0;
      const int32_t end = i < a.n_rows ? a.row_ptr[i + 1] : 0;
      int32_t       low = i < a.n_rows ? lower.row_ptr[i] : 0;
      int32_t       up = i < a.n_rows ? upper.row_ptr[i + 1] : 0;
      while (__any_sync(0xffffffffu, e < end))
      {
         const int32_t  j = e < end ? a.col_idx[e] : (int32_t) i;
         const int64_t  side = e < end ? j - i : 0;
         const unsigned lowers = lanes::vote(side < 0);
         const unsigned uppers = lanes::vote(side > 0);
         if (side < 0)
         {
            lower.col_idx[low + lanes::before_me(lowers)] = j;
         }
         if (side > 0)
         {
            upper.col_idx[up - 1 - lanes::before_me(uppers)] = j;
         }
         low += __popc(lowers);
         up -= __popc(uppers);
         e += LANES;
      }
   });
}

/* lengths, device [4]: longest row, longest part of a row, entries of lower and of upper. */
static trisweep_status count_rows(const trisweep_csr &a, cudaStream_t stream, tsw_packed *p,
                                  int32_t *lengths)
{
   const int64_t n = a.n_rows;
   TSW_CUDA(cudaMemsetAsync(lengths, 0, 2 * sizeof *lengths, stream));
   TSW_TRY(count(a, p->lower.row_ptr + 1, p->upper.row_ptr + 1, lengths, stream));
   TSW_TRY(tsw_rows_sum_lengths(p->lower.row_ptr, n, stream));
   TSW_TRY(tsw_rows_sum_lengths(p->upper.row_ptr, n, stream));
   return tsw_each(
      1, stream,
      [=, n_lower = p->lower.row_ptr + n, n_upper = p->upper.row_ptr + n] __device__(int64_t) {
         lengths[2] = *n_lower;
         lengths[3] = *n_upper;
      });
}

static trisweep_status find_lengths(const trisweep_csr &a, cudaStream_t stream, tsw_packed *p)
{
   TSW_SCRATCH_DEVICE int32_t *device = NULL;
   int32_t                     lengths[4];
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 4, "row lengths"));
   TSW_TRY(count_rows(a, stream, p, device));
   TSW_TRY(tsw_memory_read(lengths, device, sizeof lengths, stream));
   p->longest = lengths[0];
   p->longest_part = lengths[1];
   p->n_entries[0] = lengths[2];
   p->n_entries[1] = lengths[3];
   return TRISWEEP_OK;
}

static trisweep_status lay_out(const trisweep_csr *a, cudaStream_t stream, tsw_memory *owner,
                               tsw_packed *p)
{
   TSW_TRY(find_lengths(*a, stream, p));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->lower.col_idx, p->n_entries[0], "packed columns"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->upper.col_idx, p->n_entries[1], "packed columns"));
   TSW_TRY(fill(*a, p->lower, p->upper, stream));
   return tsw_device_sort_rows(stream, owner, p);
}

static trisweep_status begin_layout(int64_t n, cudaStream_t stream, tsw_memory *owner,
                                    tsw_packed *p)
{
   *p = {};
   p->n_rows = n;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->lower.row_ptr, n + 1, "row pointers"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->upper.row_ptr, n + 1, "row pointers"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->inv_diag, n, "the reciprocal diagonal"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->wait_status, 1, "the status of waiting kernels"));
   return TSW_CUDA_STATUS(cudaMemsetAsync(p->wait_status, 0, sizeof(int32_t), stream));
}

trisweep_status tsw_device_packed_copy(const tsw_packed *from, void *stream, tsw_memory *owner,
                                       tsw_packed *p)
{
   cudaStream_t s = (cudaStream_t) stream;
   const size_t rows = (size_t) (from->n_rows + 1) * sizeof(int32_t);
   TSW_TRY(begin_layout(from->n_rows, s, owner, p));
   p->longest = from->longest;
   p->longest_part = from->longest_part;
   for (int upper = 0; upper < 2; upper++)
   {
      const tsw_triangle *f = upper ? &from->upper : &from->lower;
      tsw_triangle       *t = upper ? &p->upper : &p->lower;
      p->n_entries[upper] = from->n_entries[upper];
      TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->col_idx, from->n_entries[upper], "packed columns"));
      TSW_CUDA(cudaMemcpyAsync(t->row_ptr, f->row_ptr, rows, cudaMemcpyDeviceToDevice, s));
      TSW_CUDA(cudaMemcpyAsync(t->col_idx, f->col_idx,
                               (size_t) from->n_entries[upper] * sizeof(int32_t),
                               cudaMemcpyDeviceToDevice, s));
   }
   return TRISWEEP_OK;
}

trisweep_status tsw_device_packed_layout(const trisweep_csr *a, void *stream, tsw_memory *owner,
                                         tsw_packed *p)
{
   const int64_t n = a->n_rows;
   cudaStream_t  s = (cudaStream_t) stream;
   TSW_TRY(begin_layout(n, s, owner, p));
   TSW_CUDA(cudaMemsetAsync(p->lower.row_ptr, 0, sizeof(int32_t), s));
   TSW_CUDA(cudaMemsetAsync(p->upper.row_ptr, 0, sizeof(int32_t), s));
   return n > 0 ? lay_out(a, s, owner, p) : TRISWEEP_OK;
}

trisweep_status tsw_device_packed_values(tsw_memory *owner, tsw_packed *p)
{
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &p->lower.val, p->n_entries[0], "packed values"));
   return TSW_ALLOC_DEVICE(owner, &p->upper.val, p->n_entries[1], "packed values");
}

void tsw_device_triangle_free(tsw_memory *owner, tsw_triangle *t)
{
   tsw_memory_free_device(owner, &t->row_ptr);
   tsw_memory_free_device(owner, &t->col_idx);
   tsw_memory_free_device(owner, &t->val);
}

void tsw_device_packed_free(tsw_memory *owner, tsw_packed *p)
{
   tsw_device_triangle_free(owner, &p->lower);
   tsw_device_triangle_free(owner, &p->upper);
   tsw_memory_free_device(owner, &p->inv_diag);
   tsw_memory_free_device(owner, &p->inv_l1);
   tsw_memory_free_device(owner, &p->diag_l1);
   tsw_memory_free_device(owner, &p->wait_status);
   *p = {};
}
