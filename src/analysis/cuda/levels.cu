/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Levels: a row gets a level once all rows that the row depends on have levels (trisweep). */
#include "analysis/cuda/graph.h"
#include "analysis/cuda/pull.cuh"

namespace {

struct level_fold
{
   typedef int32_t number;

   int32_t level;

   __device__ void add(int32_t earlier, int32_t, int32_t)
   {
      level = max(level, earlier + 1);
   }

   __device__ void join(const level_fold &other)
   {
      level = max(level, other.level);
   }

   __device__ void gather()
   {
      level = __reduce_max_sync(tsw_pull::ALL, level);
   }

   __device__ int32_t result() const
   {
      return level;
   }
};

} // namespace

trisweep_status tsw_graph_level(const tsw_graph *g, void *stream, int32_t *level)
{
   return tsw_pull::run<level_fold>(g, (cudaStream_t) stream, level);
}
