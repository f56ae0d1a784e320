/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * A warp reads the entries of its rows on one side. LANES lanes share a row: lane l has entries l,
 * l + LANES, ... A slice, the rows of a warp, is stored step by step: the first entry of each lane
 * that has one, the second entry of each lane that has two, and so on, without gaps. A step reads
 * neighbouring entries for all lengths of rows, as SELL-C-sigma does (Kreutzer and others 2014),
 * and without padding. A slice that is too long for sort.cu stays row by row.
 */
#pragma once

#include "base/device/sum.cuh"
#include "kernels/cuda/colors/entries.cuh"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/overlap.cuh"

namespace colors_slices {

using namespace colors_entries;

constexpr uint32_t WARP = 0xffffffffu;
constexpr int      UNIT = TSW_FEW_UNIT;
constexpr int      THREADS = 128;
constexpr int      BLOCKS = 9; /* of a multiprocessor, at least; measured, as is DEPTH */
constexpr int      DEPTH = 3;  /* steps of a chunk */

/* Is a slice stored step by step? n: of this lane's row, total: of the slice. Whole warps. */
__device__ __forceinline__ bool is_stepwise(int32_t n, int32_t total)
{
   return total <= COLORS_ROOM && !__any_sync(WARP, n > COLORS_LONGEST);
}

/* Number of entries that the l-th lane has of a row with n entries. */
template <int LANES> __device__ __forceinline__ int32_t share(int32_t n, int32_t l)
{
   return (n - l + LANES - 1) / LANES;
}

/* The entries of a slice on a side. */
template <int LANES> struct side
{
   uint32_t at;     /* of the next step; stored row by row: of this lane's next entry */
   int32_t  n;      /* of this lane */
   int32_t  steps;  /* of the slice; less than 0: stored row by row */
   int32_t  loaded; /* number of loaded steps */

   /* seg: of the colour's places. To be called by whole warps. */
   __device__ __forceinline__ void open(const int32_t *seg, int32_t place, int32_t n_places)
   {
      const int32_t l = (int32_t) (threadIdx.x % LANES);
      const int32_t begin = __ldg(seg + min(place, n_places));
      const int32_t length = __ldg(seg + min(place + 1, n_places)) - begin;
      at = (uint32_t) __shfl_sync(WARP, begin, 0);
      n = share<LANES>(length, l);
      steps = (int32_t) __reduce_max_sync(WARP, (uint32_t) n);
      loaded = 0;
      const int32_t total = __shfl_sync(WARP, begin + length, 31) - (int32_t) at;
      if (LANES < 32 && !is_stepwise(length, total))
      {
         at = (uint32_t) (begin + l);
         steps = -1;
      }
   }
};

/*
 * Some steps of a slice. The loads are unconditional: with conditions the compiler moves loads of
 * x, which wait for their entries, ahead of loads of other entries.
 */
template <class F> struct chunk
{
   entry_of<F> entry[DEPTH];

   /* A lane without an entry reads the next entry, after the last one the zero of pack.cu. */
   template <int LANES> __device__ __forceinline__ void load(const colors_store &a, side<LANES> *s)
   {
      const uint32_t before = (1u << (threadIdx.x % 32)) - 1u;
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const uint32_t mask = __ballot_sync(WARP, s->loaded + q < s->n);
         entry[q] = read_entry<F>(a, s->at + (uint32_t) __popc(mask & before));
         s->at += (uint32_t) __popc(mask);
      }
      s->loaded += DEPTH;
   }

   /* An x that does not belong to the row may be NaN: no product with such an x is added. */
   __device__ __forceinline__ double add(const colors_store &a, int32_t base, const double *x,
                                         int32_t n, double sum) const
   {
      double value[DEPTH];
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         value[q] = x[column_of<F>(a, entry[q], base)];
      }
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const double more = sum + number_of<F>(a, entry[q]) * value[q];
         sum = q < n ? more : sum;
      }
      return sum;
   }
};

/* Load the first chunk of the first side with steps. */
template <class F, int LANES, int N>
__device__ __forceinline__ chunk<F> begin_sides(const colors_store &a, side<LANES> (&s)[N])
{
   chunk<F> first;
   bool     ready = false;
#pragma unroll
   for (int k = 0; k < N; k++)
   {
      if (!ready && s[k].steps > 0)
      {
         first.load(a, &s[k]);
         ready = true;
      }
   }
   return first;
}

/*
 * This lane's part of the sums of a_ij x_j over N sides, x[k] for side k. now: of begin_sides. The
 * entries of the next chunk, of this side or of a later side, are loaded before the x of a chunk is
 * used. base: of the lane's row. WAITS: the preceding launch writes the x of the last side. To be
 * called by whole warps.
 */
template <class F, bool WAITS, int LANES, int N>
__device__ __forceinline__ void add_sides(const colors_store &a, side<LANES> (&s)[N], chunk<F> now,
                                          int32_t base, const double *const (&x)[N],
                                          double (&sum)[N])
{
#pragma unroll
   for (int k = 0; k < N; k++)
   {
      sum[k] = 0.0;
      if (WAITS && k == N - 1)
      {
         tsw_wait_for_last();
      }
      for (int32_t step = 0; step < s[k].steps; step += DEPTH)
      {
         chunk<F> next;
         bool     ready = step + DEPTH < s[k].steps;
         if (ready)
         {
            next.load(a, &s[k]);
         }
#pragma unroll
         for (int m = k + 1; m < N; m++)
         {
            if (!ready && s[m].steps > 0)
            {
               next.load(a, &s[m]);
               ready = true;
            }
         }
         sum[k] = now.add(a, base, x[k], s[k].n - step, sum[k]);
         now = next;
      }
      for (; s[k].steps == -1 && s[k].n > 0; s[k].n--, s[k].at += LANES)
      {
         const entry_of<F> one = read_entry<F>(a, s[k].at);
         sum[k] += number_of<F>(a, one) * x[k][column_of<F>(a, one, base)];
      }
      sum[k] = scaled<F>(a, sum[k]);
   }
}

template <class VALUE>
__device__ __forceinline__ double shift_of(const colors_store &a, int64_t place, int32_t i)
{
   return (double) ((const VALUE *) a.dense)[colors_shift_at(place, i)];
}

/* The entries of a row within its unit: a[q] for the q-th row of the unit; the shift for itself. */
template <class VALUE> struct unit_entries
{
   VALUE a[UNIT];

   __device__ __forceinline__ void read(const colors_store &s, int64_t place)
   {
      if (sizeof(VALUE) == sizeof(float))
      {
         const float4 four = __ldcs((const float4 *) s.dense + place);
         a[0] = (VALUE) four.x;
         a[1] = (VALUE) four.y;
         a[2] = (VALUE) four.z;
         a[3] = (VALUE) four.w;
      }
      else
      {
         for (int q = 0; q < UNIT; q += 2)
         {
            const double2 two = __ldcs((const double2 *) s.dense + 2 * place + q / 2);
            a[q] = (VALUE) two.x;
            a[q + 1] = (VALUE) two.y;
         }
      }
   }
};

/* The row at a place of a colour; -1: none. */
static __device__ __forceinline__ int32_t row_at(const colors_store &a, tsw_few_colors colors,
                                                 int32_t n_places, int32_t place, int32_t color)
{
   const int64_t i = place < n_places ? tsw_few_row(colors, place, color) : a.n_rows;
   return i < a.n_rows ? (int32_t) i : -1;
}

} // namespace colors_slices
