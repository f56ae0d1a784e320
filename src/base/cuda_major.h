/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <cuda_runtime_api.h>

/**
 * The major compute capability for host code: that of the device, or of the architecture that the
 * code was compiled for, if that is older. Kernels from PTX of 8.0 lack code under
 * __CUDA_ARCH__ >= 900 also on a device of 9.0.
 */
cudaError_t tsw_cuda_major(int *major);
