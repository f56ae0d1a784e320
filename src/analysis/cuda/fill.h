/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "analysis/fill.h"

TRISWEEP_BEGIN_C

/**
 * As tsw_fill_compute, entry for entry, with the arrays in device memory.
 *
 * @param[in]     a       validated device block, pattern only
 * @param[in]     level   k, at least 0
 * @param[in]     stream  cudaStream_t of the work, which is finished when the call returns
 * @param[in,out] owner   account of the memory
 * @param[out]    fill    free it with tsw_device_fill_free, also after a failure
 * @return OK, MEMORY, UNSUPPORTED (more entries than 32-bit indices can count), CUDA
 */
trisweep_status tsw_device_fill_compute(const trisweep_csr *a, int32_t level, void *stream,
                                        tsw_memory *owner, tsw_fill *fill);

/** Free the arrays and zero the struct. */
void tsw_device_fill_free(tsw_memory *owner, tsw_fill *fill);

TRISWEEP_END_C
