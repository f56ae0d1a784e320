/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A variable of the device in which kernels store what they find. */
#pragma once

#include "base/cuda_call.h"

/** Queue: set the variable to zero. */
template <class Found> cudaError_t tsw_clear_found(const Found &found, cudaStream_t stream)
{
   void             *address;
   const cudaError_t error = cudaGetSymbolAddress(&address, found);
   return error ? error : cudaMemsetAsync(address, 0, sizeof found, stream);
}

/** Read the variable after the queued work of the stream. */
template <class Found>
cudaError_t tsw_read_found(const Found &found, Found *host, cudaStream_t stream)
{
   const cudaError_t error =
      cudaMemcpyFromSymbolAsync(host, found, sizeof found, 0, cudaMemcpyDeviceToHost, stream);
   return error ? error : cudaStreamSynchronize(stream);
}
