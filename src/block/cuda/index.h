/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Index arrays of rows, on the device: row pointers, orders, sorted columns. */
#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

#include "block/packed.h"

/** Queue: turn the length of row i at row_ptr[i + 1] into row pointers. OK, MEMORY, CUDA. */
trisweep_status tsw_rows_sum_lengths(int32_t *row_ptr, int64_t n_rows, cudaStream_t stream);

/** Queue the inverse of an order: place[row[k]] = k. OK, CUDA. */
trisweep_status tsw_order_invert(const int32_t *row, int64_t n_rows, cudaStream_t stream,
                                 int32_t *place);

/** Queue: set *found to 1 if a number of v [n] is not finite. OK, CUDA. */
trisweep_status tsw_find_not_finite(const double *v, int64_t n, int32_t *found, void *stream);

/**
 * Sort the columns of each row of both device triangles, without values, and drop repetitions,
 * which n_entries counts on entry. The work on the stream is finished on return. OK, MEMORY, CUDA.
 */
trisweep_status tsw_device_sort_rows(cudaStream_t stream, tsw_memory *owner, tsw_packed *p);
