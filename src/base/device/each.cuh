/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A loop over items that do not depend on each other, a thread an item. */
#pragma once

#include "base/cuda_call.h"

static constexpr int TSW_EACH_BLOCK = 256;

template <class Body>
static __global__ void __launch_bounds__(TSW_EACH_BLOCK) tsw_each_item(int64_t n, Body body)
{
   const int64_t k = (int64_t) blockIdx.x * TSW_EACH_BLOCK + threadIdx.x;
   if (k < n)
   {
      body(k);
   }
}

/** tsw_each for the plug, which has messages of its own. */
template <class Body> cudaError_t tsw_queue_each(int64_t n, void *stream, Body body)
{
   if (n > 0)
   {
      tsw_each_item<<<tsw_blocks(n, TSW_EACH_BLOCK), TSW_EACH_BLOCK, 0, (cudaStream_t) stream>>>(
         n, body);
   }
   return cudaGetLastError();
}

/**
 * Queue body(k), k = 0 .. n - 1. body: a __device__ lambda, which holds copies [=] of what it uses:
 * no pointer to host memory. OK, CUDA.
 */
template <class Body> trisweep_status tsw_each(int64_t n, void *stream, Body body)
{
   return TSW_CUDA_STATUS(tsw_queue_each(n, stream, body));
}
