/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Far entries of the onchip schedule, which blocks beside the solving block sum. */
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/cuda/onchip/layout.h"

/** Far entries by slot of their row, with the slots of their columns. Device arrays. */
typedef struct tsw_onchip_far
{
   int64_t  n_entries;
   int      lanes;  /* lanes of a row in a slice of several rows */
   int      blocks; /* blocks that sum far entries; 0: there are no far entries */
   int32_t  n_slices;
   int2    *slice; /* first slot and end: rows of one step that a warp sums at once */
   int32_t *ptr;   /* [n_rows + 1] */
   int32_t *slot;  /* [n_entries] */
   int32_t *entry; /* [n_entries] index in the triangle */
   double  *val;   /* [n_entries] */
} tsw_onchip_far;

/** Lay out the far entries, if any. OK, MEMORY, CUDA. */
trisweep_status tsw_onchip_far_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                     const tsw_onchip_steps *steps, cudaStream_t stream,
                                     tsw_memory *owner, tsw_onchip_far *far);

void tsw_onchip_far_free(tsw_memory *owner, tsw_onchip_far *far);
