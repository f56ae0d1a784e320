/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Steps of a triangle for the onchip kernel: which row is done when. */
#pragma once

#include "analysis/graph.h"
#include "kernels/cuda/onchip_pack.h"

/**
 * Give each row of a strict triangle a step. Rows are ordered by the first step in which a
 * record holds their near and other young entries, and each step takes the next rows until
 * it is full or one of them has to wait.
 *
 * @param[in]     triangle  device arrays
 * @param[in]     stream    of the work, which is finished when the call returns
 * @param[out]    shape     of the kernel, the one that needs the least time
 * @param[out]    steps     free it with tsw_onchip_steps_free, also after a failure
 * @return OK, MEMORY, CUDA, TIMEOUT, UNSUPPORTED (too many steps for 32-bit numbers)
 */
trisweep_status tsw_onchip_steps_find(const tsw_graph *triangle, void *stream,
                                      const tsw_onchip_shape **shape, tsw_onchip_steps *steps);

void tsw_onchip_steps_free(tsw_onchip_steps *steps);
