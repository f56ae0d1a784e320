/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One step of fill.cu: a block of threads holds a row as bits, in shared memory if they fit. */
#pragma once

#include <limits.h>
#include <stdint.h>

#include <cub/block/block_scan.cuh>

#include "base/device/search.cuh"

namespace tsw_fill_step {

constexpr int BLOCK = 128;
constexpr int WARPS = BLOCK / 32;

/* Words for the bits of a row: 32 for 1,024 columns, and one with a bit for each nonzero word. */
static __host__ __device__ inline int64_t tsw_fill_words(int64_t n_rows)
{
   return 33 * ((n_rows + 1023) / 1024);
}

/* A pattern with fill levels. Columns of a row ascend; every row has its diagonal. */
struct pattern
{
   int32_t *row_ptr;  /* [n_rows + 1] */
   int32_t *col_idx;  /* [nnz] */
   int32_t *diagonal; /* [n_rows] index of the diagonal entry of each row */
   int32_t *level;    /* [nnz]; NULL: all 0, or for a result: not stored */
};

/* Step 0 sorts the matrix and adds its diagonal, step l adds the entries of level l. */
struct step
{
   int32_t             n_rows;
   int32_t             level;     /* l */
   const int32_t      *a_row_ptr; /* of the matrix, for step 0 */
   const int32_t      *a_col_idx;
   pattern             from; /* levels below l, for all other steps */
   pattern             to;   /* row_ptr[i + 1] is the length of row i until the sum */
   unsigned long long *nnz;  /* entries of all rows */

   __device__ __forceinline__ int32_t begin(int32_t i) const
   {
      return level > 0 ? from.row_ptr[i] : 0;
   }

   /* Number of entries of row i so far. */
   __device__ __forceinline__ int32_t had(int32_t i) const
   {
      return level > 0 ? from.row_ptr[i + 1] - from.row_ptr[i] : 0;
   }

   /* The level of entry e of `from`. */
   __device__ __forceinline__ int32_t level_of(int32_t e) const
   {
      return from.level ? from.level[e] : 0;
   }
};

/* Number of columns less than `column`; the n columns ascend. */
static __device__ __forceinline__ int32_t place_in(const int32_t *columns, int32_t n,
                                                   int32_t column)
{
   return tsw_first(0, n, [=](int32_t k) { return columns[k] < column; });
}

/* Store an entry of row i at index `at`. */
static __device__ __forceinline__ void put(const step &s, int32_t i, int32_t at, int32_t column,
                                           int32_t level)
{
   s.to.col_idx[at] = column;
   if (s.to.level)
   {
      s.to.level[at] = level;
   }
   if (column == i)
   {
      s.to.diagonal[i] = at;
   }
}

/* The columns of a row as bits, and a bit for each nonzero word. All are 0 between two rows. */
struct bit_row
{
   unsigned *word;
   unsigned *some;  /* [words / 32] bits of the nonzero words */
   int32_t   first; /* least and greatest index in some that this thread set */
   int32_t   last;

   __device__ void add(int32_t column)
   {
      const int32_t w = column / 32;
      atomicOr(&word[w], 1u << column % 32);
      atomicOr(&some[w / 32], 1u << w % 32);
      first = min(first, w / 32);
      last = max(last, w / 32);
   }
};

/* Set the bits of row i: the entries so far and, from step 1 on, those of level s.level. */
static __device__ void collect(const step &s, int32_t i, bit_row &bits)
{
   const int32_t  begin = s.level > 0 ? s.from.row_ptr[i] : s.a_row_ptr[i];
   const int32_t  end = s.level > 0 ? s.from.row_ptr[i + 1] : s.a_row_ptr[i + 1];
   const int32_t *columns = s.level > 0 ? s.from.col_idx : s.a_col_idx;
   for (int32_t e = begin + (int32_t) threadIdx.x; e < end; e += BLOCK)
   {
      bits.add(columns[e]);
   }
   if (s.level == 0)
   {
      bits.add(i);
      return;
   }
   for (int32_t k = begin + (int32_t) threadIdx.x / 32; k < s.from.diagonal[i]; k += WARPS)
   {
      const int32_t m = s.from.col_idx[k];
      const int32_t wanted = s.level - 1 - s.level_of(k);
      const int32_t last = s.from.row_ptr[m + 1];
      for (int32_t e = s.from.diagonal[m] + 1 + (int32_t) (threadIdx.x % 32); e < last; e += 32)
      {
         if (s.level_of(e) == wanted)
         {
            bits.add(s.from.col_idx[e]);
         }
      }
   }
}

/* Write the columns of word w from index `at` on. Columns that `from` lacks get level s.level. */
static __device__ void write_word(const step &s, int32_t i, unsigned word, int32_t w, int32_t at)
{
   const int32_t begin = s.begin(i);
   const int32_t old = s.had(i);
   for (; word; word &= word - 1)
   {
      const int32_t column = 32 * w + __ffs((int) word) - 1;
      const int32_t k = old > 0 ? place_in(s.from.col_idx + begin, old, column) : 0;
      const bool    there = k < old && s.from.col_idx[begin + k] == column;
      put(s, i, at++, column, there ? s.level_of(begin + k) : s.level);
   }
}

/* Count the bits of a row, write the columns if WRITE, and clear the bits. */
template <bool WRITE>
static __device__ int32_t drain(const step &s, int32_t i, const bit_row &bits, int32_t first,
                                int32_t last)
{
   typedef cub::BlockScan<int32_t, BLOCK> scan;
   __shared__ typename scan::TempStorage  storage;
   int32_t                                n = 0;
   for (int32_t base = first; base <= last; base += BLOCK)
   {
      const int32_t  k = base + (int32_t) threadIdx.x;
      const unsigned some = k <= last ? bits.some[k] : 0;
      int32_t        mine = 0;
      int32_t        before;
      int32_t        here;
      for (unsigned rest = some; rest; rest &= rest - 1)
      {
         mine += __popc(bits.word[32 * k + __ffs((int) rest) - 1]);
      }
      scan(storage).ExclusiveSum(mine, before, here);
      __syncthreads();
      int32_t at = WRITE ? s.to.row_ptr[i] + n + before : 0;
      for (unsigned rest = some; rest; rest &= rest - 1)
      {
         const int32_t  w = 32 * k + __ffs((int) rest) - 1;
         const unsigned word = bits.word[w];
         if (WRITE)
         {
            write_word(s, i, word, w, at);
            at += __popc(word);
         }
         bits.word[w] = 0;
      }
      if (some)
      {
         bits.some[k] = 0;
      }
      n += here;
   }
   return n;
}

/* Count or write the entries of all rows. words: bits of each block; NULL: in shared memory. */
template <bool WRITE> __global__ void __launch_bounds__(BLOCK) fill_rows(step s, unsigned *words)
{
   extern __shared__ unsigned held[];
   __shared__ int32_t         first;
   __shared__ int32_t         last;
   const int64_t              room = tsw_fill_words(s.n_rows);
   unsigned                  *mine = words ? words + (int64_t) blockIdx.x * room : held;
   for (int64_t k = (int64_t) threadIdx.x; !words && k < room; k += BLOCK)
   {
      held[k] = 0;
   }
   for (int64_t k = (int64_t) blockIdx.x; k < s.n_rows; k += gridDim.x)
   {
      const int32_t i = (int32_t) k;
      bit_row       bits = { mine, mine + room / 33 * 32, INT32_MAX, -1 };
      __syncthreads();
      if (threadIdx.x == 0)
      {
         first = INT32_MAX;
         last = -1;
      }
      __syncthreads();
      collect(s, i, bits);
      atomicMin(&first, bits.first);
      atomicMax(&last, bits.last);
      __syncthreads();
      const int32_t n = drain<WRITE>(s, i, bits, first, last);
      if (!WRITE && threadIdx.x == 0)
      {
         s.to.row_ptr[i + 1] = n;
         atomicAdd(s.nnz, (unsigned long long) n);
      }
   }
}

} // namespace tsw_fill_step
