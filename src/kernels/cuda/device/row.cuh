/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * What all schedules share: the triangle, the vectors of a ZERO pass, the sum
 * over one row by 1 to 32 lanes, and the order in which blocks take their work.
 */
#pragma once

#include <stdint.h>

#include "base/device/sum.cuh"
#include "kernels/schedule.h"

static constexpr uint32_t TSW_FULL_WARP = 0xffffffffu;

/* A strict triangle by rows or by columns. */
struct tsw_entries
{
   const int32_t *ptr;
   const int32_t *idx;
   const double  *val;
};

/* The vectors and weights of one ZERO pass, as kernels/schedule.h defines it. */
struct tsw_zero
{
   int32_t        n_rows;
   int32_t        points;
   bool           backward;
   double         relax_weight;
   double         omega;
   const double  *inv_scale;
   const int32_t *cf_marker;
   const double  *b;
   double        *x;
   double        *t;

   /* The row that comes k-th. */
   __device__ __forceinline__ int32_t row(int32_t k) const
   {
      return backward ? n_rows - 1 - k : k;
   }

   /* The place k of row i. */
   __device__ __forceinline__ int32_t place(int32_t i) const
   {
      return backward ? n_rows - 1 - i : i;
   }

   __device__ __forceinline__ bool kept(int32_t i, double inv) const
   {
      return inv == 0.0 || (cf_marker && cf_marker[i] != points);
   }

   /* Everything about row i that can be read before its neighbours are known. */
   struct ready
   {
      double rhs;
      double scale;
      bool   kept;
   };

   __device__ __forceinline__ ready prepare(int32_t i) const
   {
      const double inv = inv_scale ? inv_scale[i] : 1.0;
      return { omega * b[i], inv, kept(i, inv) };
   }

   /* x_i from what prepare() read and the sum of row i. */
   __device__ __forceinline__ double finish(int32_t i, const ready &p, double sum) const
   {
      return finish_column(i, p, p.rhs - sum);
   }

   /* The same for schedules by columns, which find the whole right-hand side accumulated. */
   __device__ __forceinline__ double finish_column(int32_t i, const ready &p, double r) const
   {
      if (p.kept)
      {
         return 0.0;
      }
      if (t)
      {
         t[i] = r;
      }
      return relax_weight * (p.scale * r);
   }
};

/* Row i before its columns are subtracted: x_i = omega b_i. */
static __device__ __forceinline__ void tsw_start_column(const tsw_zero &z, int64_t i)
{
   if (i < z.n_rows)
   {
      z.x[i] = z.omega * z.b[i];
   }
}

/* The kernel for a number of lanes a row, its first template parameter, and what follows. */
#define TSW_PER_LANES(kernel, lanes, ...) \
   switch (lanes)                         \
   {                                      \
   case 1:                                \
      kernel<1> __VA_ARGS__;              \
      break;                              \
   case 2:                                \
      kernel<2> __VA_ARGS__;              \
      break;                              \
   case 4:                                \
      kernel<4> __VA_ARGS__;              \
      break;                              \
   case 8:                                \
      kernel<8> __VA_ARGS__;              \
      break;                              \
   case 16:                               \
      kernel<16> __VA_ARGS__;             \
      break;                              \
   default:                               \
      kernel<32> __VA_ARGS__;             \
      break;                              \
   }

/* This lane's share of row i, for x that is known and visible. */
template <int LANES>
static __device__ __forceinline__ double tsw_row_share(const tsw_entries &a, int32_t i, int lane,
                                                       const double *x)
{
   double        sum = 0.0;
   const int32_t end = a.ptr[i + 1];
   for (int32_t e = a.ptr[i] + lane; e < end; e += LANES)
   {
      sum += a.val[e] * x[a.idx[e]];
   }
   return sum;
}

/*
 * The number of this block in the order in which blocks begin to run. A block
 * that waits for rows of earlier numbers therefore waits for blocks that run or
 * have finished: forward progress needs no assumption on how the hardware
 * hands out blockIdx.
 */
static __device__ __forceinline__ int32_t tsw_take_ticket(int32_t *ticket)
{
   __shared__ int32_t taken;
   if (threadIdx.x == 0)
   {
      taken = atomicAdd(ticket, 1);
   }
   __syncthreads();
   return taken;
}

static inline unsigned tsw_blocks(int64_t work, int64_t per_block)
{
   return (unsigned) ((work + per_block - 1) / per_block);
}
