/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* What the kernels of one step of fill.cu work on. */
#ifndef TSW_ANALYSIS_CUDA_FILL_STEP_CUH
#define TSW_ANALYSIS_CUDA_FILL_STEP_CUH

#include <stdint.h>

namespace tsw_fill_step
{

constexpr int      BLOCK = 256;
constexpr int      WARPS = BLOCK / 32;
constexpr unsigned WARP = 0xffffffffu;

/* A pattern with its levels; each row ascends and has its diagonal. */
struct pattern
{
   int32_t *row_ptr;  /* [n_rows + 1] */
   int32_t *col_idx;  /* [nnz] */
   int32_t *diagonal; /* [n_rows] where the diagonal of a row stands */
   int32_t *level;    /* [nnz] NULL: all 0, or in a result: not wanted */
};

/* What counting finds out. */
struct tally
{
   unsigned long long nnz;
   int                n_long;
};

/* Step 0 sorts the matrix and adds its diagonal, step l adds the entries of level l. */
struct step
{
   int32_t        n_rows;
   int32_t        level;     /* l */
   int32_t        capacity;  /* rows with more entries are long: another kernel does them */
   const int32_t *a_row_ptr; /* of the matrix, for step 0 */
   const int32_t *a_col_idx;
   pattern        from;      /* levels below l, for all other steps */
   pattern        to;        /* row_ptr holds lengths, one place further, until they are summed */
   int32_t       *long_rows; /* [n_rows] */
   tally         *count;

   __device__ __forceinline__ int32_t begin(int32_t i) const
   {
      return level > 0 ? from.row_ptr[i] : 0;
   }

   /* How many entries row i has already. */
   __device__ __forceinline__ int32_t had(int32_t i) const
   {
      return level > 0 ? from.row_ptr[i + 1] - from.row_ptr[i] : 0;
   }

   /* The level of entry e of the pattern that is there. */
   __device__ __forceinline__ int32_t level_of(int32_t e) const
   {
      return from.level ? from.level[e] : 0;
   }
};

/* How many of the n ascending columns come before this one. */
static __device__ __forceinline__ int32_t place_in(const int32_t *columns, int32_t n,
                                                   int32_t column)
{
   int32_t low = 0;
   while (low < n)
   {
      const int32_t middle = low + (n - low) / 2;
      if (columns[middle] < column)
      {
         low = middle + 1;
      }
      else
      {
         n = middle;
      }
   }
   return low;
}

/* Write down the entry at place `at` of row i. */
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

} // namespace tsw_fill_step

#endif
