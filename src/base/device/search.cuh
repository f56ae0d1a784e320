/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Searches in sorted arrays, and the number of bits for a sort. */
#pragma once

#include <stdint.h>

#include "base/device/each.cuh"

/** The least k in low .. high - 1 with before(k) false, or high; before is true below this k. */
template <class Int, class Before>
static __device__ __forceinline__ Int tsw_first(Int low, Int high, Before before)
{
   while (low < high)
   {
      const Int middle = low + (high - low) / 2;
      if (before(middle))
      {
         low = middle + 1;
      }
      else
      {
         high = middle;
      }
   }
   return low;
}

/** Index of the last of n ascending bounds that is at most `place`; 0 if all are greater. */
static __device__ __forceinline__ int tsw_last_at_or_before(const int32_t *bounds, int n,
                                                            int32_t place)
{
   return tsw_first(1, n, [=](int k) { return bounds[k] <= place; }) - 1;
}

/** Bits of the numbers below n, 1 to 31. */
static inline int tsw_bits_of(int64_t n)
{
   int bits = 1;
   while (bits < 31 && ((int64_t) 1 << bits) < n)
   {
      bits++;
   }
   return bits;
}

/**
 * Queue the starts of the groups 0 .. n_groups in n ascending keys, whose group is key >> shift:
 * start[g] is the first key of group g or, if there is none, of a later group. OK, CUDA.
 */
template <class Key>
trisweep_status tsw_find_starts(const Key *key, int64_t n, int shift, int64_t n_groups,
                                int32_t *start, void *stream)
{
   return tsw_each(n_groups + 1, stream, [=] __device__(int64_t g) {
      start[g] = (int32_t) tsw_first((int64_t) 0, n,
                                     [=](int64_t k) { return (int64_t) (key[k] >> shift) < g; });
   });
}
