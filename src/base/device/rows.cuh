/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Loops over rows: neighbouring lanes of a warp share a row. */
#pragma once

#include <stdint.h>

#include "base/cuda_call.h"

namespace tsw_rows {

constexpr int BLOCK = 256;

/*
 * LANES lanes share a row. All threads perform equally many iterations, so that whole warps and
 * blocks call votes and sums:
 *
 *    for (int64_t first = 0; first < n_rows; first += row_lanes<LANES>::stride())
 */
template <int LANES> struct row_lanes
{
   static __device__ __forceinline__ int64_t row(int64_t first)
   {
      return first + ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   }

   static __device__ __forceinline__ int64_t stride()
   {
      return (int64_t) gridDim.x * BLOCK / LANES;
   }

   static __device__ __forceinline__ int lane()
   {
      return (int) (threadIdx.x % LANES);
   }

   /* Ballot among the lanes of the row. */
   static __device__ __forceinline__ unsigned vote(bool yes)
   {
      const unsigned all = __ballot_sync(0xffffffffu, yes);
      const unsigned mine = LANES == 32 ? 0xffffffffu : (1u << (LANES % 32)) - 1u;
      return (all >> (threadIdx.x % 32 / LANES * LANES)) & mine;
   }

   /* Number of votes of lower lanes of the row. */
   static __device__ __forceinline__ int before_me(unsigned votes)
   {
      return __popc(votes & ((1u << lane()) - 1u));
   }
};

/* Lanes of a row where nothing is known about the rows. */
constexpr int LANES = 8;
using lanes = row_lanes<LANES>;

template <int N, class Body>
static __global__ void __launch_bounds__(BLOCK) each_row_by_lanes(__grid_constant__ const Body body)
{
   body(row_lanes<N>::row(0), row_lanes<N>::lane());
}

/** each_row for the plug, which has messages of its own. */
template <int N = LANES, class Body>
cudaError_t queue_each_row(int64_t n_rows, void *stream, const Body &body)
{
   if (n_rows > 0)
   {
      each_row_by_lanes<N>
         <<<tsw_blocks(n_rows, BLOCK / N), BLOCK, 0, (cudaStream_t) stream>>>(body);
   }
   return cudaGetLastError();
}

/**
 * Queue body(i, lane) for rows 0 .. n_rows - 1 by N lanes a row, and for the rest of the last
 * block, whose threads join the sums and votes of their warps. body: as that of tsw_each. OK, CUDA.
 */
template <int N = LANES, class Body>
trisweep_status each_row(int64_t n_rows, void *stream, const Body &body)
{
   return TSW_CUDA_STATUS(queue_each_row<N>(n_rows, stream, body));
}

} // namespace tsw_rows
