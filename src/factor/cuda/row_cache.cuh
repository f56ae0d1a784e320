/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * One row of the factors in shared memory of its warp: values (lower part, upper part, pivot), and
 * a hash table of columns with open addressing. A search takes one or two steps. A binary search in
 * global memory would read L2: the acquire of a flag before each earlier row invalidates L1.
 */
#pragma once

#include <stdint.h>

#include "factor/cuda/rows.cuh"

namespace factor {

struct row_cache
{
   double   *val;   /* [capacity] */
   int32_t  *key;   /* [2 capacity] columns; -1: free */
   uint16_t *place; /* [2 capacity] place of a column in val */
   int32_t   shift; /* of the hash, for this row's part of the table */

   /* Rows of less than capacity entries besides the diagonal fit; a power of two from 16 on. */
   static constexpr int32_t MOST = 1024;

   static __host__ __device__ size_t bytes(int32_t capacity)
   {
      return (size_t) capacity * (sizeof(double) + 2 * (sizeof(int32_t) + sizeof(uint16_t)));
   }

   __device__ row_cache(char *memory, int32_t capacity)
   {
      val = (double *) memory;
      key = (int32_t *) (val + capacity);
      place = (uint16_t *) (key + 2 * capacity);
      shift = 0;
   }

   __device__ __forceinline__ uint32_t mask() const
   {
      return 0xffffffffu >> shift;
   }

   __device__ __forceinline__ uint32_t hash(int32_t column) const
   {
      return (uint32_t) column * 0x9e3779b1u >> shift;
   }

   /* Empty the table of a row with so many entries, the diagonal counted. By whole warps. */
   __device__ __forceinline__ void clear(int32_t n_entries)
   {
      shift = __clz(2 * n_entries - 1);
      for (uint32_t h = threadIdx.x % 32; h <= mask(); h += 32)
      {
         key[h] = -1;
      }
      __syncwarp();
   }

   /* Columns of a row are distinct. */
   __device__ __forceinline__ void insert(int32_t column, int32_t at, double value)
   {
      uint32_t h = hash(column);
      while (atomicCAS(&key[h], -1, column) != -1)
      {
         h = (h + 1) & mask();
      }
      place[h] = (uint16_t) at;
      val[at] = value;
   }

   /* The place of a column in val, or -1. Half of the table is free, so that the loop ends. */
   __device__ __forceinline__ int32_t find(int32_t column) const
   {
      uint32_t h = hash(column);
      int32_t  found = key[h];
      while (found != column && found >= 0)
      {
         h = (h + 1) & mask();
         found = key[h];
      }
      return found == column ? place[h] : -1;
   }
};

} // namespace factor
