/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Rounds with the host in the loop: the last block of a launch posts a number, which the host needs
 * for the next launch. The papers copy the number by cudaMemcpy. Here the block stores the number
 * in mapped host memory, and the host polls: a round has no copy, and no wait for the stream.
 */
#pragma once

#include <stdint.h>

#include "base/cuda_call.h"
#include "base/device/order.cuh"
#include "base/memory_cuda.h"

/* Number that the host waits for, and the words that find the last block of a launch. */
struct tsw_rounds
{
   int32_t  *n;    /* device: the number, counted by the threads of a launch */
   int32_t  *done; /* device: blocks of the launch that have finished; 0 between launches */
   uint64_t *host; /* mapped host memory: round << 32 | number */
};

/* To be called at the end of a launch by all threads of all blocks. Returns true in one thread of
 * the last block, after all other blocks have called. */
static __device__ __forceinline__ bool tsw_rounds_post(const tsw_rounds &r, uint32_t round)
{
   __syncthreads();
   if (threadIdx.x != 0)
   {
      return false;
   }
   __threadfence();
   if (atomicAdd(r.done, 1) != (int32_t) gridDim.x - 1)
   {
      return false;
   }
   __threadfence();
   *r.done = 0;
   *(volatile uint64_t *) r.host = (uint64_t) round << 32 | (uint32_t) tsw_peek(r.n);
   return true;
}

/* Wait for the number of a round. The wait ends with the launch: kernels of rounds do not wait. OK,
 * CUDA. */
static inline trisweep_status tsw_rounds_await(const tsw_rounds &r, uint32_t round,
                                               cudaStream_t stream, int32_t *n)
{
   static constexpr uint32_t CHECK_PERIOD = 1024;
   const volatile uint64_t  *word = r.host;
   uint64_t                  seen = *word;
   cudaError_t               error = cudaErrorNotReady;
   for (uint32_t polls = 1; seen >> 32 != round && error == cudaErrorNotReady; polls++)
   {
      error = polls % CHECK_PERIOD == 0 ? cudaStreamQuery(stream) : error;
      seen = *word;
   }
   (void) cudaGetLastError(); /* the next launch must not report cudaErrorNotReady */
   if (seen >> 32 != round)
   {
      TSW_CUDA(error);
      return TSW_ERROR(CUDA, "a kernel of the analysis ended without its result");
   }
   *n = (int32_t) (uint32_t) seen;
   return TRISWEEP_OK;
}

/* Take device words n, done and `more` others behind, and mapped host memory. n = done = 0. Close r
 * also after a failure. OK, MEMORY, CUDA. */
static inline trisweep_status tsw_rounds_open(int64_t more, cudaStream_t stream, tsw_rounds *r)
{
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &r->n, 2 + more, "levels"));
   TSW_TRY(tsw_memory_take_record(&r->host));
   r->done = r->n + 1;
   return TSW_CUDA_STATUS(cudaMemsetAsync(r->n, 0, 2 * sizeof(int32_t), stream));
}

static inline void tsw_rounds_close(tsw_rounds *r)
{
   tsw_memory_free_device(NULL, &r->n);
   tsw_memory_give_record(&r->host);
}
