/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Kernels of the analysis whose rows wait for other rows: how long, and how it is told. */
#ifndef TSW_ANALYSIS_CUDA_WAITING_CUH
#define TSW_ANALYSIS_CUDA_WAITING_CUH

#include "base/cuda_call.h"
#include "base/device/wait.cuh"
#include "base/memory_cuda.h"
#include "base/message.h"

/* The longest wait for a row. */
static constexpr int64_t TSW_ANALYSIS_WAIT_NS = 20 * INT64_C(1000000000);

/* Wait for the kernels, which latch a status in a device word. OK, CUDA, TIMEOUT. */
static inline trisweep_status tsw_analysis_finish(const int32_t *word, cudaStream_t stream)
{
   int32_t status;
   TSW_TRY(tsw_memory_read(&status, word, sizeof status, stream));
   return status == TRISWEEP_OK
             ? TRISWEEP_OK
             : TSW_ERROR(TIMEOUT, "the analysis waited longer than its bound for a row; is the "
                                  "device shared with a program that fills it?");
}

#endif
