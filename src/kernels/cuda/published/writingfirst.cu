/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * writingfirst: a thread a row (Yuenyeung 2021, Alg. 5; Capellini). A thread takes the entries
 * whose components are known, and stores x_i in the round of the last entry. The diagonal is stored
 * apart, so that the test for the last entry compares registers: this differs from the paper, whose
 * check has schedule capellini.
 *
 * Needs: a flag a row. Extra bytes: 4 a row. Deterministic. Order: flags are released and acquired.
 * Progress: tsw_wait_warp reconverges the warp after each round. In each round the warp's earliest
 * unsolved row advances. Blocks take rows by ticket.
 */
#include "kernels/cuda/device/flagged.cuh"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 128;

__global__ void __launch_bounds__(BLOCK)
   writingfirst_kernel(tsw_zero z, tsw_entries a, int32_t *solved, int32_t *ticket, tsw_wait wait)
{
   const int32_t k = tsw_take_ticket(ticket) * BLOCK + (int32_t) threadIdx.x;
   tsw_thread_row(z, a, k, solved, wait);
}

extern "C" const tsw_sptrsv tsw_sptrsv_writingfirst = {
   .name = "writingfirst",
   .summary = "a thread a row in row order, x_i stored in the round of the last entry",
   .source = "Yuenyeung 2021, Alg. 5 (Capellini)",
   .needs = TSW_NEED_WORDS,
   .deterministic = true,
   .solve = tsw_flags_solve<writingfirst_kernel, BLOCK, BLOCK>,
};
