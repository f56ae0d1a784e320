/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * levc: columns by level sets, a launch a level and a warp a column (Li 2017, Alg. 2, kernel LEVC).
 * The published code passes x_i to the other lanes through shared memory without a barrier. This
 * code uses a shuffle.
 *
 * Needs: levels, the transposed triangle with values. Extra bytes: 8 a row, 16 an entry and 8 a
 * level for each triangle. Not deterministic: subtractions of one level arrive in any order.
 * Progress: no kernel waits.
 */
#include "base/cuda_call.h"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = TSW_LEVEL_BLOCK;

/* Perform one level, a warp a column: finish x_i and subtract column i from other rows. */
static __global__ void __launch_bounds__(BLOCK)
   levc_kernel(tsw_zero z, tsw_entries a, const int32_t *order, int32_t first, int32_t last)
{
   const int32_t k = first + (int32_t) ((blockIdx.x * BLOCK + threadIdx.x) / 32);
   const int     lane = (int) (threadIdx.x % 32);
   if (k >= last)
   {
      return;
   }
   const int32_t i = order[k];
   double        x_i = 0.0;
   if (lane == 0)
   {
      x_i = z.finish_column(i, z.prepare(i), z.x[i]);
      z.x[i] = x_i;
   }
   x_i = __shfl_sync(TSW_FULL_WARP, x_i, 0);
   for (int32_t e = a.ptr[i] + lane; e < a.ptr[i + 1]; e += 32)
   {
      atomicAdd(&z.x[a.idx[e]], -(a.val[e] * x_i));
   }
}

static trisweep_status levc_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                  void *stream)
{
   const tsw_triangles *t = (const tsw_triangles *) state;
   const bool           upper = pass->backward;
   TSW_TRY(tsw_start_columns(p, pass, (cudaStream_t) stream));
   return tsw_launch_levels(levc_kernel, tsw_pass_zero(p, pass), tsw_triangle_columns(t, upper),
                            t->triangle[upper].levels, (cudaStream_t) stream);
}

extern "C" const tsw_sptrsv tsw_sptrsv_levc = {
   .name = "levc",
   .summary = "level sets by columns, a launch a level",
   .source = "Li 2017, Alg. 2",
   .needs = TSW_NEED_LEVELS | TSW_NEED_COLUMN_VALUES,
   .solve = levc_solve,
};
