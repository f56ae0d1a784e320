/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The i-th number of a random sequence, for host and device compilers. */
#ifndef TSW_TOOLS_BENCH_RANDOM_H
#define TSW_TOOLS_BENCH_RANDOM_H

#include <stdint.h>

#ifdef __CUDACC__
#define TSW_BENCH_BOTH __host__ __device__
#else
#define TSW_BENCH_BOTH
#endif

/* SplitMix64 of seed and index, scaled to [-1, 1). */
static inline TSW_BENCH_BOTH double tsw_bench_random(uint64_t seed, int64_t i)
{
   uint64_t z = seed * UINT64_C(0xd1342543de82ef95) + (uint64_t) i * UINT64_C(0x9e3779b97f4a7c15);
   z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
   z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
   z ^= z >> 31;
   return (double) (z >> 11) * 0x1p-52 - 1.0;
}

#endif
