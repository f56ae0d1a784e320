/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Search for a row that shows that a matrix does not map constants to zero. Most matrices have such
 * a row among their first rows, which are looked at first. Rows without couplings are rare; only
 * where there are some, all entries are searched for couplings to them.
 */
#include "extensions/singular/row_sums_kernels.h"

#include "base/cuda_call.h"
#include "base/device/sum.cuh"

static constexpr int     BLOCK = 256;
static constexpr int     LANES = 8; /* for each row */
static constexpr int64_t FIRST_ROWS = 4096;

struct row_kinds
{
   int regular;   /* is there a row with couplings whose sum is not zero? */
   int uncoupled; /* is there a row without couplings? */
};

static __device__ row_kinds kinds_of_rows;

/* Rows from first on; none if a regular row is known. */
static __global__ void __launch_bounds__(BLOCK)
   look_at_sums(__grid_constant__ const tsw_row_parts a, int64_t first)
{
   const int64_t  i = first + ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int      lane = (int) threadIdx.x % LANES;
   const bool     is_known = __shfl_sync(~0u, kinds_of_rows.regular, 0) != 0;
   const unsigned lanes = ((1u << LANES) - 1) << (threadIdx.x % 32 / LANES * LANES);
   double         sum = 0.0, size = 0.0;
   bool           is_coupled = false;
   for (int part = 0; part < 2 && a.row_ptr[part] && i < a.n_rows && !is_known; part++)
   {
      for (int32_t e = a.row_ptr[part][i] + lane; e < a.row_ptr[part][i + 1]; e += LANES)
      {
         const double value = a.val[part][e];
         sum += value;
         size += fabs(value);
         is_coupled = is_coupled || (value != 0.0 && (part > 0 || a.col_idx[0][e] != i));
      }
   }
   sum = tsw_sum_lanes<LANES>(sum);
   size = tsw_sum_lanes<LANES>(size);
   is_coupled = (__ballot_sync(~0u, is_coupled) & lanes) != 0;
   if (lane == 0 && i < a.n_rows && !is_known)
   {
      if (!is_coupled)
      {
         kinds_of_rows.uncoupled = 1;
      }
      else if (!tsw_sums_are_zero(sum, size))
      {
         kinds_of_rows.regular = 1;
      }
   }
}

static __global__ void __launch_bounds__(BLOCK)
   look_for_couplings(__grid_constant__ const tsw_row_parts a)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < a.n_rows && tsw_row_is_regular(&a, (int32_t) i))
   {
      kinds_of_rows.regular = 1;
   }
}

/* Set what kernels find out, a variable of the device, to zero. */
template <class Result>
static cudaError_t clear(const Result &result, Result **address, cudaStream_t stream)
{
   const cudaError_t error = cudaGetSymbolAddress((void **) address, result);
   return error ? error : cudaMemsetAsync(*address, 0, sizeof result, stream);
}

/* Read what the kernels launched last have found out. Waits for the stream. */
template <class Result>
static cudaError_t read(const Result *address, void *result, cudaStream_t stream)
{
   cudaError_t error = cudaGetLastError();
   error = error
              ? error
              : cudaMemcpyAsync(result, address, sizeof *address, cudaMemcpyDeviceToHost, stream);
   return error ? error : cudaStreamSynchronize(stream);
}

cudaError_t tsw_find_regular_row(const tsw_row_parts *a, bool *found, cudaStream_t stream)
{
   row_kinds   kinds = {};
   row_kinds  *address;
   cudaError_t error = clear(kinds_of_rows, &address, stream);
   if (!error)
   {
      const int64_t rest = a->n_rows > FIRST_ROWS ? a->n_rows - FIRST_ROWS : 0;
      look_at_sums<<<tsw_blocks((a->n_rows - rest) * LANES, BLOCK), BLOCK, 0, stream>>>(*a, 0);
      if (rest > 0)
      {
         look_at_sums<<<tsw_blocks(rest * LANES, BLOCK), BLOCK, 0, stream>>>(*a, FIRST_ROWS);
      }
      error = read(address, &kinds, stream);
   }
   if (!error && !kinds.regular && kinds.uncoupled)
   {
      look_for_couplings<<<tsw_blocks(a->n_rows, BLOCK), BLOCK, 0, stream>>>(*a);
      error = read(address, &kinds, stream);
   }
   *found = kinds.regular != 0;
   return error;
}

static __device__ unsigned long long largest_bits; /* positive numbers order as their bits */
static __device__ int                rows_cleared;

static __global__ void __launch_bounds__(BLOCK)
   look_for_largest(__grid_constant__ const tsw_row_parts a)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   const double  largest = i < a.n_rows ? tsw_row_largest(&a, (int32_t) i) : 0.0;
   if (largest > 0.0)
   {
      atomicMax(&largest_bits, (unsigned long long) __double_as_longlong(largest));
   }
}

cudaError_t tsw_find_largest(const tsw_row_parts *a, double *largest, cudaStream_t stream)
{
   unsigned long long *address;
   const cudaError_t   error = clear(largest_bits, &address, stream);
   if (error)
   {
      return error;
   }
   look_for_largest<<<tsw_blocks(a->n_rows, BLOCK), BLOCK, 0, stream>>>(*a);
   return read(address, largest, stream);
}

static __global__ void __launch_bounds__(BLOCK)
   clear_negligible_rows(__grid_constant__ const tsw_row_parts a, double negligible, double *val,
                         double *norms)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < a.n_rows && tsw_row_is_negligible(&a, (int32_t) i, negligible))
   {
      for (int32_t e = a.row_ptr[0][i]; e < a.row_ptr[0][i + 1]; e++)
      {
         val[e] = 0.0;
      }
      if (norms)
      {
         norms[i] = 0.0;
      }
      atomicAdd(&rows_cleared, 1);
   }
}

cudaError_t tsw_clear_negligible_rows(const tsw_row_parts *a, double negligible, double *val,
                                      double *norms, int *n_cleared, cudaStream_t stream)
{
   int              *address;
   const cudaError_t error = clear(rows_cleared, &address, stream);
   if (error)
   {
      return error;
   }
   clear_negligible_rows<<<tsw_blocks(a->n_rows, BLOCK), BLOCK, 0, stream>>>(*a, negligible, val,
                                                                             norms);
   return read(address, n_cleared, stream);
}
