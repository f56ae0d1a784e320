/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Kernels of vectors.h and of exchanges, compiled by nvcc without hypre's headers. */
#pragma once

#include "hypre/base/device_kernels.h"

TRISWEEP_BEGIN_C

/** to[i] = from[i * stride], i < n; all device. */
cudaError_t tsw_copy_strided(const int32_t *from, int32_t stride, int64_t n, int32_t *to,
                             cudaStream_t stream);

/** y = alpha A x + beta z; z may be y, and is not read if beta is 0. All device. */
cudaError_t tsw_multiply(const tsw_device_csr *a, double alpha, const double *x, double beta,
                         const double *z, double *y, cudaStream_t stream);

/** Result of an inner product, in pinned host memory. */
typedef struct tsw_inner_result
{
   double   product;
   uint32_t is_done; /* written last: 1 */
} tsw_inner_result;

/**
 * Queue the inner product of device vectors [n], n > 0. The caller waits for is_done before the
 * next call: the kernel keeps its partial sums in one array of the device.
 */
cudaError_t tsw_inner_product(const double *x, const double *y, int64_t n, tsw_inner_result *result,
                              cudaStream_t stream);

TRISWEEP_END_C
