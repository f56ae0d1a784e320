/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * slfc: self-scheduled columns (Li 2017, Alg. 4, kernel SLFC). A warp a column, in level order.
 * Lane 0 waits until the count of row i is zero: all columns are subtracted from x_i. The warp
 * subtracts column i from the rows that need x_i, and decrements their counts.
 *
 * Needs: levels, the transposed triangle with values, a count a row. Extra bytes: 16 a row and 16
 * an entry for each triangle. Not deterministic: subtractions arrive in any order. Order: unlike in
 * the published code, lane 0 acquires the count, and a shuffle passes x_i on. Progress: as slfr.
 */
#include "base/cuda_call.h"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 512;

__global__ void __launch_bounds__(BLOCK)
   slfc_kernel(tsw_zero z, tsw_entries columns, const int32_t *order, int32_t *count,
               int32_t *ticket, tsw_wait wait)
{
   const int32_t k = tsw_take_ticket(ticket) * (BLOCK / 32) + (int32_t) (threadIdx.x / 32);
   const int     lane = threadIdx.x % 32;
   if (k >= z.n_rows)
   {
      return;
   }
   const int32_t i = order[k];
   const int32_t end = columns.ptr[i + 1];
   int32_t       e = columns.ptr[i] + lane;
   int32_t       j = e < end ? columns.idx[e] : 0;
   double        value = e < end ? columns.val[e] : 0.0;
   double        x_i = 0.0;
   if (lane == 0)
   {
      const tsw_zero::ready p = z.prepare(i);
      tsw_wait_until(wait, [&] { return tsw_acquire(&count[i]) == 0; });
      x_i = z.finish_column(i, p, z.x[i]);
      z.x[i] = x_i;
   }
   x_i = __shfl_sync(TSW_FULL_WARP, x_i, 0);
   while (e < end)
   {
      atomicAdd(&z.x[j], -(value * x_i));
      __threadfence(); /* this lane's addition before this lane's count */
      atomicSub(&count[j], 1);
      e += 32;
      j = e < end ? columns.idx[e] : 0;
      value = e < end ? columns.val[e] : 0.0;
   }
}

static trisweep_status slfc_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                  void *stream)
{
   const tsw_triangles *t = (const tsw_triangles *) state;
   const cudaStream_t   s = (cudaStream_t) stream;
   TSW_TRY(tsw_reset_counts(t, p, pass, true, s));
   slfc_kernel<<<tsw_blocks(p->n_rows, BLOCK / 32), BLOCK, 0, s>>>(
      tsw_pass_zero(p, pass), tsw_triangle_columns(t, pass->backward),
      t->triangle[pass->backward].levels.order, t->word, t->ticket, tsw_pass_wait(p));
   return TSW_CUDA_STATUS(cudaGetLastError());
}

extern "C" const tsw_sptrsv tsw_sptrsv_slfc = {
   .name = "slfc",
   .summary = "a warp a column in level order, waiting on a count",
   .source = "Li 2017, Alg. 4",
   .needs = TSW_NEED_LEVELS | TSW_NEED_COLUMN_VALUES | TSW_NEED_WORDS,
   .solve = slfc_solve,
};
