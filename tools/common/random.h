/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* SplitMix64 (Steele, Lea, Flood 2014): random numbers that are the same on every machine. */
#ifndef TSW_TOOLS_COMMON_RANDOM_H
#define TSW_TOOLS_COMMON_RANDOM_H

#include <stdint.h>

#include "base/inline.h"

/** Mix the bits of a state or of a key. */
TSW_EVERYWHERE uint64_t tsw_mix(uint64_t z)
{
   z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
   z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
   return z ^ (z >> 31);
}

/** The next number of a sequence. */
static inline uint64_t tsw_next(uint64_t *state)
{
   return tsw_mix(*state += UINT64_C(0x9e3779b97f4a7c15));
}

/** Random bits as a number in [0, 1), or in [-1, 1). */
TSW_EVERYWHERE double tsw_unit(uint64_t bits)
{
   return (double) (bits >> 11) * 0x1p-53;
}

TSW_EVERYWHERE double tsw_both_signs(uint64_t bits)
{
   return (double) (bits >> 11) * 0x1p-52 - 1.0;
}

/** The i-th number in [-1, 1) of the sequence of a seed. */
TSW_EVERYWHERE double tsw_random_at(uint64_t seed, int64_t i)
{
   return tsw_both_signs(
      tsw_mix(seed * UINT64_C(0xd1342543de82ef95) + (uint64_t) i * UINT64_C(0x9e3779b97f4a7c15)));
}

#endif
