/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "analysis/cuda/graph.h"
#include "analysis/cuda/level_fold.cuh"
#include "analysis/cuda/pull.cuh"

trisweep_status tsw_graph_level(const tsw_graph *g, void *stream, int32_t *level)
{
   return tsw_pull::run<tsw_level_fold>(g, (cudaStream_t) stream, level);
}
