/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One triangle of the onchip schedule in device memory, and the kernel that solves with it. */
#ifndef TSW_KERNELS_CUDA_ONCHIP_HALF_H
#define TSW_KERNELS_CUDA_ONCHIP_HALF_H

extern "C" {
#include "block/packed.h"
}
#include "kernels/cuda/onchip.cuh"

struct onchip_half
{
   bool            narrow;       /* which of the compiled shapes */
   int             threads;      /* of the solving block */
   int             shared_bytes; /* of the solving block */
   onchip_triangle triangle;     /* as the kernels read the pack */
   tsw_onchip_pack pack;
};

typedef void (*onchip_kernel)(onchip_triangle, onchip_vectors);

/** The solve kernel of a shape, with or without t. */
onchip_kernel tsw_onchip_kernel_of(bool narrow, bool keeps_residue);

/**
 * Schedule and lay out one triangle.
 *
 * @param[out]    h         zeroed before; free it with tsw_onchip_half_free, also after a failure
 * @param[in]     n         rows, at least 1
 * @param[in]     triangle  device arrays, pattern only
 * @param[in]     upper     which triangle it is
 * @param[in,out] owner     account of the memory
 * @param[in]     stream    of the work, which is finished when the call returns
 * @return OK, MEMORY, UNSUPPORTED, CUDA
 */
trisweep_status tsw_onchip_half_plan(onchip_half *h, int32_t n, const tsw_triangle *triangle,
                                 bool upper, tsw_memory *owner, cudaStream_t stream);

/** Queue the copy of the values into the layout. OK, CUDA. */
trisweep_status tsw_onchip_half_load(const onchip_half *h, const double *val, cudaStream_t stream);

void tsw_onchip_half_free(tsw_memory *owner, onchip_half *h);

#endif
