/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Findings are sums and disjunctions of integers: the same in every run. Eight lanes for each row:
 * rows of AMG matrices have some ten entries.
 */
#include "extensions/values_kernels.h"

#include "base/device/rows.cuh"
#include "base/device/sum.cuh"
#include "extensions/found.cuh"
#include "extensions/pattern_hash.h"

using namespace tsw_rows;

static constexpr unsigned PATTERN = 1, INFINITE = 2, DIAGONAL = 4; /* bits of values.h */

struct findings
{
   unsigned long long pattern;
   unsigned           bits;
};

static __device__ findings found;

static __device__ unsigned bits_of(double value)
{
   return (__double_as_longlong(value) >> 52 & 0x7ff) == 0x7ff ? INFINITE : 0u;
}

/* Add the sum of a warp to the findings. All lanes of the warp call this function. */
static __device__ void add(unsigned long long pattern, unsigned bits)
{
   pattern = tsw_sum_lanes<32>(pattern);
   bits = __reduce_or_sync(~0u, bits);
   if (threadIdx.x % 32 == 0)
   {
      if (pattern)
      {
         atomicAdd(&found.pattern, pattern);
      }
      if (bits)
      {
         atomicOr(&found.bits, bits);
      }
   }
}

/* Is the diagonal entry among those that the lanes of a row have found? One lane adds the bit. */
static __device__ unsigned diagonal_bit(bool has, bool square, bool is_row, int lane)
{
   const unsigned votes = lanes::vote(has);
   return square && is_row && lane == 0 && votes == 0 ? DIAGONAL : 0u;
}

static __device__ void inspect_row(const tsw_device_csr &a, int64_t i, int lane, bool square,
                                   uint64_t rows, uint64_t columns)
{
   const bool         is_row = i < a.n_rows;
   const int32_t      end = is_row ? a.row_ptr[i + 1] : 0;
   unsigned long long pattern = is_row && lane == 0 ? tsw_hash_term(rows, i, end) : 0;
   unsigned           bits = 0;
   bool               has = false;
   for (int32_t k = (is_row ? a.row_ptr[i] : 0) + lane; k < end; k += LANES)
   {
      const double  value = a.val[k];
      const int32_t col = a.col_idx[k];
      pattern += tsw_hash_term(columns, k, col);
      bits |= bits_of(value);
      has = has || (col == i && value != 0.0);
   }
   bits |= diagonal_bit(has, square, is_row, lane);
   add(pattern, bits);
}

/* The place of a column in a row of a matrix; guess: where it probably is. -1: there is none. */
static __device__ int32_t find_entry(const tsw_device_csr &a, int32_t begin, int32_t end,
                                     int32_t guess, int32_t col)
{
   if (a.col_idx[guess] == col)
   {
      return guess;
   }
   for (int32_t k = begin; k < end; k++)
   {
      if (a.col_idx[k] == col)
      {
         return k;
      }
   }
   return -1;
}

static __device__ void copy_row(const tsw_device_csr &from, const tsw_device_csr &to, int64_t i,
                                int lane, double *val, bool square)
{
   const bool    is_row = i < to.n_rows;
   const int32_t begin = is_row ? from.row_ptr[i] : 0, end = is_row ? from.row_ptr[i + 1] : 0;
   const int32_t first = is_row ? to.row_ptr[i] : 0, last = is_row ? to.row_ptr[i + 1] : 0;
   const bool    same = end - begin == last - first;
   unsigned      bits = same ? 0u : PATTERN;
   bool          has = false;
   for (int32_t k = begin + lane; same && k < end; k += LANES)
   {
      const double  value = from.val[k];
      const int32_t col = from.col_idx[k];
      const int32_t place = find_entry(to, first, last, first + (k - begin), col);
      bits |= bits_of(value) | (place < 0 ? PATTERN : 0u);
      has = has || (col == i && value != 0.0);
      if (place >= 0)
      {
         val[place] = value;
      }
   }
   bits |= diagonal_bit(has, square, is_row, lane);
   add(0, bits);
}

cudaError_t tsw_device_values_begin(cudaStream_t stream)
{
   return tsw_clear_found(found, stream);
}

cudaError_t tsw_device_values_inspect(const tsw_device_csr *a, bool square, uint64_t seed,
                                      cudaStream_t stream)
{
   const uint64_t rows = tsw_hash_mix(2 * seed + 1), columns = tsw_hash_mix(2 * seed + 2);
   return queue_each_row(a->nnz > 0 ? a->n_rows : 0, stream,
                         [=, a = *a] __device__(int64_t i, int lane) {
                            inspect_row(a, i, lane, square, rows, columns);
                         });
}

cudaError_t tsw_device_values_inspect_numbers(const int32_t *numbers, int64_t n,
                                              cudaStream_t stream)
{
   return queue_each_row<1>(n, stream, [=] __device__(int64_t i, int) {
      add(i < n ? tsw_hash_term(tsw_hash_mix(1), i, numbers[i]) : 0, 0);
   });
}

cudaError_t tsw_device_values_copy(const tsw_device_csr *from, const tsw_device_csr *to,
                                   double *val, bool square, cudaStream_t stream)
{
   return queue_each_row(to->n_rows, stream,
                         [=, from = *from, to = *to] __device__(int64_t i, int lane) {
                            copy_row(from, to, i, lane, val, square);
                         });
}

cudaError_t tsw_device_values_bits(unsigned **bits)
{
   void             *address;
   const cudaError_t error = cudaGetSymbolAddress(&address, found);
   *bits = error ? nullptr : &((findings *) address)->bits;
   return error;
}

cudaError_t tsw_device_values_end(uint64_t *pattern, unsigned *bits, cudaStream_t stream)
{
   findings          host;
   const cudaError_t error = tsw_read_found(found, &host, stream);
   *pattern = error ? 0 : host.pattern;
   *bits = error ? 0 : host.bits;
   return error;
}
