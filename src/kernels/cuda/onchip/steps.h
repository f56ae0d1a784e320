/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "analysis/graph.h"
#include "kernels/cuda/onchip/layout.h"

/**
 * Assign a step to each row of a strict triangle. Rows are ordered by the first step in which a
 * chain record can hold their young entries. Each step takes the next rows until the step is full
 * or the next row must be in a later step. shape is set to the shape with the least estimated time.
 * Free steps also after a failure. OK, MEMORY, CUDA, TIMEOUT, UNSUPPORTED (too many steps for
 * 32-bit numbers).
 */
trisweep_status tsw_onchip_steps_find(const tsw_graph *triangle, void *stream,
                                      const tsw_onchip_shape **shape, tsw_onchip_steps *steps);

void tsw_onchip_steps_free(tsw_onchip_steps *steps);
