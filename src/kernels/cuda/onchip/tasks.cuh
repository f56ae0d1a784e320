/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Tasks: the rows of a step for a helper warp. Arguments of the kernels that lay out chunks. */
#pragma once

#include <cuda_runtime_api.h>

#include <trisweep.h>

#include "kernels/cuda/onchip/layout.h"

namespace tsw_onchip {

constexpr int LANES = TSW_ONCHIP_LANES;
constexpr int DEEP = TSW_ONCHIP_DEEP;
/* Cycles of a helper warp, measured: for a chunk, a task, a shuffle of the task's reduction. */
constexpr int CHUNK_COST = 110;
constexpr int TASK_COST = 60;
constexpr int SHUFFLE_COST = 35;

/* A triangle, its steps, and the layout that the kernels fill. */
struct listing
{
   tsw_triangle     t;
   tsw_onchip_steps s;
   tsw_onchip_pack  p;
   tsw_onchip_shape shape;
};

/* Chunks of the steps. */
struct shares
{
   int32_t  *first; /* by step: number of chunks, later the first chunk */
   uint8_t  *lanes; /* by step: lanes of a row */
   uint16_t *count; /* by step: number of chunks */
};

/* The rows of one step. Steps behind the last one have no rows, but warps call their barriers. */
struct step_rows
{
   const int32_t *row;
   int            n;
};

__host__ __device__ inline int ceil_div(int a, int b)
{
   return (a + b - 1) / b;
}

static __device__ int log2_up(int n)
{
   return 32 - __clz(n - 1);
}

static __device__ step_rows rows_of(const listing &l, int32_t s)
{
   if (s >= l.s.n_steps)
   {
      return { l.s.row, 0 };
   }
   return { l.s.row + l.s.step_ptr[s], l.s.step_ptr[s + 1] - l.s.step_ptr[s] };
}

/* Iterates over the tasks of step s with so many lanes a row. */
struct task_list
{
   const listing &l;
   step_rows      rows;
   int            lanes; /* a row */
   int            begin; /* first row of the task */
   int            n_chunks;

   __device__ task_list(const listing &listing, int32_t s, int lanes_a_row)
       : l(listing), rows(rows_of(listing, s)), lanes(lanes_a_row), begin(-(LANES / lanes_a_row)),
         n_chunks(0)
   {
   }

   __device__ bool next()
   {
      begin += LANES / lanes;
      if (begin >= rows.n)
      {
         return false;
      }
      n_chunks = ceil_div(l.s.n_old[rows.row[begin]], DEEP * lanes);
      return true;
   }

   __device__ int cycles() const
   {
      return n_chunks ? n_chunks * CHUNK_COST + TASK_COST + log2_up(lanes) * SHUFFLE_COST : 0;
   }
};

} // namespace tsw_onchip

/** Write all chunks and chain records. n_lanes: lanes of all chunks together. OK, CUDA. */
trisweep_status tsw_onchip_fill(const tsw_onchip::listing &l, const tsw_onchip::shares &share,
                                int64_t n_lanes, cudaStream_t stream);
