/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The numbers 0, 1, ... in device memory: a sort permutes them, a map starts from them. */
#ifndef TSW_ANALYSIS_CUDA_COUNT_UP_CUH
#define TSW_ANALYSIS_CUDA_COUNT_UP_CUH

#include <stdint.h>

#include "base/cuda_call.h"
#include "base/message.h"

static __global__ void tsw_count_up_kernel(int64_t n, int32_t *number)
{
   const int64_t k = (int64_t) blockIdx.x * blockDim.x + threadIdx.x;
   if (k < n)
   {
      number[k] = (int32_t) k;
   }
}

/* Queue it. OK, CUDA. */
static inline trisweep_status tsw_count_up(int64_t n, int32_t *number, cudaStream_t stream)
{
   constexpr int threads = 256;
   tsw_count_up_kernel<<<(unsigned) ((n + threads - 1) / threads), threads, 0, stream>>>(n, number);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

#endif
