/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Instructions and constants of schedule strips. */
#pragma once

#include <stdint.h>

#include "base/device/order.cuh"
#include "kernels/cuda/device/ptx.cuh"

namespace strips {
/*
 * Places of the ring in shared memory for the newest values. Late columns were swept less than a
 * round of the teams ago, and a block has at most 1,024 lanes: a value is overwritten only after
 * that round.
 */
static constexpr int RING = 2048;

/* tsw_peek if wanted, else value. By a predicate, not by a branch. */
__device__ __forceinline__ double peek_if(bool wanted, const double *at, double value)
{
   asm volatile("{\n"
                ".reg .pred p;\n"
                "setp.ne.s32 p, %2, 0;\n"
                "@p ld.relaxed.gpu.global.f64 %0, [%1];\n"
                "}"
                : "+d"(value)
                : "l"(at), "r"((int) wanted)
                : "memory");
   return value;
}

/* For data that the preceding kernel writes: without .nc, and only after tsw_wait_for_last. */
__device__ __forceinline__ double read_double_if(bool wanted, const double *at)
{
   double r = 0.0;
   asm volatile("{\n"
                ".reg .pred p;\n"
                "setp.ne.s32 p, %2, 0;\n"
                "@p ld.global.L1::no_allocate.f64 %0, [%1];\n"
                "}"
                : "+d"(r)
                : "l"(at), "r"((int) wanted)
                : "memory");
   return r;
}

/* For constant data of the matrix: read once, not kept in L1. By a predicate, not by a branch. */
__device__ __forceinline__ double stream_double_if(bool wanted, const double *at)
{
   double r = 0.0;
   asm volatile("{\n"
                ".reg .pred p;\n"
                "setp.ne.s32 p, %2, 0;\n"
                "@p ld.global.nc.L1::no_allocate.f64 %0, [%1];\n"
                "}"
                : "+d"(r)
                : "l"(at), "r"((int) wanted));
   return r;
}

__device__ __forceinline__ int32_t stream_word_if(bool wanted, const int32_t *at, int32_t r)
{
   asm volatile("{\n"
                ".reg .pred p;\n"
                "setp.ne.s32 p, %2, 0;\n"
                "@p ld.global.nc.L1::no_allocate.s32 %0, [%1];\n"
                "}"
                : "+r"(r)
                : "l"(at), "r"((int) wanted));
   return r;
}

__device__ __forceinline__ double stream_double(const double *p)
{
   return stream_double_if(true, p);
}

__device__ __forceinline__ int32_t stream_word(const int32_t *p)
{
   return stream_word_if(true, p, 0);
}

__device__ __forceinline__ void prefetch_if(bool wanted, const char *at)
{
   asm volatile("{\n"
                ".reg .pred p;\n"
                "setp.ne.s32 p, %1, 0;\n"
                "@p prefetch.global.L2 [%0];\n"
                "}" ::"l"(at),
                "r"((int) wanted));
}
} // namespace strips
