/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include "base/memory.h"
#include "block/packed.h"
#include "kernels/cuda/onchip/layout.h"

/** Lay out a strict triangle. OK, MEMORY, CUDA. */
trisweep_status tsw_onchip_pack_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                      const tsw_onchip_steps *steps, void *stream,
                                      tsw_memory *owner, tsw_onchip_pack *pack);

void tsw_onchip_pack_free(tsw_memory *owner, tsw_onchip_pack *pack);
