/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernels of the plug, compiled by nvcc without hypre's headers. */
#pragma once

#include <stdint.h>

#include <cuda_runtime_api.h>

#include <trisweep/status.h>

TRISWEEP_BEGIN_C

/**
 * send[i] = u[j * stride + row[i - j]] with j = i % k, 0 if there is no column j < n_columns; all
 * device, n values, as hypre's communication package orders those of k vectors.
 */
cudaError_t tsw_pack(const double *u, int64_t stride, int32_t n_columns, const int32_t *row,
                     int32_t k, int64_t n, double *send, cudaStream_t stream);

/** r = r + f - b; all device, [n]. */
cudaError_t tsw_add_difference(const double *f, const double *b, int64_t n, double *r,
                               cudaStream_t stream);

/** A device CSR matrix of n_rows rows. */
typedef struct tsw_device_csr
{
   const int32_t *row_ptr;
   const int32_t *col_idx;
   const double  *val;
   int64_t        n_rows;
   int64_t        nnz;
} tsw_device_csr;

/**
 * r = r - A x, x[j * stride] is the value of column j; r[i] is not written if row i has no entries.
 */
cudaError_t tsw_subtract_product(const tsw_device_csr *a, const double *x, int32_t stride,
                                 double *r, cudaStream_t stream);

TRISWEEP_END_C
