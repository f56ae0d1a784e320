/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the cost model asks of a block and of the device. */
#pragma once

#include "block/packed.h"
#include "plan/tune.h"

TRISWEEP_BEGIN_C

/**
 * Find longest_row, crossing and grid, and set n_rows; the rest is left as it is.
 *
 * @param[in]     p       device block in natural order
 * @param[in]     stream  cudaStream_t; the call waits for it
 * @param[in,out] shape   of the natural order
 * @return OK, MEMORY, CUDA
 */
trisweep_status tsw_survey_block(const tsw_packed *p, void *stream, tsw_tune_shape *shape);

/** The current device. OK, CUDA. */
trisweep_status tsw_survey_gpu(tsw_gpu *gpu);

TRISWEEP_END_C
