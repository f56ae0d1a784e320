/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Steps of a triangle for the onchip kernel: which row is done when. */
#pragma once

#include "analysis/graph.h"
#include "kernels/cuda/onchip/pack.h"

/**
 * Give each row of a strict triangle a step: rows are ordered by the first step in which a
 * record holds their near and other young entries; each step takes the next rows until it is
 * full or one has to wait. shape: the one that needs the least time. steps is to be freed
 * also after a failure. OK, MEMORY, CUDA, TIMEOUT, UNSUPPORTED (too many steps for 32-bit
 * numbers).
 */
trisweep_status tsw_onchip_steps_find(const tsw_graph *triangle, void *stream,
                                      const tsw_onchip_shape **shape, tsw_onchip_steps *steps);

void tsw_onchip_steps_free(tsw_onchip_steps *steps);
