/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * slfr: self-scheduled rows (Li 2017, Alg. 3, kernel SLFR). A warp a row, in level order. Lane 0
 * waits until the count of row i is zero: all rows that row i depends on are solved. The warp sums
 * the row, and decrements the count of every row that needs x_i.
 *
 * Needs: levels, the transposed pattern, a count a row. Extra bytes: 16 a row and 4 an entry
 * for each triangle. Deterministic. Order: the lock step of warps, on which the published
 * code relies, is replaced by an acquire and two __syncwarp (base/device/order.cuh). Progress:
 * blocks take rows by ticket, in level order; only lane 0 waits, for rows of other warps.
 */
#include "base/cuda_call.h"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 512;

__global__ void __launch_bounds__(BLOCK)
   slfr_kernel(tsw_zero z, tsw_entries rows, const int32_t *col_ptr, const int32_t *row_idx,
               const int32_t *order, int32_t *count, int32_t *ticket, tsw_wait wait)
{
   const int32_t k = tsw_take_ticket(ticket) * (BLOCK / 32) + (int32_t) (threadIdx.x / 32);
   const int     lane = threadIdx.x % 32;
   if (k >= z.n_rows)
   {
      return;
   }
   const int32_t         i = order[k];
   const tsw_zero::ready p = z.prepare(i);
   const int32_t         end = col_ptr[i + 1];
   int32_t               e = col_ptr[i] + lane;
   if (lane == 0)
   {
      tsw_wait_until(wait, [&] { return tsw_acquire(&count[i]) == 0; });
   }
   __syncwarp(); /* in the 2017 code lanes 1 to 31 may pass before lane 0 has read zero */
   const double sum = tsw_sum_lanes<32>(tsw_row_share<32>(rows, i, lane, z.x));
   if (lane == 0)
   {
      z.x[i] = z.finish(i, p, sum);
   }
   __syncwarp(); /* in the 2017 code lanes may decrement counts before x_i is written */
   __threadfence();
   for (; e < end; e += 32)
   {
      atomicSub(&count[row_idx[e]], 1);
   }
}

static trisweep_status slfr_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                  void *stream)
{
   const tsw_triangles     *t = (const tsw_triangles *) state;
   const cudaStream_t       s = (cudaStream_t) stream;
   const tsw_triangle_data *data = &t->triangle[pass->backward];
   TSW_TRY(tsw_reset_counts(t, p, pass, false, s));
   slfr_kernel<<<tsw_blocks(p->n_rows, BLOCK / 32), BLOCK, 0, s>>>(
      tsw_pass_zero(p, pass), tsw_triangle_rows(p, pass->backward), data->columns.col_ptr,
      data->columns.row_idx, data->levels.order, t->word, t->ticket, tsw_pass_wait(p));
   return TSW_CUDA_STATUS(cudaGetLastError());
}

extern "C" const tsw_sptrsv tsw_sptrsv_slfr = {
   .name = "slfr",
   .summary = "a warp a row in level order, waiting on a count",
   .source = "Li 2017, Alg. 3",
   .needs = TSW_NEED_LEVELS | TSW_NEED_COLUMNS | TSW_NEED_WORDS,
   .deterministic = true,
   .solve = slfr_solve,
};
