/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A lane's part of a row's sum over new values (new_values.cuh). A lane polls DEPTH at a time. */
#pragma once

#include <stdint.h>

#include "base/device/wait.cuh"
#include "kernels/cuda/device/new_values.cuh"

/*
 * Sum val[e] fresh[col[e]], e = begin + k * lanes < end. To be called by whole warps. No lane waits
 * for a value that the same warp computes.
 */
template <int DEPTH>
static __device__ __forceinline__ double tsw_share_new(const int32_t *col_idx, const double *values,
                                                       const double *fresh, int32_t begin,
                                                       int32_t end, int lanes, const tsw_wait &wait)
{
   tsw_wait_clock clock;
   double         sum = 0.0;
   bool           given_up = false;
   for (int32_t first = begin; __any_sync(0xffffffffu, first < end); first += DEPTH * lanes)
   {
      int32_t   col[DEPTH];
      double    val[DEPTH];
      long long bits[DEPTH];
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const int32_t e = first + q * lanes;
         col[q] = e < end ? __ldcs(&col_idx[e]) : -1;
         val[q] = e < end ? __ldcs(&values[e]) : 0.0;
         bits[q] = e < end ? TSW_UNKNOWN : 0;
      }
      bool known;
      do
      {
         known = true;
#pragma unroll
         for (int q = 0; q < DEPTH; q++)
         {
            if (bits[q] == TSW_UNKNOWN)
            {
               bits[q] = tsw_peek_bits(&fresh[col[q]]);
            }
         }
#pragma unroll
         for (int q = 0; q < DEPTH; q++)
         {
            known = known && bits[q] != TSW_UNKNOWN;
         }
         given_up = given_up || (!known && clock.expired(wait));
      } while (!__all_sync(0xffffffffu, known || given_up));
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         sum += first + q * lanes < end ? val[q] * __longlong_as_double(bits[q]) : 0.0;
      }
   }
   return sum;
}
