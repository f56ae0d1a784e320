/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* How pattern and values get into the slices of schedule levels. */
#ifndef TSW_KERNELS_CUDA_LEVELS_SLICES_CUH
#define TSW_KERNELS_CUDA_LEVELS_SLICES_CUH

#include "block/cuda/rows.cuh"
#include "kernels/cuda/levels_sliced.cuh"

namespace slices {

static constexpr int BLOCK = 256;

/* How slices lie: one level at a time, a warp a slice. */
struct view
{
   slices_level level;
   int          lanes;

   /* The slice of this warp; -1 for none. */
   __device__ __forceinline__ int32_t slice() const
   {
      const int32_t warp = (int32_t) ((blockIdx.x * BLOCK + threadIdx.x) / 32);
      return warp < level.n_slices ? level.first_slice + warp : -1;
   }

   /* The place of this lane's row; -1 for none. */
   __device__ __forceinline__ int32_t place() const
   {
      const int32_t warp = (int32_t) ((blockIdx.x * BLOCK + threadIdx.x) / 32);
      const int32_t k = level.first + (warp * 32 + (int32_t) (threadIdx.x % 32)) / lanes;
      return warp < level.n_slices && k < level.last ? k : -1;
   }

   __device__ __forceinline__ int32_t lane() const
   {
      return (int32_t) (threadIdx.x % 32) % lanes;
   }
};

/* The row at place k of a packed triangle, by ascending columns; -1: no row. */
struct packed_row
{
   int32_t first;
   int32_t step;
   int32_t length;

   __device__ __forceinline__ packed_row(const tsw_triangle &t, bool upper, int32_t k)
       : first(0), step(upper ? -1 : 1), length(0)
   {
      if (k >= 0)
      {
         first = upper ? t.row_ptr[k + 1] - 1 : t.row_ptr[k];
         length = t.row_ptr[k + 1] - t.row_ptr[k];
      }
   }

   /* Where its n-th entry is. */
   __device__ __forceinline__ int32_t at(int32_t n) const
   {
      return first + n * step;
   }
};

static __global__ void __launch_bounds__(BLOCK)
   measure(view s, const int32_t *row_ptr, int64_t *size)
{
   const int32_t k = s.place();
   const int32_t length = k >= 0 ? row_ptr[k + 1] - row_ptr[k] : 0;
   const int32_t most = __reduce_max_sync(0xffffffffu, length);
   if (s.slice() >= 0 && threadIdx.x % 32 == 0)
   {
      size[s.slice()] = 32 * (int64_t) ((most + s.lanes - 1) / s.lanes);
   }
}

static __global__ void __launch_bounds__(BLOCK)
   fill_columns(view s, tsw_triangle from, bool upper, levels_part to)
{
   const int32_t slice = s.slice();
   if (slice < 0)
   {
      return;
   }
   const packed_row row(from, upper, s.place());
   int32_t          n = s.lane();
   for (int64_t at = to.ptr[slice] + threadIdx.x % 32; at < to.ptr[slice + 1]; at += 32)
   {
      to.col[at] = n < row.length ? from.col_idx[row.at(n)] : -1;
      n += s.lanes;
   }
}

/* Where the slices of a level start; the next level, or the end, starts behind them. */
static __global__ void __launch_bounds__(BLOCK) fill_starts(view s, int32_t *start)
{
   const int32_t k = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   if (k <= s.level.n_slices)
   {
      const int32_t place = s.level.first + k * (32 / s.lanes);
      start[s.level.first_slice + k] = place < s.level.last ? place : s.level.last;
   }
}

/* From a block that may be of another pattern. */
template <class VALUE>
static __global__ void __launch_bounds__(BLOCK)
   fill_values(view s, tsw_triangle from, bool upper, levels_part to, int32_t *fault)
{
   const int32_t slice = s.slice();
   if (slice < 0)
   {
      return;
   }
   const packed_row row(from, upper, s.place());
   int32_t          n = s.lane();
   bool             matches = true;
   for (int64_t at = to.ptr[slice] + threadIdx.x % 32; at < to.ptr[slice + 1]; at += 32)
   {
      const bool has = n < row.length;
      matches = matches && to.col[at] == (has ? from.col_idx[row.at(n)] : -1);
      ((VALUE *) to.val)[at] = has ? (VALUE) from.val[row.at(n)] : (VALUE) 0;
      n += s.lanes;
   }
   if (!matches || n < row.length)
   {
      *fault = 1;
   }
}

/* Where a row stands in the slices of a triangle. */
struct sliced_row
{
   const levels_part &t;
   int64_t            begin; /* of its first lane */
   int64_t            end;
   int                lanes;

   __device__ __forceinline__ sliced_row(const levels_part &part, const view &s, int32_t k)
       : t(part), begin(0), end(0), lanes(s.lanes)
   {
      const int32_t rows = 32 / lanes;
      const int32_t local = k - s.level.first;
      const int32_t slice = s.level.first_slice + local / rows;
      if (k < s.level.last)
      {
         begin = t.ptr[slice] + local % rows * lanes;
         end = t.ptr[slice + 1];
      }
   }

   /* The place of its n-th entry, and -1 behind the slice. */
   __device__ __forceinline__ int64_t at(int32_t n) const
   {
      const int64_t place = begin + n / lanes * 32 + n % lanes;
      return place < end ? place : -1;
   }

   /* Store it; false if the n-th entry has another column. */
   template <class VALUE>
   __device__ __forceinline__ bool store(int32_t n, int32_t j, double value) const
   {
      const int64_t place = at(n);
      if (place < 0 || t.col[place] != j)
      {
         return false;
      }
      ((VALUE *) t.val)[place] = (VALUE) value;
      return true;
   }

   /* Has it an n-th entry? */
   __device__ __forceinline__ bool has(int32_t n) const
   {
      const int64_t place = at(n);
      return place >= 0 && t.col[place] >= 0;
   }
};

/*
 * From the caller's rows, tsw_rows::LANES lanes a row, whose columns ascend, the diagonal
 * apart, each once: the n-th entry of a side is the n-th of the triangle.
 */
template <class VALUE>
static __global__ void __launch_bounds__(BLOCK)
   take_rows(view s, const int32_t *row, const int32_t *rank, trisweep_csr a, levels_part lower,
             levels_part upper, int32_t *fault)
{
   const int32_t    k = s.level.first + (int32_t) tsw_rows::mine();
   const bool       has = k < s.level.last;
   const int32_t    i = has ? row[k] : 0;
   const sliced_row low(lower, s, k);
   const sliced_row up(upper, s, k);
   const int32_t    end = has ? a.row_ptr[i + 1] : 0;
   int32_t          e = has ? a.row_ptr[i] + tsw_rows::lane() : 0;
   int32_t          n_low = 0;
   int32_t          n_up = 0;
   bool             good = true;
   while (__any_sync(0xffffffffu, e < end))
   {
      const int32_t  j = e < end ? a.col_idx[e] : i;
      const int64_t  side = e < end ? tsw_rows::compare(rank, j, i) : 0;
      const unsigned lowers = tsw_rows::vote(side < 0);
      const unsigned uppers = tsw_rows::vote(side > 0);
      if (side < 0)
      {
         good = low.store<VALUE>(n_low + tsw_rows::before_me(lowers), j, a.val[e]) && good;
      }
      else if (side > 0)
      {
         good = up.store<VALUE>(n_up + tsw_rows::before_me(uppers), j, a.val[e]) && good;
      }
      good = good && (side != 0 || j == i);
      n_low += __popc(lowers);
      n_up += __popc(uppers);
      e += tsw_rows::LANES;
   }
   if (!good || (has && (low.has(n_low) || up.has(n_up))))
   {
      *fault = 1;
   }
}

} // namespace slices

#endif
