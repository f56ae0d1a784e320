/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Fill of rows that are too long for a warp, a block a row: a bit for each column, in shared
 * memory if the block has few enough columns, in global memory if not.
 */
#ifndef TSW_ANALYSIS_CUDA_FILL_LONG_CUH
#define TSW_ANALYSIS_CUDA_FILL_LONG_CUH

#include <cub/block/block_scan.cuh>

#include "analysis/cuda/fill_step.cuh"

namespace tsw_fill_step
{

/* The columns of a row as bits, all 0 between two rows. */
struct bit_row
{
   unsigned *word;
   int32_t   first; /* words of this thread that are not 0 lie between these */
   int32_t   last;

   __device__ void add(int32_t column)
   {
      atomicOr(&word[column / 32], 1u << column % 32);
      first = min(first, column / 32);
      last = max(last, column / 32);
   }
};

static __device__ void collect_long(const step &s, int32_t i, bit_row &bits)
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

/* Write down the columns of word w from place `at` on; those that were not there are new. */
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

/* Count the bits from word first to word last, write them if asked, and clear them. */
template <bool WRITE>
static __device__ int32_t drain(const step &s, int32_t i, unsigned *words, int32_t first,
                                int32_t last)
{
   typedef cub::BlockScan<int32_t, BLOCK> scan;
   __shared__ typename scan::TempStorage  storage;
   int32_t                                n = 0;
   for (int32_t base = first; base <= last; base += BLOCK)
   {
      const int32_t  w = base + (int32_t) threadIdx.x;
      const unsigned word = w <= last ? words[w] : 0;
      int32_t        before;
      int32_t        here;
      scan(storage).ExclusiveSum(__popc(word), before, here);
      __syncthreads();
      if (WRITE)
      {
         write_word(s, i, word, w, s.to.row_ptr[i] + n + before);
      }
      if (word)
      {
         words[w] = 0;
      }
      n += here;
   }
   return n;
}

/* Count the entries of the long rows, or write them. words: n_words for each block, or NULL. */
template <bool WRITE>
__global__ void __launch_bounds__(BLOCK)
   long_rows(step s, int32_t n_long, unsigned *words, int64_t n_words)
{
   extern __shared__ unsigned held[];
   __shared__ int32_t         first;
   __shared__ int32_t         last;
   unsigned                  *mine = words ? words + (int64_t) blockIdx.x * n_words : held;
   for (int64_t k = (int64_t) threadIdx.x; !words && k < n_words; k += BLOCK)
   {
      held[k] = 0;
   }
   for (int32_t k = (int32_t) blockIdx.x; k < n_long; k += (int32_t) gridDim.x)
   {
      const int32_t i = s.long_rows[k];
      bit_row       bits = { mine, INT32_MAX, -1 };
      __syncthreads();
      if (threadIdx.x == 0)
      {
         first = INT32_MAX;
         last = -1;
      }
      __syncthreads();
      collect_long(s, i, bits);
      atomicMin(&first, bits.first);
      atomicMax(&last, bits.last);
      __syncthreads();
      const int32_t n = drain<WRITE>(s, i, mine, first, last);
      if (!WRITE && threadIdx.x == 0)
      {
         s.to.row_ptr[i + 1] = n;
         atomicAdd(&s.count->nnz, (unsigned long long) n);
      }
   }
}

} // namespace tsw_fill_step

#endif
