/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "analysis/fill.h"

TRISWEEP_BEGIN_C

/** tsw_fill_compute for device arrays, with equal results. Free with tsw_device_fill_free. */
trisweep_status tsw_device_fill_compute(const trisweep_csr *a, int32_t level, void *stream,
                                        tsw_memory *owner, tsw_fill *fill);

/** Free the arrays and zero the struct. */
void tsw_device_fill_free(tsw_memory *owner, tsw_fill *fill);

TRISWEEP_END_C
