/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A thread looks at a row. Most matrices have a row that shows that they are regular among their
 * first rows, which are looked at first.
 */
#include "extensions/singular/row_sums_kernels.h"

#include <string.h>

#include "base/cuda_call.h"

static constexpr int     BLOCK = 256;
static constexpr int64_t FIRST_ROWS = 4096;

/* What a search finds: 1, a number of rows, or the bits of a value: positive ones order alike. */
static __device__ unsigned long long found;

static cudaError_t begin(cudaStream_t stream)
{
   void             *address;
   const cudaError_t error = cudaGetSymbolAddress(&address, found);
   return error ? error : cudaMemsetAsync(address, 0, sizeof found, stream);
}

/* Read what the kernels since begin have found. Waits for the stream. */
static cudaError_t end(unsigned long long *result, cudaStream_t stream)
{
   cudaError_t error = cudaGetLastError();
   error = error ? error
                 : cudaMemcpyFromSymbolAsync(result, found, sizeof found, 0, cudaMemcpyDeviceToHost,
                                             stream);
   return error ? error : cudaStreamSynchronize(stream);
}

static __device__ int64_t thread_number()
{
   return (int64_t) blockIdx.x * BLOCK + threadIdx.x;
}

/* Rows from first on; none if a regular row is known. */
static __global__ void __launch_bounds__(BLOCK)
   look_for_regular(__grid_constant__ const tsw_row_parts a, int64_t first)
{
   const int64_t i = first + thread_number();
   if (found == 0 && i < a.n_rows && tsw_row_is_regular(&a, (int32_t) i))
   {
      found = 1;
   }
}

cudaError_t tsw_find_regular_row(const tsw_row_parts *a, bool *is_found, cudaStream_t stream)
{
   unsigned long long result = 0;
   cudaError_t        error = begin(stream);
   if (!error)
   {
      const int64_t rest = a->n_rows > FIRST_ROWS ? a->n_rows - FIRST_ROWS : 0;
      look_for_regular<<<tsw_blocks(a->n_rows - rest, BLOCK), BLOCK, 0, stream>>>(*a, 0);
      if (rest > 0)
      {
         look_for_regular<<<tsw_blocks(rest, BLOCK), BLOCK, 0, stream>>>(*a, FIRST_ROWS);
      }
      error = end(&result, stream);
   }
   *is_found = result != 0;
   return error;
}

static __global__ void __launch_bounds__(BLOCK)
   look_for_largest(__grid_constant__ const tsw_row_parts a)
{
   const int64_t i = thread_number();
   const double  largest = i < a.n_rows ? tsw_row_largest(&a, (int32_t) i) : 0.0;
   if (largest > 0.0)
   {
      atomicMax(&found, (unsigned long long) __double_as_longlong(largest));
   }
}

cudaError_t tsw_find_largest(const tsw_row_parts *a, double *largest, cudaStream_t stream)
{
   unsigned long long bits = 0;
   cudaError_t        error = begin(stream);
   if (!error)
   {
      look_for_largest<<<tsw_blocks(a->n_rows, BLOCK), BLOCK, 0, stream>>>(*a);
      error = end(&bits, stream);
   }
   memcpy(largest, &bits, sizeof bits);
   return error;
}

static __global__ void __launch_bounds__(BLOCK)
   clear_negligible_rows(__grid_constant__ const tsw_row_parts a, double negligible, double *val,
                         double *norms)
{
   const int64_t i = thread_number();
   if (i < a.n_rows && tsw_clear_row(&a, (int32_t) i, negligible, val, norms))
   {
      atomicAdd(&found, 1);
   }
}

cudaError_t tsw_clear_negligible_rows(const tsw_row_parts *a, double negligible, double *val,
                                      double *norms, int *n_cleared, cudaStream_t stream)
{
   unsigned long long n = 0;
   cudaError_t        error = begin(stream);
   if (!error)
   {
      clear_negligible_rows<<<tsw_blocks(a->n_rows, BLOCK), BLOCK, 0, stream>>>(*a, negligible, val,
                                                                                norms);
      error = end(&n, stream);
   }
   *n_cleared = (int) n;
   return error;
}
