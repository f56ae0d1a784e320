/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One triangle of the onchip schedule in device memory, and the kernel that solves with it. */
#pragma once

#include "kernels/cuda/onchip/onchip.cuh"

struct onchip_solver
{
   const tsw_onchip_shape *shape;
   onchip_triangle         triangle;
};

/**
 * Schedule and lay out the pattern of one triangle of p with at least one row. Before the call all
 * members of s are zero. Free s also after a failure. The work on the stream is
 * finished on return. OK, MEMORY, UNSUPPORTED, CUDA, TIMEOUT.
 */
trisweep_status tsw_onchip_solver_plan(onchip_solver *s, const tsw_packed *p, bool upper,
                                       tsw_memory *owner, cudaStream_t stream);

/** Queue the copy of the values into the layout. OK, CUDA. */
trisweep_status tsw_onchip_solver_load(const onchip_solver *s, const double *val,
                                       cudaStream_t stream);

/** Queue the solving kernel, with or without t. OK, CUDA. */
trisweep_status tsw_onchip_solver_solve(const onchip_solver *s, const onchip_vectors *v, bool has_t,
                                        cudaStream_t stream);

void tsw_onchip_solver_free(tsw_memory *owner, onchip_solver *s);
