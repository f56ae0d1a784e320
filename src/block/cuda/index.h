/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Index arrays of rows, on the device. */
#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

#include <trisweep.h>

/** Queue: lengths of rows, that of row i at i + 1, to row pointers, in place. OK, MEMORY, CUDA. */
trisweep_status tsw_rows_sum_lengths(int32_t *row_ptr, int64_t n_rows, cudaStream_t stream);

/** Queue the place of each row in an order of at least one row. OK, CUDA. */
trisweep_status tsw_order_invert(const int32_t *row, int64_t n_rows, cudaStream_t stream,
                                 int32_t *place);
