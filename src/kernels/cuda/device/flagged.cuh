/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Solve a row by a thread or a warp that waits for the flag of each x_j of the row (Yuenyeung 2021,
 * Alg. 3, 5). Rows are in the caller's order. For syncfree-csr, writingfirst and yuenyeung.
 */
#pragma once

#include "base/device/wait.cuh"
#include "kernels/cuda/device/row.cuh"

/* Solve row i by a whole warp (Alg. 3). Rows that the warp waits for belong to other warps. */
static __device__ __forceinline__ void tsw_warp_row(const tsw_zero &z, const tsw_entries &a,
                                                    int32_t i, int lane, int32_t *solved,
                                                    const tsw_wait &wait)
{
   const tsw_zero::ready p = z.prepare(i);
   const int32_t         end = a.ptr[i + 1];
   double                sum = 0.0;
   for (int32_t e = a.ptr[i] + lane; e < end; e += 32)
   {
      const int32_t j = a.idx[e];
      const double  value = a.val[e];
      tsw_wait_until(wait, [&] { return tsw_acquire(&solved[j]) != 0; });
      sum += value * z.x[j];
   }
   __syncwarp();
   sum = tsw_sum_lanes<32>(sum);
   if (lane == 0)
   {
      z.x[i] = z.finish(i, p, sum);
      tsw_release(&solved[i], 1);
   }
}

/*
 * Solve the k-th row by one thread (Alg. 5): add the entries whose x_j is known; store x_i in the
 * round of the last entry. The diagonal is stored apart: each entry is checked for the end of the
 * row, where the paper checks entries whose x_j is missing (schedule capellini). Rows of a warp may
 * depend on each other: tsw_wait_warp reconverges the warp after each round.
 */
static __device__ __forceinline__ void tsw_thread_row(const tsw_zero &z, const tsw_entries &a,
                                                      int32_t k, int32_t *solved,
                                                      const tsw_wait &wait)
{
   const bool            idle = k >= z.n_rows;
   const int32_t         i = idle ? 0 : z.row(k);
   const tsw_zero::ready p = idle ? tsw_zero::ready{ 0.0, 0.0, true } : z.prepare(i);
   int32_t               e = idle ? 0 : a.ptr[i];
   const int32_t         end = idle ? 0 : a.ptr[i + 1];
   int32_t               j = e < end ? a.idx[e] : 0;
   double                value = e < end ? a.val[e] : 0.0;
   double                sum = 0.0;
   tsw_wait_warp(wait, idle, [&] {
      while (e < end)
      {
         if (tsw_acquire(&solved[j]) == 0)
         {
            return false;
         }
         sum += value * z.x[j];
         if (++e < end)
         {
            j = a.idx[e];
            value = a.val[e];
         }
      }
      z.x[i] = z.finish(i, p, sum);
      tsw_release(&solved[i], 1);
      return true;
   });
}
