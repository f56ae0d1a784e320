/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * levr: rows by level sets, a launch a level and a warp a row (Li 2017, Alg. 1, kernel LEVR).
 * levr-graph: the same launches in one CUDA graph; its pass is not capturable.
 *
 * Needs: levels. Extra bytes: 4 a row and 8 a level for each triangle, and what CUDA keeps
 * for the graphs. Deterministic. Progress: no kernel waits.
 */
#include "kernels/cuda/published/level_graph.h"

static constexpr int BLOCK = TSW_LEVEL_BLOCK;

template <class Z>
static __global__ void __launch_bounds__(BLOCK)
   levr_kernel(Z pass, tsw_entries a, const int32_t *order, int32_t first, int32_t last)
{
   const tsw_zero &z = tsw_zero_of(pass);
   const int32_t   k = first + (int32_t) ((blockIdx.x * BLOCK + threadIdx.x) / 32);
   const int       lane = (int) (threadIdx.x % 32);
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

template <class Z>
static trisweep_status launch(const tsw_triangles *t, const tsw_packed *p, bool backward, Z pass,
                              cudaStream_t stream)
{
   return tsw_launch_levels(levr_kernel<Z>, pass, tsw_triangle_rows(p, backward),
                            t->triangle[backward].levels, stream);
}

static trisweep_status levr_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                 void *stream)
{
   return launch((const tsw_triangles *) state, p, pass->backward, tsw_pass_zero(p, pass),
                 (cudaStream_t) stream);
}

extern "C" const tsw_schedule tsw_schedule_cuda_levr = {
   .name = "levr",
   .summary = "level sets by rows, a launch a level",
   .source = "Li 2017, Alg. 1",
   .space = TRISWEEP_DEVICE,
   .solve_only = true,
   .deterministic = true,
   .capturable = true,
   .state_bytes = sizeof(tsw_triangles),
   .plan = tsw_triangles_plan<TSW_NEED_LEVELS>,
   .pass = levr_pass,
   .free = tsw_triangles_free,
};

extern "C" const tsw_schedule tsw_schedule_cuda_levr_graph = {
   .name = "levr-graph",
   .summary = "levr, its launches captured in one CUDA graph",
   .source = "Li 2017, Alg. 1",
   .space = TRISWEEP_DEVICE,
   .solve_only = true,
   .deterministic = true,
   .state_bytes = sizeof(tsw_level_graph),
   .plan = tsw_level_graph_plan<TSW_NEED_LEVELS, launch<const tsw_zero *>>,
   .pass = tsw_level_graph_pass,
   .free = tsw_level_graph_free,
};
