/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Loops over rows: neighbouring lanes of a warp share a row. */
#pragma once

#include <stdint.h>

#include "base/cuda_call.h"
#include "block/packed.h"

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

template <class Body>
static __global__ void __launch_bounds__(BLOCK) each_row_by_lanes(__grid_constant__ const Body body)
{
   body(lanes::row(0), lanes::lane());
}

/*
 * Queue body(i, lane) for rows 0 .. n_rows - 1, and for the rest of the last block, whose threads
 * join the sums and votes of their warps. body: as that of tsw_each. OK, CUDA.
 */
template <class Body> trisweep_status each_row(int64_t n_rows, void *stream, const Body &body)
{
   if (n_rows > 0)
   {
      each_row_by_lanes<<<tsw_blocks(n_rows, BLOCK / LANES), BLOCK, 0, (cudaStream_t) stream>>>(
         body);
   }
   return TSW_CUDA_STATUS(cudaGetLastError());
}

/* This lane's part of (row k of a triangle) x; 0 behind the last row. */
static __device__ __forceinline__ double row_share(const tsw_triangle &t, int64_t k, int64_t n_rows,
                                                   const double *x)
{
   double        sum = 0.0;
   const int32_t end = k < n_rows ? t.row_ptr[k + 1] : 0;
   for (int32_t e = k < n_rows ? t.row_ptr[k] + lanes::lane() : 0; e < end; e += LANES)
   {
      sum += t.val[e] * x[t.col_idx[e]];
   }
   return sum;
}

/* The reciprocal, or 0 for 0; clears good if the number or the reciprocal is not finite. */
static __device__ __forceinline__ double reciprocal(double number, bool *good)
{
   const double inverse = number == 0.0 ? 0.0 : 1.0 / number;
   *good = *good && isfinite(number) && isfinite(inverse);
   return inverse;
}

/* Store the reciprocals and ratios of row i for which p has arrays. */
static __device__ __forceinline__ void scale_row(const tsw_packed &p, const double *l1_norms,
                                                 int64_t i, double diagonal, bool *good,
                                                 int32_t *n_zero)
{
   const double inverse = reciprocal(diagonal, good);
   if (p.inv_diag)
   {
      p.inv_diag[i] = inverse;
   }
   if (diagonal == 0.0)
   {
      atomicAdd(n_zero, 1);
   }
   if (l1_norms)
   {
      const double of_norm = reciprocal(l1_norms[i], good);
      *good = *good && isfinite(diagonal * of_norm);
      if (p.inv_l1)
      {
         p.inv_l1[i] = of_norm;
         p.diag_l1[i] = diagonal * of_norm;
      }
   }
}

/* The index of column j of t in [low, high), or -1. */
static __device__ __forceinline__ int32_t find_entry(const tsw_triangle &t, int32_t low,
                                                     int32_t high, int32_t j, bool descending)
{
   while (low < high)
   {
      const int32_t middle = low + (high - low) / 2;
      const int32_t c = t.col_idx[middle];
      if (c == j)
      {
         return middle;
      }
      if ((c < j) != descending)
      {
         low = middle + 1;
      }
      else
      {
         high = middle;
      }
   }
   return -1;
}

} // namespace tsw_rows
