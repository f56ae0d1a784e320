/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A launch a level, captured in one CUDA graph. Kernels read the pass from device memory. */
#pragma once

#include "base/cuda_call.h"
#include "kernels/cuda/triangles.h"

/** Threads of a block of levr and levc. */
static constexpr int TSW_LEVEL_BLOCK = 512;

/** The pass of a kernel that gets tsw_zero, or its address in a captured graph. */
static __device__ __forceinline__ const tsw_zero &tsw_zero_of(const tsw_zero &z)
{
   return z;
}
static __device__ __forceinline__ const tsw_zero &tsw_zero_of(const tsw_zero *z)
{
   return *z;
}

/** Queue a launch a level, a warp a row or column. z: of the pass, or its address. OK, CUDA. */
template <class Zero>
trisweep_status tsw_launch_levels(void (*kernel)(Zero, tsw_entries, const int32_t *, int32_t,
                                                 int32_t),
                                  Zero z, const tsw_entries &a, const tsw_graph_levels &levels,
                                  cudaStream_t stream)
{
   for (int64_t l = 0; l < levels.n_levels; l++)
   {
      const int32_t first = levels.host_level_ptr[l];
      const int32_t last = levels.host_level_ptr[l + 1];
      kernel<<<tsw_blocks(last - first, TSW_LEVEL_BLOCK / 32), TSW_LEVEL_BLOCK, 0, stream>>>(
         z, a, levels.order, first, last);
   }
   return TSW_CUDA_STATUS(cudaGetLastError());
}

typedef struct tsw_level_graph
{
   tsw_triangles   triangles; /* the first member */
   tsw_zero       *arguments; /* device: the pass, written before each launch of a graph */
   cudaGraphExec_t pass[2];   /* forward, backward */
} tsw_level_graph;

/** Queue the launches of one pass. Kernels read the pass from arguments. OK, CUDA. */
typedef trisweep_status (*tsw_level_launch)(const tsw_triangles *t, const tsw_packed *p,
                                            bool backward, const tsw_zero *arguments,
                                            cudaStream_t stream);

/**
 * Find the data needs (TSW_NEED_..., combined) by tsw_triangles_find, and capture the launches that
 * launch queues for both directions. owner does not count CUDA's memory for graphs. OK, MEMORY,
 * CUDA, TIMEOUT.
 */
trisweep_status tsw_level_graph_make(const tsw_packed *p, int needs, const tsw_analysis *analysis,
                                     tsw_level_launch launch, void *stream, tsw_memory *owner,
                                     tsw_level_graph *g);

/** As the members plan, pass and free of tsw_schedule; load is tsw_triangles_load. */
template <int NEEDS, tsw_level_launch LAUNCH>
trisweep_status tsw_level_graph_plan(const tsw_packed *p, const tsw_analysis *analysis, int,
                                     void *stream, tsw_memory *owner, void *state)
{
   return tsw_level_graph_make(p, NEEDS, analysis, LAUNCH, stream, owner,
                               (tsw_level_graph *) state);
}
trisweep_status tsw_level_graph_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                     void *stream);
void            tsw_level_graph_free(tsw_memory *owner, void *state);
