/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A group of earlier rows for the elimination of a row; their values are polled together. */
#pragma once

#include "factor/cuda/long_row.cuh"
#include "factor/cuda/row_cache.cuh"

namespace factor {

/* An earlier row, one for each lane: number, and range of the upper part. */
struct earlier
{
   int32_t row; /* -1: none */
   int32_t begin;
   int32_t end;
};

static __device__ __forceinline__ earlier look_up(const ilu &s, const row_work &r, int32_t first)
{
   earlier       m = { -1, 0, 0 };
   const int32_t e = r.lower_begin + first + r.lane;
   if (e < r.lower_end)
   {
      m.row = s.lower.col_idx[e];
      m.begin = s.upper.row_ptr[m.row];
      m.end = s.upper.row_ptr[m.row + 1];
   }
   return m;
}

/* Up to GROUP earlier rows, from lane first on; CHUNKS * 32 entries of each are polled together. */
template <int GROUP, int CHUNKS> struct row_group
{
   int32_t n;
   int32_t lane;
   int32_t begin[GROUP]; /* of the upper part of each row */
   int32_t end[GROUP];
   int32_t place[GROUP][CHUNKS]; /* in the cache; -1: absent */
   double  upper[GROUP][CHUNKS]; /* unknown until the row is computed; 0 where place is -1 */

   __device__ __forceinline__ int32_t entry_of(int g, int chunk) const
   {
      return begin[g] + chunk * 32 + lane;
   }

   __device__ __forceinline__ void find_places(const tsw_triangle &t, const row_cache &c,
                                               const earlier &m, int32_t first)
   {
#pragma unroll
      for (int k = 0; k < GROUP * CHUNKS; k++)
      {
         const int g = k / CHUNKS;
         if (k % CHUNKS == 0)
         {
            begin[g] = __shfl_sync(WARP, m.begin, first + g);
            end[g] = __shfl_sync(WARP, m.end, first + g);
         }
         const int32_t u = entry_of(g, k % CHUNKS);
         place[g][k % CHUNKS] = g < n && u < end[g] ? t.col_idx[u] : -1;
      }
#pragma unroll
      for (int k = 0; k < GROUP * CHUNKS; k++)
      {
         int32_t &p = place[k / CHUNKS][k % CHUNKS];
         p = p >= 0 ? c.find(p) : -1;
         upper[k / CHUNKS][k % CHUNKS] = p >= 0 ? tsw_unknown() : 0.0;
      }
   }

   /* Poll this lane's missing numbers. True if none is missing. */
   __device__ __forceinline__ bool poll(const tsw_triangle &t)
   {
      bool known = true;
#pragma unroll
      for (int k = 0; k < GROUP * CHUNKS; k++)
      {
         double &number = upper[k / CHUNKS][k % CHUNKS];
         if (!tsw_is_known(number))
         {
            number = tsw_peek(&t.val[entry_of(k / CHUNKS, k % CHUNKS)]);
         }
      }
#pragma unroll
      for (int k = 0; k < GROUP * CHUNKS; k++)
      {
         known = known && tsw_is_known(upper[k / CHUNKS][k % CHUNKS]);
      }
      return known;
   }

   /* Subtract l times row g: the chunks and the later entries. */
   __device__ __forceinline__ void subtract(const ilu &s, row_cache &c, int g, double l) const
   {
#pragma unroll
      for (int k = 0; k < CHUNKS; k++)
      {
         if (place[g][k] >= 0)
         {
            c.val[place[g][k]] -= l * upper[g][k];
         }
      }
      for (int32_t u = entry_of(g, CHUNKS); u < end[g]; u += 32)
      {
         const int32_t at = c.find(s.upper.col_idx[u]);
         if (at >= 0)
         {
            c.val[at] -= l * s.f.wait_for(&s.upper.val[u]);
         }
      }
   }
};

} // namespace factor
