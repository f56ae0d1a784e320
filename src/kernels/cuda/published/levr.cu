/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * levr: rows by level sets, a launch a level and a warp a row (Li 2017, Alg. 1, kernel LEVR).
 *
 * Needs: levels. Extra bytes: 4 a row and 8 a level for each triangle. Deterministic. Progress: no
 * kernel waits.
 */
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = TSW_LEVEL_BLOCK;

static __global__ void __launch_bounds__(BLOCK)
   levr_kernel(tsw_zero z, tsw_entries a, const int32_t *order, int32_t first, int32_t last)
{
   const int32_t k = first + (int32_t) ((blockIdx.x * BLOCK + threadIdx.x) / 32);
   const int     lane = (int) (threadIdx.x % 32);
   if (k >= last)
   {
      return;
   }
   const int32_t         i = order[k];
   const tsw_zero::ready p = z.prepare(i);
   const double          sum = tsw_sum_lanes<32>(tsw_row_share<32>(a, i, lane, z.x));
   if (lane == 0)
   {
      z.x[i] = z.finish(i, p, sum);
   }
}

static trisweep_status levr_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                  void *stream)
{
   const tsw_triangles *t = (const tsw_triangles *) state;
   return tsw_launch_levels(levr_kernel, tsw_pass_zero(p, pass),
                            tsw_triangle_rows(p, pass->backward),
                            t->triangle[pass->backward].levels, (cudaStream_t) stream);
}

extern "C" const tsw_sptrsv tsw_sptrsv_levr = {
   .name = "levr",
   .summary = "level sets by rows, a launch a level",
   .source = "Li 2017, Alg. 1",
   .needs = TSW_NEED_LEVELS,
   .deterministic = true,
   .solve = levr_solve,
};
