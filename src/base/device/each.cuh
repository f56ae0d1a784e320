/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A loop over items that do not depend on each other, a thread an item. */
#pragma once

#include "base/device/rows.cuh"

/** tsw_each for the plug, which has messages of its own. */
template <class Body> cudaError_t tsw_queue_each(int64_t n, void *stream, Body body)
{
   return tsw_rows::queue_each_row<1>(n, stream, [=] __device__(int64_t k, int) {
      if (k < n)
      {
         body(k);
      }
   });
}

/**
 * Queue body(k), k = 0 .. n - 1. body: a __device__ lambda, which holds copies [=] of what it uses:
 * no pointer to host memory. OK, CUDA.
 */
template <class Body> trisweep_status tsw_each(int64_t n, void *stream, Body body)
{
   return TSW_CUDA_STATUS(tsw_queue_each(n, stream, body));
}
