/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernel of a cycle: one block, vectors in shared memory, matrices from the second
 * level cache. While some lanes add up a row of a sweep, the entries of their next one are
 * under way, and where the row after that stands.
 */
#ifndef TSW_CYCLE_CUDA_CYCLE_CUH
#define TSW_CYCLE_CUDA_CYCLE_CUH

#include <cuda_runtime.h>

#include "cycle/packed.h"

namespace cycle
{

constexpr int      THREADS = 512;
constexpr int      LANES = 16; /* of a row of a sweep */
constexpr int      WARP_ROWS = 32 / LANES;
constexpr int      AHEAD = 6; /* entries that a lane fetches ahead */
constexpr uint16_t NO_ROW = 0xffff;

extern __shared__ double memory[];

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

/* A level in registers, for a store to shared memory might change what lies in memory. */
struct view
{
   int32_t              n_sets;
   const int32_t       *set;
   const tsw_cycle_row *row;
   const uint16_t      *col;
   const double        *val;
   double               relax_weight;

   explicit __device__ __forceinline__ view(const tsw_cycle_level &l)
       : n_sets(l.n_sets), set(l.set), row(l.row), col(l.col), val(l.val),
         relax_weight(l.relax_weight)
   {
   }

   __device__ __forceinline__ view in_one_set(const tsw_cycle_level &l) const
   {
      view v = *this;
      v.n_sets = 1;
      v.set = l.all;
      return v;
   }
};

/* Where the vectors of a level are in shared memory. */
struct vectors
{
   int32_t x;
   int32_t f;
   int32_t t;
};

/*
 * The rows of a warp, WARP_ROWS at a time: those groups of the pass, counted level set by
 * level set, whose number is the warp's modulo all warps. Neighbouring sets go to different
 * warps, so that there is time to fetch.
 */
struct cursor
{
   const view level;
   const bool backward;
   int32_t    set;   /* in the order of the pass; n_sets at the end */
   int32_t    group; /* of the set */
   int32_t    first; /* place of the group */
   int32_t    end;   /* of the set */

   __device__ __forceinline__ cursor(const view &l, bool b)
       : level(l), backward(b), set(0), group((int32_t) (threadIdx.x / 32)), first(0), end(0)
   {
      settle();
   }

   /* To the set of the group, which may lie behind this one. */
   __device__ __forceinline__ void settle()
   {
      for (; set < level.n_sets; set++)
      {
         const int32_t s = backward ? level.n_sets - 1 - set : set;
         const int32_t begin = __ldg(&level.set[s]);
         end = __ldg(&level.set[s + 1]);
         const int32_t groups = (end - begin + WARP_ROWS - 1) / WARP_ROWS;
         if (group < groups)
         {
            first = begin + group * WARP_ROWS;
            return;
         }
         group -= groups;
      }
   }

   __device__ __forceinline__ void advance()
   {
      group += THREADS / 32;
      settle();
   }

   __device__ __forceinline__ bool ended() const
   {
      return set >= level.n_sets;
   }

   /* This lane's row; none has neither entries nor a place for its x. */
   __device__ __forceinline__ tsw_cycle_row find() const
   {
      const int32_t k = first + (int32_t) (threadIdx.x % 32 / LANES);
      return k < end ? load_row(&level.row[k]) : tsw_cycle_row{ 0.0, 0.0, 0, 0, 0, NO_ROW };
   }
};

/* What a pass is for. */
enum pass_kind
{
   ZERO, /* from zero; t is kept */
   KEEP, /* t is kept */
   PLAIN,
   RESIDUAL /* behind a pass that kept t, which becomes the residual; of one set with all rows */
};

/* A row and this lane's first entries of it. */
template <pass_kind KIND> struct fetched
{
   tsw_cycle_row row;
   int32_t       first; /* of the entries that the pass needs */
   int32_t       n;
   int32_t       col[AHEAD];
   double        val[AHEAD];

   __device__ __forceinline__ void fetch(const view &level, const tsw_cycle_row &r, bool backward)
   {
      const int32_t lane = (int32_t) (threadIdx.x % LANES);
      row = r;
      const bool upper = KIND == ZERO ? backward : !backward; /* of one triangle */
      first = r.begin;
      n = r.n_lower + r.n_upper;
      if (KIND == ZERO || KIND == RESIDUAL)
      {
         first += upper ? r.n_lower : 0;
         n = upper ? r.n_upper : r.n_lower;
      }
#pragma unroll
      for (int q = 0; q < AHEAD; q++)
      {
         if (lane + LANES * q < n)
         {
            col[q] = load_now(&level.col[first + lane + LANES * q]);
            val[q] = load_now(&level.val[first + lane + LANES * q]);
         }
      }
   }
};

template <int N> __device__ __forceinline__ double sum_lanes(double sum)
{
#pragma unroll
   for (int step = N / 2; step > 0; step /= 2)
   {
      sum += __shfl_xor_sync(0xffffffffu, sum, step);
   }
   return sum;
}

/* The last step: x_i, and t_i, of a row whose sums are known. */
template <pass_kind KIND>
__device__ __forceinline__ void finish_row(const view &level, const tsw_cycle_row &r, double fresh,
                                           double stale, const vectors &at)
{
   double *const x = &memory[at.x + r.row];
   double *const t = &memory[at.t + r.row];
   if (KIND == RESIDUAL)
   {
      *t -= r.diag * *x + fresh;
      return;
   }
   const double right = memory[at.f + r.row] - fresh;
   const double keep = 1.0 - level.relax_weight * r.diag * r.inv;
   const double start = KIND == ZERO || keep == 0.0 ? 0.0 : keep * *x;
   if (KIND != PLAIN)
   {
      *t = right;
   }
   if (r.inv != 0.0)
   {
      *x = start + level.relax_weight * r.inv * (right - stale);
   }
   else if (KIND == ZERO)
   {
      *x = 0.0;
   }
}

/* Sums of a row, and what becomes of them. To be called by whole warps. */
template <pass_kind KIND>
__device__ __forceinline__ void relax_row(const view &level, const fetched<KIND> &r,
                                          bool backward, const vectors &at)
{
   const int32_t lane = (int32_t) (threadIdx.x % LANES);
   double *const x = memory + at.x;
   double        fresh = 0.0;
   double        stale = 0.0;
   auto          add = [&](int32_t e, int32_t col, double val) {
      if (KIND != KEEP || (e < r.row.n_lower) != backward)
      {
         fresh += val * x[col];
      }
      else
      {
         stale += val * x[col];
      }
   };
#pragma unroll
   for (int q = 0; q < AHEAD; q++)
   {
      if (lane + LANES * q < r.n)
      {
         add(lane + LANES * q, r.col[q], r.val[q]);
      }
   }
   for (int32_t e = lane + LANES * AHEAD; e < r.n; e += LANES)
   {
      add(e, level.col[r.first + e], level.val[r.first + e]);
   }
   fresh = sum_lanes<LANES>(fresh);
   stale = KIND == KEEP ? sum_lanes<LANES>(stale) : 0.0;
   if (lane == 0 && r.row.row != NO_ROW)
   {
      finish_row<KIND>(level, r.row, fresh, stale, at);
   }
}

/* One pass. t_i is f_i less the product with what was new for row i. */
template <pass_kind KIND>
__device__ __noinline__ void relax(const view level, bool backward, const vectors at)
{
   cursor        c(level, backward);
   fetched<KIND> next;
   tsw_cycle_row after;
   int32_t       set = c.set;
   if (!c.ended())
   {
      next.fetch(level, c.find(), backward);
      c.advance();
   }
   int32_t set_after = c.set;
   if (!c.ended())
   {
      after = c.find();
   }
   for (int32_t s = 0; s < level.n_sets; s++)
   {
      while (set == s)
      {
         const fetched<KIND> now = next;
         set = set_after;
         if (!c.ended())
         {
            next.fetch(level, after, backward);
            c.advance();
         }
         set_after = c.set;
         if (!c.ended())
         {
            after = c.find();
         }
         relax_row<KIND>(level, now, backward, at);
      }
      __syncthreads();
   }
}

/* out(k, sum) of each of n rows with the entries range(k), N lanes a row. */
template <int N, class Range, class Out>
__device__ __forceinline__ void multiply(int32_t n, const uint16_t *col, const double *val,
                                         const double *x, Range range, Out out)
{
   const int32_t lane = (int32_t) (threadIdx.x % N);
   for (int32_t first = 0; first < n; first += THREADS / N)
   {
      const int32_t k = first + (int32_t) threadIdx.x / N;
      int2          r = { 0, 0 };
      double        sum = 0.0;
      if (k < n)
      {
         r = range(k);
      }
#pragma unroll 4
      for (int32_t e = r.x + lane; e < r.y; e += N)
      {
         sum += __ldg(&val[e]) * x[__ldg(&col[e])];
      }
      sum = sum_lanes<N>(sum);
      if (k < n && lane == 0)
      {
         out(k, sum);
      }
   }
   __syncthreads();
}

__device__ __forceinline__ int2 row_of(const int32_t *ptr, int32_t k)
{
   return { __ldg(&ptr[k]), __ldg(&ptr[k + 1]) };
}

/* below = R t */
__device__ __noinline__ void restrict_to(const tsw_cycle_matrix r, int32_t t, int32_t below)
{
   multiply<8>(
      r.n_rows, r.col, r.val, memory + t, [&](int32_t k) { return row_of(r.ptr, k); },
      [&](int32_t k, double sum) { memory[below + k] = sum; });
}

/* x += P below */
__device__ __noinline__ void interpolate(const tsw_cycle_matrix p, int32_t below, int32_t x)
{
   multiply<1>(
      p.n_rows, p.col, p.val, memory + below, [&](int32_t k) { return row_of(p.ptr, k); },
      [&](int32_t k, double sum) { memory[x + k] += sum; });
}

/*
 * Sweeps of one direction; on the way down the first from zero, and t of the last pass is kept.
 * Returns whether that went back.
 */
__device__ __forceinline__ bool sweep(const view &level, trisweep_direction direction,
                                      int32_t n_sweeps, bool down, const vectors &at)
{
   const int32_t each = direction == TRISWEEP_SYMMETRIC ? 2 : 1;
   bool          backward = false;
   for (int32_t s = 0; s < each * n_sweeps; s++)
   {
      backward = each == 2 ? s % 2 == 1 : direction == TRISWEEP_BACKWARD;
      if (down && s == 0)
      {
         relax<ZERO>(level, backward, at);
      }
      else if (down && s == each * n_sweeps - 1)
      {
         relax<KEEP>(level, backward, at);
      }
      else
      {
         relax<PLAIN>(level, backward, at);
      }
   }
   return backward;
}

/* By one warp, a lane a row. A pivot of zero leaves its unknown as it is, and out of the others. */
__device__ __forceinline__ void solve_last(int32_t n, const double *lu, const vectors &at)
{
   const int32_t i = (int32_t) threadIdx.x;
   if (i < 32)
   {
      double mine = i < n ? memory[at.f + i] : 0.0;
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
         memory[at.x + i] = mine;
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
   run(__grid_constant__ const tsw_cycle_packed c, const double *f, double *u)
{
   const int32_t last = c.n_levels - 1;
   vectors       at = { 0, c.level[0].n_rows, 0 }; /* x and f level by level, then t */
   for (int32_t l = 0; l <= last; l++)
   {
      at.t += 2 * c.level[l].n_rows;
   }
   copy(memory + at.f, f, c.level[0].n_rows);
   for (int32_t l = 0; l < last; l++)
   {
      const view level(c.level[l]);
      const bool backward = sweep(level, c.sweeps.down, c.sweeps.n_down, true, at);
      relax<RESIDUAL>(level.in_one_set(c.level[l]), backward, at);
      at.x += 2 * c.level[l].n_rows;
      at.f = at.x + c.level[l + 1].n_rows;
      restrict_to(c.level[l].restriction, at.t, at.f);
   }
   solve_last(c.level[last].n_rows, c.lu, at);
   for (int32_t l = last - 1; l >= 0; l--)
   {
      const int32_t below = at.x;
      at.x -= 2 * c.level[l].n_rows;
      at.f = at.x + c.level[l].n_rows;
      interpolate(c.level[l].interpolation, below, at.x);
      (void) sweep(view(c.level[l]), c.sweeps.up, c.sweeps.n_up, false, at);
   }
   copy(u, memory + at.x, c.level[0].n_rows);
}

} // namespace cycle

#endif
