/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <cuda_runtime.h>
#include <stdint.h>

#include <trisweep.h>

/**
 * The place of each row in an order of rows.
 *
 * @param[in]  row     device, [n_rows] the row at each place
 * @param[in]  n_rows  at least 1
 * @param[in]  stream  of the work, which is only queued
 * @param[out] place   device, [n_rows] the place of each row
 * @return OK, CUDA
 */
trisweep_status tsw_order_invert(const int32_t *row, int64_t n_rows, cudaStream_t stream,
                                 int32_t *place);
