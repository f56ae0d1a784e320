/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#pragma once

#include <cuda_runtime_api.h>

/**
 * The major compute capability that host code may count on: that of the current device, or of
 * the architecture that the code it runs was compiled for, if that is older. With PTX of 8.0 on
 * a device of 9.0, kernels lack what stands under __CUDA_ARCH__ >= 900, such as the wait of
 * a launch that begins early.
 */
cudaError_t tsw_cuda_major(int *major);
