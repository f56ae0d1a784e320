/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* New values of x. Each is its own flag: its word has a reserved NaN until it is published. */
#pragma once

#include <stdint.h>

#include "kernels/cuda/overlap.cuh"

static constexpr int TSW_MOVE = 256; /* threads of a block of tsw_move_values */

/* Marks an unknown value: a NaN that no operation of the device returns. */
static constexpr long long TSW_UNKNOWN = -1;
static constexpr long long TSW_ANY_NAN = 0x7ff8000000000000; /* replaces every NaN */

static __device__ __forceinline__ long long tsw_peek_value(const double *at)
{
   long long bits;
   asm volatile("ld.relaxed.gpu.global.s64 %0, [%1];" : "=l"(bits) : "l"(at) : "memory");
   return bits;
}

static __device__ __forceinline__ void tsw_publish_value(double *at, double value)
{
   const long long bits = value == value ? __double_as_longlong(value) : TSW_ANY_NAN;
   asm volatile("st.relaxed.gpu.global.s64 [%0], %1;" : : "l"(at), "l"(bits) : "memory");
}

/* Move the new values to x, and mark them unknown for the next pass. */
static __global__ void __launch_bounds__(TSW_MOVE)
   tsw_move_values(double *fresh, double *x, int64_t n_rows)
{
   const int64_t i = (int64_t) blockIdx.x * TSW_MOVE + threadIdx.x;
   tsw_wait_for_last();
   if (i < n_rows)
   {
      x[i] = fresh[i];
      fresh[i] = __longlong_as_double(TSW_UNKNOWN);
   }
}
