/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What host code that calls CUDA shares. */
#pragma once

#include "hypre/base/device_kernels.h"
#include "hypre/plug.h"

/** The arrays of a matrix of hypre. */
static inline tsw_device_csr tsw_csr_of(const hypre_CSRMatrix *a)
{
   return (tsw_device_csr){ hypre_CSRMatrixI(a), hypre_CSRMatrixJ(a), hypre_CSRMatrixData(a),
                            hypre_CSRMatrixNumRows(a), hypre_CSRMatrixNumNonzeros(a) };
}

/** Did CUDA fail? Clears CUDA's last error. */
bool tsw_cuda_fails(cudaError_t error);

/** False, with the message that this has failed on this rank, if CUDA failed. */
bool tsw_cuda_check(cudaError_t error, const char *what);
