/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernel of a cycle: one block, vectors in shared memory, matrices from the second
 * level cache. A warp does a row of a sweep. While it adds up one row, the entries
 * of its next one are under way, and where the row after that stands.
 */
#ifndef TSW_CYCLE_CUDA_CYCLE_CUH
#define TSW_CYCLE_CUDA_CYCLE_CUH

#include <cuda_runtime.h>

#include "cycle/packed.h"

namespace cycle
{

constexpr int THREADS = 1024;
constexpr int WARPS = THREADS / 32;
constexpr int AHEAD = 3;   /* entries that a lane fetches ahead */
constexpr int SHARERS = 8; /* lanes of a row of a product */

/* Loads that stay where they are written, before a barrier. */
__device__ __forceinline__ double load_now(const double *at)
{
   double value;
   asm volatile("ld.global.nc.f64 %0, [%1];" : "=d"(value) : "l"(at));
   return value;
}

__device__ __forceinline__ int32_t load_now(const uint16_t *at)
{
   uint16_t value;
   asm volatile("ld.global.nc.u16 %0, [%1];" : "=h"(value) : "l"(at));
   return (int32_t) value;
}

__device__ __forceinline__ int4 load_now(const int4 *at)
{
   int4 value;
   asm volatile("ld.global.nc.v4.s32 {%0, %1, %2, %3}, [%4];"
                : "=r"(value.x), "=r"(value.y), "=r"(value.z), "=r"(value.w)
                : "l"(at));
   return value;
}

__device__ __forceinline__ tsw_cycle_row load_row(const tsw_cycle_row *at)
{
   static_assert(sizeof(tsw_cycle_row) == 2 * sizeof(int4), "a row is read in two parts");
   union
   {
      int4          part[2];
      tsw_cycle_row row;
   } u;
   u.part[0] = load_now((const int4 *) at);
   u.part[1] = load_now((const int4 *) at + 1);
   return u.row;
}

/* Walks the rows of one warp: those of a level set, then those of the next it has any in. */
struct cursor
{
   const tsw_cycle_level &level;
   bool                   backward;
   int32_t                set; /* in the order of the pass; n_sets at the end */
   int32_t                k;
   int32_t                end;

   __device__ __forceinline__ cursor(const tsw_cycle_level &l, bool b)
       : level(l), backward(b), set(0), k(0), end(0)
   {
      enter();
      settle();
   }

   __device__ __forceinline__ void enter()
   {
      const int32_t s = backward ? level.n_sets - 1 - set : set;
      k = __ldg(&level.set[s]) + (int32_t) (threadIdx.x / 32);
      end = __ldg(&level.set[s + 1]);
   }

   __device__ __forceinline__ void settle()
   {
      while (set < level.n_sets && k >= end && ++set < level.n_sets)
      {
         enter();
      }
   }

   __device__ __forceinline__ void advance()
   {
      k += WARPS;
      settle();
   }

   __device__ __forceinline__ bool ended() const
   {
      return set >= level.n_sets;
   }
};

/* A row and this lane's first entries of it. */
struct fetched
{
   tsw_cycle_row row;
   int32_t       first; /* of the entries that the pass needs */
   int32_t       n;
   int32_t       col[AHEAD];
   double        val[AHEAD];

   template <bool ZERO>
   __device__ __forceinline__ void fetch(const tsw_cycle_level &level, const tsw_cycle_row &r,
                                         bool backward)
   {
      const int32_t lane = (int32_t) (threadIdx.x % 32);
      row = r;
      first = r.begin + (ZERO && backward ? r.n_lower : 0);
      n = !ZERO ? r.n_lower + r.n_upper : backward ? r.n_upper : r.n_lower;
#pragma unroll
      for (int q = 0; q < AHEAD; q++)
      {
         if (lane + 32 * q < n)
         {
            col[q] = load_now(&level.col[first + lane + 32 * q]);
            val[q] = load_now(&level.val[first + lane + 32 * q]);
         }
      }
   }
};

__device__ __forceinline__ double sum_lanes(double sum, int lanes)
{
   for (int step = lanes / 2; step > 0; step /= 2)
   {
      sum += __shfl_xor_sync(0xffffffffu, sum, step);
   }
   return sum;
}

/* x_i and t_i of one row, by a warp. */
template <bool ZERO>
__device__ __forceinline__ void relax_row(const tsw_cycle_level &level, const fetched &r,
                                          bool backward, const double *f, double *x, double *t)
{
   const int32_t lane = (int32_t) (threadIdx.x % 32);
   double        fresh = 0.0;
   double        stale = 0.0;
   auto          add = [&](int32_t e, int32_t col, double val) {
      const bool is_fresh = ZERO || (e < r.row.n_lower) != backward;
      (is_fresh ? fresh : stale) += val * x[col];
   };
#pragma unroll
   for (int q = 0; q < AHEAD; q++)
   {
      if (lane + 32 * q < r.n)
      {
         add(lane + 32 * q, r.col[q], r.val[q]);
      }
   }
   for (int32_t e = lane + 32 * AHEAD; e < r.n; e += 32)
   {
      add(e, level.col[r.first + e], level.val[r.first + e]);
   }
   fresh = sum_lanes(fresh, 32);
   stale = ZERO ? 0.0 : sum_lanes(stale, 32);
   if (lane == 0)
   {
      const int32_t i = r.row.row;
      const double  right = f[i] - fresh;
      const double  keep = 1.0 - level.relax_weight * r.row.diag * r.row.inv;
      const double  start = ZERO || keep == 0.0 ? 0.0 : keep * x[i];
      t[i] = right;
      if (r.row.inv != 0.0)
      {
         x[i] = start + level.relax_weight * r.row.inv * (right - stale);
      }
      else if (ZERO)
      {
         x[i] = 0.0;
      }
   }
}

/* One pass, which leaves t_i = f_i less the product with what was new for row i. */
template <bool ZERO>
__device__ void relax(const tsw_cycle_level &level, bool backward, const double *f, double *x,
                      double *t)
{
   cursor        c(level, backward);
   fetched       next;
   tsw_cycle_row after;
   int32_t       set = c.set;
   if (!c.ended())
   {
      next.fetch<ZERO>(level, load_row(&level.row[c.k]), backward);
      c.advance();
   }
   int32_t set_after = c.set;
   if (!c.ended())
   {
      after = load_row(&level.row[c.k]);
   }
   for (int32_t s = 0; s < level.n_sets; s++)
   {
      while (set == s)
      {
         const fetched now = next;
         set = set_after;
         if (!c.ended())
         {
            next.fetch<ZERO>(level, after, backward);
            c.advance();
         }
         set_after = c.set;
         if (!c.ended())
         {
            after = load_row(&level.row[c.k]);
         }
         relax_row<ZERO>(level, now, backward, f, x, t);
      }
      __syncthreads();
   }
}

/* out(i, sum of this lane's share) for each of n rows, its entries given by range(k). */
template <class Range, class Out>
__device__ __forceinline__ void multiply(int32_t n, const uint16_t *col, const double *val,
                                         const double *x, Range range, Out out)
{
   const int32_t lane = (int32_t) (threadIdx.x % SHARERS);
   for (int32_t first = 0; first < n; first += THREADS / SHARERS)
   {
      const int32_t k = first + (int32_t) threadIdx.x / SHARERS;
      int2          r = { 0, 0 };
      double        sum = 0.0;
      if (k < n)
      {
         r = range(k);
      }
#pragma unroll 4
      for (int32_t e = r.x + lane; e < r.y; e += SHARERS)
      {
         sum += val[e] * x[col[e]];
      }
      sum = sum_lanes(sum, SHARERS);
      if (k < n && lane == 0)
      {
         out(k, sum);
      }
   }
   __syncthreads();
}

__device__ __forceinline__ int2 row_of(const tsw_cycle_matrix &m, int32_t k)
{
   return { __ldg(&m.ptr[k]), __ldg(&m.ptr[k + 1]) };
}

/* t from behind a pass becomes the residual: only the other triangle is left to be read. */
__device__ void find_residual(const tsw_cycle_level &level, bool backward, const double *x,
                              double *t)
{
   multiply(
      level.n_rows, level.col, level.val, x,
      [&](int32_t k) -> int2 {
         const tsw_cycle_row &r = level.row[k];
         const int32_t        mid = r.begin + r.n_lower;
         return backward ? int2 { r.begin, mid } : int2 { mid, mid + r.n_upper };
      },
      [&](int32_t k, double sum) {
         const tsw_cycle_row &r = level.row[k];
         t[r.row] -= r.diag * x[r.row] + sum;
      });
}

/* Sweeps of one direction; the first from zero, if so. Returns whether the last pass went back. */
__device__ bool sweep(const tsw_cycle_level &level, trisweep_direction direction, int32_t n_sweeps,
                      bool from_zero, const double *f, double *x, double *t)
{
   bool backward = false;
   for (int32_t s = 0; s < n_sweeps; s++)
   {
      backward = direction == TRISWEEP_BACKWARD;
      if (from_zero && s == 0)
      {
         relax<true>(level, backward, f, x, t);
      }
      else
      {
         relax<false>(level, backward, f, x, t);
      }
      if (direction == TRISWEEP_SYMMETRIC)
      {
         backward = true;
         relax<false>(level, backward, f, x, t);
      }
   }
   return backward;
}

/* By one warp, a lane a row. A pivot of zero leaves its unknown as it is, and out of the others. */
__device__ void solve_last(int32_t n, const double *lu, const double *f, double *x)
{
   const int32_t i = (int32_t) threadIdx.x;
   if (i < 32)
   {
      double mine = i < n ? f[i] : 0.0;
      for (int32_t k = 0; k < n; k++)
      {
         const double x_k = __shfl_sync(0xffffffffu, mine, k);
         mine -= i > k && i < n ? __ldg(&lu[i * n + k]) * x_k : 0.0;
      }
      for (int32_t k = n - 1; k >= 0; k--)
      {
         const double pivot = __ldg(&lu[k * n + k]);
         mine = i == k && pivot != 0.0 ? mine / pivot : mine;
         const double x_k = __shfl_sync(0xffffffffu, mine, k);
         mine -= i < k && pivot != 0.0 ? __ldg(&lu[i * n + k]) * x_k : 0.0;
      }
      if (i < n)
      {
         x[i] = mine;
      }
   }
   __syncthreads();
}

__device__ __forceinline__ void copy(double *to, const double *from, int32_t n)
{
   for (int32_t i = (int32_t) threadIdx.x; i < n; i += THREADS)
   {
      to[i] = from[i];
   }
   __syncthreads();
}

__global__ void __launch_bounds__(THREADS)
   run(__grid_constant__ const tsw_cycle_packed c, const double *f_first, double *u)
{
   extern __shared__ double memory[];
   double                  *x = memory; /* and behind it f, of each level */
   int32_t                  n_all = 0;
   for (int l = 0; l < c.n_levels; l++)
   {
      n_all += c.level[l].n_rows;
   }
   double *t = memory + 2 * n_all;
   copy(x + c.level[0].n_rows, f_first, c.level[0].n_rows);
   for (int l = 0; l < c.n_levels - 1; l++)
   {
      const tsw_cycle_level &level = c.level[l];
      double                *f = x + level.n_rows;
      double                *below = f + level.n_rows;
      const bool backward = sweep(level, c.sweeps.down, c.sweeps.n_down, true, f, x, t);
      find_residual(level, backward, x, t);
      const tsw_cycle_matrix &r = level.restriction;
      double                 *f_below = below + c.level[l + 1].n_rows;
      multiply(
         r.n_rows, r.col, r.val, t, [&](int32_t k) { return row_of(r, k); },
         [&](int32_t k, double sum) { f_below[k] = sum; });
      x = below;
   }
   const int32_t n_last = c.level[c.n_levels - 1].n_rows;
   solve_last(n_last, c.lu, x + n_last, x);
   for (int l = c.n_levels - 2; l >= 0; l--)
   {
      const tsw_cycle_level  &level = c.level[l];
      const tsw_cycle_matrix &p = level.interpolation;
      double                 *mine = x - 2 * level.n_rows;
      multiply(
         p.n_rows, p.col, p.val, x, [&](int32_t k) { return row_of(p, k); },
         [&](int32_t k, double sum) { mine[k] += sum; });
      x = mine;
      (void) sweep(level, c.sweeps.up, c.sweeps.n_up, false, x + level.n_rows, x, t);
   }
   copy(u, x, c.level[0].n_rows);
}

} // namespace cycle

#endif
