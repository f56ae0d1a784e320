/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#ifndef TSW_BLOCK_CUDA_SORT_H
#define TSW_BLOCK_CUDA_SORT_H

#include <stdbool.h>

#include <cuda_runtime_api.h>

#include "block/packed.h"

/**
 * Sort the columns of each row of a device triangle without values, and drop
 * repetitions.
 *
 * @param[in]     n_rows      at least 1
 * @param[in]     descending  columns are to descend
 * @param[in]     stream      of the work, which is finished when the call returns
 * @param[in,out] owner       account of the memory
 * @param[in,out] t           the triangle
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_device_sort_rows(int64_t n_rows, bool descending, cudaStream_t stream,
                                     tsw_memory *owner, tsw_triangle *t);

#endif
