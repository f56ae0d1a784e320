/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <stdbool.h>

#include <cuda_runtime_api.h>

#include "block/packed.h"

/**
 * Sort the columns of each row of both device triangles, without values, and drop repetitions,
 * which n_entries counts on entry. The work on the stream is finished on return. OK, MEMORY, CUDA.
 */
trisweep_status tsw_device_sort_rows(cudaStream_t stream, tsw_memory *owner, tsw_packed *p);
