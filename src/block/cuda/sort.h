/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stdbool.h>

#include <cuda_runtime_api.h>

#include "block/packed.h"

/**
 * Sort the columns of each row of both device triangles, without values, and
 * drop repetitions.
 *
 * @param[in]     stream  of the work, which is finished when the call returns
 * @param[in,out] owner   account of the memory
 * @param[in,out] p       with rows; n_entries counts repetitions on entry
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_device_sort_rows(cudaStream_t stream, tsw_memory *owner, tsw_packed *p);
