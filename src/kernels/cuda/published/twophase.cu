/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * twophase: a thread a row (Yuenyeung 2021, Alg. 4; Capellini). Phase 1 waits for and adds the
 * components of other warps, phase 2 adds those of the same warp, in 32 rounds. With __syncwarp,
 * which the published code lacks, each round completes the warp's first unsolved row on every GPU.
 *
 * Needs: a flag a row. Extra bytes: 4 a row. Deterministic. Order: flags are released and acquired.
 * Progress: phase 1 waits for earlier warps only; blocks take rows by ticket.
 */
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 128;

__global__ void __launch_bounds__(BLOCK)
   twophase_kernel(tsw_zero z, tsw_entries a, int32_t *solved, int32_t *ticket, tsw_wait wait)
{
   const int32_t k = tsw_take_ticket(ticket) * BLOCK + (int32_t) threadIdx.x;
   const int32_t warp_begin = k / 32 * 32;
   if (warp_begin >= z.n_rows)
   {
      return;
   }
   const bool            idle = k >= z.n_rows;
   const int32_t         i = idle ? 0 : z.row(k);
   const tsw_zero::ready p = idle ? tsw_zero::ready{ 0.0, 0.0, true } : z.prepare(i);
   int32_t               e = idle ? 0 : a.ptr[i];
   const int32_t         end = idle ? 0 : a.ptr[i + 1];
   double                sum = 0.0;
   /* Phase 1: components of other warps. The thread waits for each of these. */
   for (; e < end && z.number(a.idx[e]) < warp_begin; e++)
   {
      const int32_t j = a.idx[e];
      tsw_wait_until(wait, [&] { return tsw_acquire(&solved[j]) != 0; });
      sum += a.val[e] * z.x[j];
   }
   /* Phase 2: components of this warp. Each round completes at least the first unsolved row. */
   bool done = idle;
   for (int round = 0; round < 32; round++)
   {
      __syncwarp();
      while (!done && e < end && tsw_acquire(&solved[a.idx[e]]) != 0)
      {
         sum += a.val[e] * z.x[a.idx[e]];
         e++;
      }
      if (!done && e == end)
      {
         z.x[i] = z.finish(i, p, sum);
         tsw_release(&solved[i], 1);
         done = true;
      }
   }
}

extern "C" const tsw_sptrsv tsw_sptrsv_twophase = {
   .name = "twophase",
   .summary = "a thread a row in row order; rows of other warps first",
   .source = "Yuenyeung 2021, Alg. 4",
   .needs = TSW_NEED_WORDS,
   .deterministic = true,
   .solve = tsw_flags_solve<twophase_kernel, BLOCK, BLOCK>,
};
