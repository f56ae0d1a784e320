/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * levc: columns by level sets, a launch a level and a warp a column (Li 2017, Alg. 2, kernel LEVC).
 * levc-graph: the same launches in one CUDA graph; its pass is not capturable. The published code
 * passes x_i to the other lanes through shared memory without a barrier. This code uses a shuffle.
 *
 * Needs: levels, the transposed triangle with values. Extra bytes: 8 a row, 16 an entry and 8 a
 * level for each triangle, and what CUDA keeps for the graphs. Not deterministic: subtractions of
 * one level arrive in any order. Progress: no kernel waits.
 */
#include "kernels/cuda/published/level_graph.h"

static constexpr int BLOCK = TSW_LEVEL_BLOCK;

/* Perform one level, a warp a column: finish x_i and subtract column i from other rows. */
template <class Z>
static __global__ void __launch_bounds__(BLOCK)
   levc_kernel(Z pass, tsw_entries a, const int32_t *order, int32_t first, int32_t last)
{
   const tsw_zero &z = tsw_zero_of(pass);
   const int32_t   k = first + (int32_t) ((blockIdx.x * BLOCK + threadIdx.x) / 32);
   const int       lane = (int) (threadIdx.x % 32);
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

static __global__ void __launch_bounds__(BLOCK) start_kernel(const tsw_zero *z)
{
   tsw_start_column(*z, (int64_t) blockIdx.x * BLOCK + threadIdx.x);
}

template <class Z>
static trisweep_status launch(const tsw_triangles *t, bool backward, Z pass, cudaStream_t stream)
{
   return tsw_launch_levels(levc_kernel<Z>, pass, tsw_triangle_columns(t, backward),
                            t->triangle[backward].levels, stream);
}

static trisweep_status levc_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                 void *stream)
{
   TSW_TRY(tsw_start_columns(p, pass, (cudaStream_t) stream));
   return launch((const tsw_triangles *) state, pass->backward, tsw_pass_zero(p, pass),
                 (cudaStream_t) stream);
}

static trisweep_status levc_capture(const tsw_triangles *t, const tsw_packed *p, bool backward,
                                    const tsw_zero *arguments, cudaStream_t stream)
{
   start_kernel<<<tsw_blocks(p->n_rows, BLOCK), BLOCK, 0, stream>>>(arguments);
   return launch(t, backward, arguments, stream);
}

extern "C" const tsw_schedule tsw_schedule_cuda_levc = {
   .name = "levc",
   .summary = "level sets by columns, a launch a level",
   .source = "Li 2017, Alg. 2",
   .space = TRISWEEP_DEVICE,
   .solve_only = true,
   .capturable = true,
   .state_bytes = sizeof(tsw_triangles),
   .plan = tsw_triangles_plan<TSW_NEED_LEVELS | TSW_NEED_COLUMN_VALUES>,
   .load = tsw_triangles_load,
   .pass = levc_pass,
   .free = tsw_triangles_free,
};

extern "C" const tsw_schedule tsw_schedule_cuda_levc_graph = {
   .name = "levc-graph",
   .summary = "levc, its launches captured in one CUDA graph",
   .source = "Li 2017, Alg. 2",
   .space = TRISWEEP_DEVICE,
   .solve_only = true,
   .state_bytes = sizeof(tsw_level_graph),
   .plan = tsw_level_graph_plan<TSW_NEED_LEVELS | TSW_NEED_COLUMN_VALUES, levc_capture>,
   .load = tsw_triangles_load,
   .pass = tsw_level_graph_pass,
   .free = tsw_level_graph_free,
};
