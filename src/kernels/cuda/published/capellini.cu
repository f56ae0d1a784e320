/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * capellini: a thread a row, with the check for the last element as published (Yuenyeung 2021,
 * Alg. 5 and section 4; Capellini). The diagonal is the last element of its row. A thread takes the
 * elements whose components are known. Only where a component is not known, the thread checks
 * whether the element is on the diagonal: then x_i is computed. In schedule writingfirst, and in
 * the thread-level part of yuenyeung, the diagonal is stored apart, and each element is checked for
 * the end of its row. Values, and with them the diagonal's, stay apart here as well.
 *
 * Needs: a flag a row, the columns of each row with the diagonal. Extra bytes: 12 a row and 8 an
 * entry of the block. Deterministic. Order and progress: as writingfirst.
 */
#include "base/device/each.cuh"
#include "base/memory_cuda.h"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 128;

/* col_idx: [nnz + n_rows] row i begins at row_ptr[i] + i. */
static trisweep_status add_diagonals(const tsw_entries &a, int64_t n_rows, int32_t *col_idx,
                                     void *stream)
{
   return tsw_each(n_rows, stream, [=] __device__(int64_t i) {
      for (int32_t e = a.ptr[i]; e < a.ptr[i + 1]; e++)
      {
         col_idx[e + i] = a.idx[e];
      }
      col_idx[a.ptr[i + 1] + i] = (int32_t) i;
   });
}

/* col_idx: with the diagonals; the value of element q of row i is a.val[q - i]. */
static __global__ void __launch_bounds__(BLOCK)
   capellini_kernel(tsw_zero z, tsw_entries a, const int32_t *col_idx, int32_t *solved,
                    int32_t *ticket, tsw_wait wait)
{
   const int32_t         k = tsw_take_ticket(ticket) * BLOCK + (int32_t) threadIdx.x;
   const bool            idle = k >= z.n_rows;
   const int32_t         i = idle ? 0 : z.row(k);
   const tsw_zero::ready p = idle ? tsw_zero::ready{ 0.0, 0.0, true } : z.prepare(i);
   int32_t               q = idle ? 0 : a.ptr[i] + i;
   int32_t               j = idle ? 0 : col_idx[q];
   double                sum = 0.0;
   tsw_wait_warp(wait, idle, [&] {
      while (tsw_acquire(&solved[j]) != 0)
      {
         sum += a.val[q - i] * z.x[j];
         j = col_idx[++q];
      }
      if (j != i)
      {
         return false;
      }
      z.x[i] = z.finish(i, p, sum);
      tsw_release(&solved[i], 1);
      return true;
   });
}

static trisweep_status capellini_plan(const tsw_packed *p, void *stream, tsw_memory *owner,
                                      void *state)
{
   tsw_triangles *t = (tsw_triangles *) state;
   for (int upper = 0; upper < 2; upper++)
   {
      const int64_t n = p->n_entries[upper] + p->n_rows;
      if (n > INT32_MAX)
      {
         return TSW_ERROR(UNSUPPORTED, "a triangle with its diagonal has more entries than 32-bit "
                                       "offsets can count; use another schedule than capellini");
      }
      TSW_TRY(TSW_ALLOC_DEVICE(owner, &t->triangle[upper].more, n, "columns with the diagonals"));
      TSW_TRY(add_diagonals(tsw_triangle_rows(p, upper != 0), p->n_rows, t->triangle[upper].more,
                            stream));
   }
   return TSW_CUDA_STATUS(cudaStreamSynchronize((cudaStream_t) stream));
}

static trisweep_status capellini_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       void *stream)
{
   const tsw_triangles *t = (const tsw_triangles *) state;
   TSW_TRY(tsw_reset_flags(t, p->n_rows, (cudaStream_t) stream));
   capellini_kernel<<<tsw_blocks(p->n_rows, BLOCK), BLOCK, 0, (cudaStream_t) stream>>>(
      tsw_pass_zero(p, pass), tsw_triangle_rows(p, pass->backward),
      t->triangle[pass->backward].more, t->word, t->ticket, tsw_pass_wait(p));
   return TSW_CUDA_STATUS(cudaGetLastError());
}

extern "C" const tsw_sptrsv tsw_sptrsv_capellini = {
   .name = "capellini",
   .summary = "a thread a row in row order, diagonals checked where a component is missing",
   .source = "Yuenyeung 2021, Alg. 5",
   .needs = TSW_NEED_WORDS,
   .deterministic = true,
   .plan = capellini_plan,
   .solve = capellini_solve,
};
