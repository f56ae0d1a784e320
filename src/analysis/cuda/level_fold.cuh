/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Levels: a row gets a level once all rows that the row depends on have levels (trisweep). */
#pragma once

#include "analysis/cuda/pull.cuh"

struct tsw_level_fold
{
   typedef int32_t number;

   int32_t level;

   __device__ void add(int32_t earlier, int32_t, int32_t)
   {
      level = max(level, earlier + 1);
   }

   __device__ void join(const tsw_level_fold &other)
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
