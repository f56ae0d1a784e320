/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The number of blocks of a kernel that the device holds at once, and the only launch for kernels
 * whose blocks wait for one another without tickets (test/rules/waiting.sh): CUDA refuses the
 * launch unless all blocks are resident together.
 */
#pragma once

#include <stdint.h>

#include "base/cuda_call.h"

/** The number of resident blocks by CUDA's occupancy; 0: none fits. OK, CUDA. */
static inline trisweep_status tsw_resident_blocks(const void *kernel, int threads, size_t bytes,
                                                  int64_t *blocks)
{
   int processors;
   int each;
   TSW_TRY(tsw_cuda_processors(&processors));
   TSW_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, threads, bytes));
   *blocks = (int64_t) processors * each;
   return TRISWEEP_OK;
}

/** The number of threads that are resident together at most. OK, CUDA. */
static inline trisweep_status tsw_resident_threads(int64_t *threads)
{
   int processors;
   int each;
   TSW_TRY(tsw_cuda_processors(&processors));
   TSW_TRY(tsw_cuda_attribute(cudaDevAttrMaxThreadsPerMultiProcessor, &each));
   *threads = (int64_t) processors * each;
   return TRISWEEP_OK;
}

/** Reduce *blocks to the number of resident blocks. OK, UNSUPPORTED (none fits), CUDA. */
static inline trisweep_status tsw_resident_limit(const void *kernel, int threads, size_t bytes,
                                                 int *blocks)
{
   int64_t most;
   TSW_TRY(tsw_resident_blocks(kernel, threads, bytes, &most));
   if (most == 0)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "the device cannot hold a block of %d threads and %zu bytes "
                       "of shared memory; choose another schedule",
                       threads, bytes);
   }
   *blocks = most < *blocks ? (int) most : *blocks;
   return TRISWEEP_OK;
}

/** Queue a kernel of one argument; CUDA fails if not all blocks are resident. OK, CUDA. */
static inline trisweep_status tsw_launch_resident(const void *kernel, int blocks, int threads,
                                                  size_t bytes, void *argument, cudaStream_t stream)
{
   return TSW_CUDA_STATUS(cudaLaunchCooperativeKernel(
      kernel, dim3((unsigned) blocks), dim3((unsigned) threads), &argument, bytes, stream));
}
