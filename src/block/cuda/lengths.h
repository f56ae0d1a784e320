/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

#include <trisweep.h>

/**
 * Lengths of rows to row pointers, in place: an inclusive sum behind a leading zero.
 *
 * @param[in,out] row_ptr  device, [n_rows + 1]; on entry the length of row i is at i + 1
 * @param[in]     n_rows   at least 1
 * @param[in]     stream   of the work, which is only queued
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_rows_sum_lengths(int32_t *row_ptr, int64_t n_rows, cudaStream_t stream);
