/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Steps of a triangle for the onchip kernel: which row is done when. See onchip_pack.h. */
#ifndef TSW_KERNELS_CUDA_ONCHIP_STEPS_H
#define TSW_KERNELS_CUDA_ONCHIP_STEPS_H

#include "kernels/cuda/onchip_pack.h"

/** A list schedule. Arrays by row have n_rows elements. */
typedef struct tsw_onchip_steps
{
   int32_t  n_steps;
   int32_t  width;    /* rows of the widest step */
   int32_t *step;     /* by row */
   int32_t *slot;     /* by row */
   int32_t *n_old;    /* by row: entries left to the helpers */
   int32_t *row;      /* by slot */
   int32_t *step_ptr; /* [n_steps + 1] slots of each step; within a step n_old descends */
} tsw_onchip_steps;

/** List the rows of a strict triangle; arguments as tsw_onchip_pack_build. OK, MEMORY. */
trisweep_status tsw_onchip_steps_find(int32_t n_rows, const int32_t *row_ptr,
                                      const int32_t *col_idx, bool upper,
                                      const tsw_onchip_shape *shape, tsw_memory *owner,
                                      tsw_onchip_steps *steps);

void tsw_onchip_steps_free(tsw_memory *owner, tsw_onchip_steps *steps);

#endif
