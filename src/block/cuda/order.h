/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

#include <trisweep.h>

/** Queue the place of each row in an order of at least one row. OK, CUDA. */
trisweep_status tsw_order_invert(const int32_t *row, int64_t n_rows, cudaStream_t stream,
                                 int32_t *place);
