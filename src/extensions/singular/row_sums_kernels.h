/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Searches in matrices in device memory. */
#pragma once

#include <cuda_runtime_api.h>

#include <trisweep/status.h>

#include "extensions/singular/row_sums.h"

TRISWEEP_BEGIN_C

/** Is tsw_row_is_regular true for a row of a device matrix with rows? Waits for the stream. */
cudaError_t tsw_find_regular_row(const tsw_row_parts *a, bool *is_found, cudaStream_t stream);

/** The largest absolute value of both parts of a device matrix with rows. Waits for the stream. */
cudaError_t tsw_find_largest(const tsw_row_parts *a, double *largest, cudaStream_t stream);

/** tsw_clear_row for all rows of a device matrix. Counts the rows. Waits for the stream. */
cudaError_t tsw_clear_negligible_rows(const tsw_row_parts *a, double negligible, double *val,
                                      double *norms, int *n_cleared, cudaStream_t stream);

TRISWEEP_END_C
