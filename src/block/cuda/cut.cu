/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Blocks in device memory: neighbouring lanes share a row, as in layout and loading. */
#include "block/cut.h"

#include <limits.h>
#include <string.h>

#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "block/cuda/lengths.h"
#include "block/cuda/rows.cuh"
#include "block/device.h"

using namespace tsw_rows;

namespace
{

constexpr unsigned ALL = 0xffffffffu;
constexpr int      CUT_LANES = 4; /* of a row of C: few entries */

struct cut_facts
{
   int32_t bad_value; /* not 0: some entry of C is not finite */
   int32_t shifts;    /* not 0: some shift is not zero */
};

__device__ bool is_cut(const int32_t *color, int64_t i, int32_t j)
{
   return j != i && color[j] == color[i];
}

__global__ void __launch_bounds__(BLOCK)
   count(trisweep_csr a, const int32_t *color, int32_t *length)
{
   const int64_t i = mine();
   const int32_t end = i < a.n_rows ? a.row_ptr[i + 1] : 0;
   int           n = 0;
   for (int32_t e = i < a.n_rows ? a.row_ptr[i] + lane() : 0; e < end; e += LANES)
   {
      n += is_cut(color, i, a.col_idx[e]);
   }
   for (int step = LANES / 2; step > 0; step /= 2)
   {
      n += __shfl_xor_sync(ALL, n, step);
   }
   if (lane() == 0 && i < a.n_rows)
   {
      length[i] = n;
   }
}

__global__ void __launch_bounds__(BLOCK)
   fill(trisweep_csr a, const int32_t *color, tsw_triangle c)
{
   const int64_t i = mine();
   const int32_t end = i < a.n_rows ? a.row_ptr[i + 1] : 0;
   int32_t       e = i < a.n_rows ? a.row_ptr[i] + lane() : 0;
   int32_t       at = i < a.n_rows ? c.row_ptr[i] : 0;
   while (__any_sync(ALL, e < end))
   {
      const int32_t  j = e < end ? a.col_idx[e] : 0;
      const bool     cut = e < end && is_cut(color, i, j);
      const unsigned cuts = vote(cut);
      if (cut)
      {
         c.col_idx[at + before_me(cuts)] = j;
      }
      at += __popc(cuts);
      e += LANES;
   }
}

/* What the lanes of a row have seen of it. */
struct row_sums
{
   double  sum;         /* of |c_ij| */
   double  diagonal;
   int32_t diagonal_at; /* place in the rest; INT32_MAX: none */
   bool    good;
};

/* Copy the entries of row i to both parts. */
__device__ row_sums divide_row(const trisweep_csr &a, const int32_t *color, int64_t i,
                               const tsw_triangle &c, const tsw_rest &to)
{
   const bool    real = i < a.n_rows;
   const int32_t begin = real ? a.row_ptr[i] : 0;
   const int32_t end = real ? a.row_ptr[i + 1] : 0;
   int32_t       at = real ? c.row_ptr[i] : 0;
   int32_t       kept_at = begin - at;
   row_sums      s = { 0.0, 0.0, INT32_MAX, true };
   for (int32_t e = begin + lane(); __any_sync(ALL, e < end); e += LANES)
   {
      const int32_t  j = e < end ? a.col_idx[e] : 0;
      const bool     cut = e < end && is_cut(color, i, j);
      const bool     kept = e < end && !cut;
      const double   value = e < end && a.val ? a.val[e] : 0.0;
      const unsigned cuts = vote(cut);
      const unsigned rest = vote(kept);
      const int32_t  place = cut ? at + before_me(cuts) : kept_at + before_me(rest);
      if (cut)
      {
         s.good = s.good && isfinite(value);
         s.sum += fabs(value);
         c.val[place] = value;
      }
      if (kept)
      {
         to.col_idx[place] = j;
         if (to.val)
         {
            to.val[place] = value;
         }
         s.diagonal += j == i ? value : 0.0;
         s.diagonal_at = j == i ? min(s.diagonal_at, place) : s.diagonal_at;
      }
      at += __popc(cuts);
      kept_at += __popc(rest);
   }
   return s;
}

__global__ void __launch_bounds__(BLOCK)
   divide_rows(trisweep_csr a, const int32_t *color, tsw_triangle c, double *shift, tsw_rest to,
               cut_facts *facts)
{
   const int64_t i = mine();
   row_sums      s = divide_row(a, color, i, c, to);
   s.sum = tsw_sum_lanes<LANES>(s.sum);
   s.diagonal = tsw_sum_lanes<LANES>(s.diagonal);
   for (int step = LANES / 2; step > 0; step /= 2)
   {
      s.diagonal_at = min(s.diagonal_at, __shfl_xor_sync(ALL, s.diagonal_at, step));
   }
   if (!s.good)
   {
      facts->bad_value = 1;
   }
   __syncwarp(); /* the diagonal of the rest has been written, by some lane */
   if (i < a.n_rows && lane() == 0)
   {
      const double change = tsw_cut_shift(s.diagonal, s.sum);
      shift[i] = change;
      to.row_ptr[i] = a.row_ptr[i] - c.row_ptr[i];
      if (i == a.n_rows - 1)
      {
         to.row_ptr[i + 1] = a.row_ptr[i + 1] - c.row_ptr[i + 1];
      }
      if (change != 0.0)
      {
         facts->shifts = 1;
         to.val[s.diagonal_at] += change;
      }
   }
}

/* CUT_LANES neighbouring lanes a row; shift is NULL if it is zero everywhere. */
__global__ void __launch_bounds__(BLOCK)
   subtract_rows(tsw_triangle c, const double *shift, int64_t n_rows, const double *b,
                 const double *x, double *out)
{
   const int64_t i = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / CUT_LANES;
   const int     l = (int) (threadIdx.x % CUT_LANES);
   const bool    real = i < n_rows;
   const int32_t end = real ? c.row_ptr[i + 1] : 0;
   const double  known = real && l == 0 ? b[i] : 0.0;
   double        sum = 0.0;
   for (int32_t e = real ? c.row_ptr[i] + l : 0; e < end; e += 2 * CUT_LANES)
   {
      /* two at a time, so that their trips to memory overlap */
      const bool    more = e + CUT_LANES < end;
      const int32_t second = more ? e + CUT_LANES : e;
      const double  with = x[c.col_idx[e]];
      const double  with_second = x[c.col_idx[second]];
      sum += c.val[e] * with;
      sum += more ? c.val[second] * with_second : 0.0;
   }
   sum = tsw_sum_lanes<CUT_LANES>(sum);
   if (real && l == 0)
   {
      out[i] = known - sum + (shift ? shift[i] * x[i] : 0.0);
   }
}

void free_cut(tsw_memory *owner, tsw_cut *cut)
{
   tsw_memory_free_device(owner, &cut->part.row_ptr);
   tsw_memory_free_device(owner, &cut->part.col_idx);
   tsw_memory_free_device(owner, &cut->part.val);
   tsw_memory_free_device(owner, &cut->shift);
   memset(cut, 0, sizeof *cut);
}

trisweep_status find(const trisweep_csr *a, const int32_t *color, void *stream, tsw_memory *owner,
                     tsw_cut *cut)
{
   cudaStream_t  s = (cudaStream_t) stream;
   tsw_triangle *c = &cut->part;
   int32_t       nnz = 0;
   TSW_TRY(tsw_memory_alloc_device(owner, &c->row_ptr, a->n_rows + 1, sizeof(int32_t),
                                   "row pointers"));
   count<<<blocks(a->n_rows), BLOCK, 0, s>>>(*a, color, c->row_ptr + 1);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_rows_sum_lengths(c->row_ptr, a->n_rows, s));
   TSW_TRY(tsw_memory_read(&nnz, c->row_ptr + a->n_rows, sizeof nnz, s));
   if (nnz == 0)
   {
      free_cut(owner, cut);
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_memory_alloc_device(owner, &c->col_idx, nnz, sizeof(int32_t),
                                   "columns that are cut"));
   TSW_TRY(tsw_memory_alloc_device(owner, &c->val, nnz, sizeof(double), "values that are cut"));
   TSW_TRY(tsw_memory_alloc_device(owner, &cut->shift, a->n_rows, sizeof(double), "the shift"));
   fill<<<blocks(a->n_rows), BLOCK, 0, s>>>(*a, color, *c);
   TSW_CUDA(cudaGetLastError());
   cut->nnz = nnz;
   return TRISWEEP_OK;
}

void free_rest(tsw_rest *rest)
{
   tsw_memory_free_device(NULL, &rest->row_ptr);
   tsw_memory_free_device(NULL, &rest->col_idx);
   tsw_memory_free_device(NULL, &rest->val);
   memset(rest, 0, sizeof *rest);
}

trisweep_status alloc_rest(const trisweep_csr *a, const tsw_cut *cut, tsw_rest *rest)
{
   const int64_t nnz = a->nnz - cut->nnz;
   *rest = {};
   TSW_TRY(tsw_memory_alloc_device(NULL, &rest->row_ptr, a->n_rows + 1, sizeof(int32_t),
                                   "row pointers"));
   TSW_TRY(tsw_memory_alloc_device(NULL, &rest->col_idx, nnz, sizeof(int32_t), "columns"));
   if (a->val)
   {
      TSW_TRY(tsw_memory_alloc_device(NULL, &rest->val, nnz, sizeof(double), "values"));
   }
   rest->block = { a->n_rows, a->n_cols, nnz, rest->row_ptr, rest->col_idx, rest->val, a->space };
   return TRISWEEP_OK;
}

trisweep_status run_divide(const trisweep_csr *a, const int32_t *color, cudaStream_t stream,
                           tsw_cut *cut, const tsw_rest *to, cut_facts *device, cut_facts *facts)
{
   const cut_facts none = { 0, 0 };
   TSW_CUDA(cudaMemcpyAsync(device, &none, sizeof none, cudaMemcpyHostToDevice, stream));
   divide_rows<<<blocks(a->n_rows), BLOCK, 0, stream>>>(*a, color, cut->part, cut->shift, *to,
                                                        device);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_read(facts, device, sizeof *facts, stream);
}

trisweep_status divide(const trisweep_csr *a, const int32_t *color, void *stream, tsw_cut *cut,
                       tsw_rest *rest)
{
   cut_facts *device = NULL;
   cut_facts  facts;
   TSW_TRY(alloc_rest(a, cut, rest));
   TSW_TRY(tsw_memory_alloc_device(NULL, &device, 1, sizeof *device, "findings on a cut"));
   const trisweep_status status =
      run_divide(a, color, (cudaStream_t) stream, cut, rest, device, &facts);
   tsw_memory_free_device(NULL, &device);
   TSW_TRY(status);
   cut->shifts = facts.shifts != 0;
   return facts.bad_value ? tsw_device_packed_explain(a, NULL, stream) : TRISWEEP_OK;
}

trisweep_status subtract(const tsw_cut *cut, int64_t n_rows, const double *b, const double *x,
                         double *out, void *stream)
{
   const unsigned n_blocks = (unsigned) ((n_rows * CUT_LANES + BLOCK - 1) / BLOCK);
   subtract_rows<<<n_blocks, BLOCK, 0, (cudaStream_t) stream>>>(
      cut->part, cut->shifts ? cut->shift : NULL, n_rows, b, x, out);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

} // namespace

const tsw_cutter tsw_cutter_cuda = { find, divide, free_rest, subtract, free_cut };
