/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * syncfree-csr: a warp a row in row order (Yuenyeung 2021, Alg. 3; Dufrechou and Ezzatti
 * 2018). Each lane waits for the components of its own entries. The warp adds the products.
 *
 * Needs: a flag a row. Extra bytes: 4 a row. Deterministic. Order: flags are released and
 * acquired; a __syncwarp precedes the sum. Progress: lanes wait for earlier rows of other warps;
 * blocks take rows by ticket.
 */
#include "kernels/cuda/device/flagged.cuh"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 512;

__global__ void __launch_bounds__(BLOCK)
   syncfree_csr_kernel(tsw_zero z, tsw_entries a, int32_t *solved, int32_t *ticket, tsw_wait wait)
{
   const int32_t k = tsw_take_ticket(ticket) * (BLOCK / 32) + (int32_t) (threadIdx.x / 32);
   if (k < z.n_rows)
   {
      tsw_warp_row(z, a, z.row(k), (int) (threadIdx.x % 32), solved, wait);
   }
}

extern "C" const tsw_sptrsv tsw_sptrsv_syncfree_csr = {
   .name = "syncfree-csr",
   .summary = "a warp a row in row order, waiting on flags",
   .source = "Yuenyeung 2021, Alg. 3",
   .needs = TSW_NEED_WORDS,
   .role = TSW_ROLE_LEAST_MEMORY,
   .deterministic = true,
   .solve = tsw_flags_solve<syncfree_csr_kernel, BLOCK / 32, BLOCK>,
};
