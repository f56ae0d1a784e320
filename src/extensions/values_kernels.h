/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The device code of values.h, compiled by nvcc without hypre's headers. */
#pragma once

#include "hypre/base/device_kernels.h"

TRISWEEP_BEGIN_C

/** Set the findings of the device to nothing. */
cudaError_t tsw_device_values_begin(cudaStream_t stream);

/** Add the pattern of a matrix to the findings; square: check its diagonal, too. */
cudaError_t tsw_device_values_inspect(const tsw_device_csr *a, bool square, uint64_t seed,
                                      cudaStream_t stream);

/** Add numbers to the pattern of the findings, in their order. */
cudaError_t tsw_device_values_inspect_numbers(const int32_t *numbers, int64_t n,
                                              cudaStream_t stream);

/** Copy the values of a matrix into val, the values of another matrix with these entries. */
cudaError_t tsw_device_values_copy(const tsw_device_csr *from, const tsw_device_csr *to,
                                   double *val, bool square, cudaStream_t stream);

/** Where kernels add bits to the findings. */
cudaError_t tsw_device_values_bits(unsigned **bits);

/** The length of the longest row; waits for the stream. */
cudaError_t tsw_device_longest_row(const tsw_device_csr *a, int *longest, cudaStream_t stream);

/**
 * val = the values of left times right, in the pattern of the product, whose longest row has this
 * length; repeats: a row of right may have a column twice. Adds to the findings; square: those of
 * the diagonal, too. INVALID_VALUE, without a launch: a row is too long.
 */
cudaError_t tsw_device_values_multiply(const tsw_device_csr *left, const tsw_device_csr *right,
                                       bool repeats, const tsw_device_csr *product, double *val,
                                       int longest, bool square, cudaStream_t stream);

/** Wait for the stream, and read the findings: bits of values.h. */
cudaError_t tsw_device_values_end(uint64_t *pattern, unsigned *bits, cudaStream_t stream);

TRISWEEP_END_C
