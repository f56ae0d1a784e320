/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Common parts of schedules: triangle, ZERO pass, the sum over a row, and tickets. */
#pragma once

#include <stdint.h>

#include "base/device/sum.cuh"
#include "kernels/schedule.h"

static constexpr uint32_t TSW_FULL_WARP = 0xffffffffu;

/* Entries of a triangle by rows or by columns. */
struct tsw_entries
{
   const int32_t *ptr;
   const int32_t *idx;
   const double  *val;
};

/* Is row i kept? inverse: its inv_scale. */
static __device__ __forceinline__ bool tsw_is_kept(const tsw_pass &p, int32_t i, double inverse)
{
   return inverse == 0.0 || (p.cf_marker && p.cf_marker[i] != p.points);
}

/* k_i x_i of a FULL or HALF pass (schedule.h). If k_i is 0, x_i is not read. */
static __device__ __forceinline__ double tsw_row_start(const tsw_pass &p, int32_t i, bool kept)
{
   const double ratio = p.diag_scale ? p.diag_scale[i] : 1.0;
   const double keep = kept ? 1.0 : 1.0 - p.relax_weight * p.omega * ratio;
   return keep == 0.0 ? 0.0 : keep * p.x[i];
}

/* A ZERO pass as an argument of kernels. */
struct tsw_zero : tsw_pass
{
   int32_t n_rows;

   /* The k-th row of the pass. */
   __device__ __forceinline__ int32_t row(int32_t k) const
   {
      return backward ? n_rows - 1 - k : k;
   }

   /* The number k of row i in the pass. */
   __device__ __forceinline__ int32_t number(int32_t i) const
   {
      return backward ? n_rows - 1 - i : i;
   }

   /* Data of row i that does not depend on other rows. */
   struct ready
   {
      double rhs;
      double scale;
      bool   kept;
   };

   __device__ __forceinline__ ready prepare(int32_t i) const
   {
      const double inv = inv_scale ? inv_scale[i] : 1.0;
      return { omega * b[i], inv, tsw_is_kept(*this, i, inv) };
   }

   /* x_i from the data of prepare() and the sum of row i. */
   __device__ __forceinline__ double finish(int32_t i, const ready &p, double sum) const
   {
      return finish_column(i, p, p.rhs - sum);
   }

   /* The same for schedules by columns, from r = omega b_i - (T x)_i. */
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

/* The fewest lanes of a row, 1, 2, 4, ... 32, with no more than `each` of n entries a lane. */
static inline int tsw_lanes_for(double n, double each)
{
   int lanes = 1;
   while (lanes < 32 && each * lanes < n)
   {
      lanes *= 2;
   }
   return lanes;
}

/* Index of the kernel for so many lanes a row, in a table for 1, 2, 4, ... 32 lanes. */
static inline int tsw_lanes_index(int lanes)
{
   int k = 0;
   while (1 << k < lanes)
   {
      k++;
   }
   return k;
}

/* kernel<lanes>, followed by the remaining arguments of the macro (launch configuration, ...). */
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

/* This lane's part of the sum over row i. */
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

/* The ticket of this block: blocks with earlier tickets run or have ended. */
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
