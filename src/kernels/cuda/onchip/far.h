/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Entries that the onchip schedule leaves to blocks beside the solving one. */
#pragma once

#include <cuda_runtime_api.h>

#include "kernels/cuda/onchip/pack.h"

/** By slot, with the slots of their columns. Device arrays. */
typedef struct tsw_onchip_far
{
   int64_t  n_entries;
   int      lanes;  /* of a row that shares a slice with others */
   int      blocks; /* that share them; 0: there are no such entries */
   int32_t  n_slices;
   int2    *slice;  /* first slot and end, of one step; what a warp takes at once */
   int32_t *ptr;    /* [n_rows + 1] */
   int32_t *slot;   /* [n_entries] */
   int32_t *entry;  /* [n_entries] of the triangle */
   double  *val;    /* [n_entries] */
} tsw_onchip_far;

/** Lay out the entries that are old enough, if any. OK, MEMORY, CUDA. */
trisweep_status tsw_onchip_far_build(const tsw_triangle *triangle, const tsw_onchip_shape *shape,
                                     const tsw_onchip_steps *steps, cudaStream_t stream,
                                     tsw_memory *owner, tsw_onchip_far *far);

void tsw_onchip_far_free(tsw_memory *owner, tsw_onchip_far *far);
