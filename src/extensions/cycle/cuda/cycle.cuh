/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Kernels of a cycle: the columns of its dense matrix, and the product with this matrix. */
#pragma once

#include <cuda_runtime.h>

#include "base/device/sum.cuh"
#include "extensions/cycle/packed.h"
#include "kernels/cuda/overlap.cuh"

namespace cycle {

constexpr int THREADS = 512;
constexpr int WARPS = THREADS / 32;
constexpr int COPIES = 8; /* loads of a thread in flight */

static_assert((int) TSW_CYCLE_LAST_ROWS <= THREADS, "a thread for each row of the last level");

extern __shared__ int4 memory[];

struct vectors
{
   const char *image; /* the levels: in shared memory if they fit, else in global memory */
   double     *x; /* of the level; then f, then the copy of x for entries of the same level set */
   double     *f;
   double     *t; /* shared by all levels */
};

/* A part of the image. */
template <class T> __device__ __forceinline__ const T *part(const vectors &at, int32_t offset)
{
   return (const T *) (at.image + offset);
}

/* The part of this lane, of N, in a sum of val x over entries begin to end - 1. */
template <int N>
__device__ __forceinline__ double lane_sum(const uint16_t *col, const double *val, int32_t begin,
                                           int32_t end, const double *x)
{
   double sum = 0.0;
   for (int32_t e = begin + (int32_t) (threadIdx.x % N); e < end; e += N)
   {
      sum += val[e] * x[col[e]];
   }
   return sum;
}

/* The part of this lane, of N, in a row times x, without the diagonal. */
template <int N>
__device__ __forceinline__ double row_sum(const tsw_cycle_level &level, const tsw_cycle_row &r,
                                          const vectors &at)
{
   return lane_sum<N>(part<uint16_t>(at, level.col), part<double>(at, level.val), r.begin,
                      r.begin + r.n_entries, at.x);
}

/* Set the copy of x that rows of one level set read. */
__device__ __forceinline__ void set_before(const tsw_cycle_level &level, const vectors &at)
{
   if (level.n_vectors > TSW_CYCLE_BEFORE)
   {
      double *before = at.x + TSW_CYCLE_BEFORE * level.n_rows;
      for (int32_t i = (int32_t) threadIdx.x; i < level.n_rows; i += THREADS)
      {
         before[i] = at.x[i];
      }
      __syncthreads();
   }
}

__device__ __forceinline__ void relax(const tsw_cycle_level &level, bool backward,
                                      const vectors &at)
{
   const int32_t       *set = part<int32_t>(at, level.set);
   const tsw_cycle_row *rows = part<tsw_cycle_row>(at, level.row);
   for (int32_t s = 0; s < level.n_sets; s++)
   {
      const int32_t l = backward ? level.n_sets - 1 - s : s;
      const int32_t end = set[l + 1];
      for (int32_t k = set[l] + (int32_t) threadIdx.x / 32; k < end; k += WARPS)
      {
         const tsw_cycle_row r = rows[k];
         const double        sum = tsw_sum_lanes<32>(row_sum<32>(level, r, at));
         if (threadIdx.x % 32 == 0) /* no other thread reads this x now */
         {
            const double old = at.x[r.row];
            const double keep = 1.0 - level.relax_weight * r.diag * r.inv;
            const double start = keep == 0.0 ? 0.0 : keep * old;
            at.x[r.row] =
               r.inv == 0.0 ? old : start + level.relax_weight * r.inv * (at.f[r.row] - sum);
         }
      }
      __syncthreads();
   }
}

/* t = f - A x */
__device__ __forceinline__ void find_residual(const tsw_cycle_level &level, const vectors &at)
{
   constexpr int        N = 8;
   const tsw_cycle_row *rows = part<tsw_cycle_row>(at, level.row);
   set_before(level, at);
   for (int32_t first = 0; first < level.n_rows; first += THREADS / N)
   {
      const int32_t k = first + (int32_t) threadIdx.x / N;
      const bool    has = k < level.n_rows;
      const double  sum = tsw_sum_lanes<N>(has ? row_sum<N>(level, rows[k], at) : 0.0);
      if (has && threadIdx.x % N == 0)
      {
         const int32_t i = rows[k].row;
         at.t[i] = at.f[i] - (rows[k].diag * at.x[i] + sum);
      }
   }
   __syncthreads();
}

template <int N, bool ADD>
__device__ __forceinline__ void multiply(const tsw_cycle_matrix &m, const vectors &at,
                                         const double *x, double *y)
{
   const int32_t *ptr = part<int32_t>(at, m.ptr);
   for (int32_t first = 0; first < m.n_rows; first += THREADS / N)
   {
      const int32_t k = first + (int32_t) threadIdx.x / N;
      double        sum = 0.0;
      if (k < m.n_rows)
      {
         sum =
            lane_sum<N>(part<uint16_t>(at, m.col), part<double>(at, m.val), ptr[k], ptr[k + 1], x);
      }
      sum = tsw_sum_lanes<N>(sum);
      if (k < m.n_rows && threadIdx.x % N == 0)
      {
         y[k] = ADD ? y[k] + sum : sum;
      }
   }
   __syncthreads();
}

/* Both halves of a symmetric sweep read the same copy of x. */
__device__ __forceinline__ void sweep(const tsw_cycle_level &level, trisweep_direction direction,
                                      int32_t n_sweeps, const vectors &at)
{
   for (int32_t s = 0; s < n_sweeps; s++)
   {
      set_before(level, at);
      if (direction != TRISWEEP_BACKWARD)
      {
         relax(level, false, at);
      }
      if (direction != TRISWEEP_FORWARD)
      {
         relax(level, true, at);
      }
   }
}

/* x = 0 */
__device__ __forceinline__ void clear(const tsw_cycle_level &level, const vectors &at)
{
   for (int32_t i = (int32_t) threadIdx.x; i < level.n_rows; i += THREADS)
   {
      at.x[i] = 0.0;
   }
   __syncthreads();
}

/* A thread a row. For a pivot of zero neither division nor backward elimination is done. */
__device__ __forceinline__ void solve_last(int32_t n, const double *lu, const vectors &at)
{
   const int32_t i = (int32_t) threadIdx.x;
   double        mine = i < n ? at.f[i] : 0.0;
   for (int32_t k = 0; k < n; k++)
   {
      if (i == k)
      {
         at.x[k] = mine;
      }
      __syncthreads();
      mine -= i > k && i < n ? lu[i * n + k] * at.x[k] : 0.0;
   }
   __syncthreads();
   for (int32_t k = n - 1; k >= 0; k--)
   {
      const double pivot = lu[k * n + k];
      mine = i == k && pivot != 0.0 ? mine / pivot : mine;
      if (i == k)
      {
         at.x[k] = mine;
      }
      __syncthreads();
      mine -= i < k && pivot != 0.0 ? lu[i * n + k] * at.x[k] : 0.0;
   }
   __syncthreads();
}

template <class T> __device__ __forceinline__ void copy(T *to, const T *from, int32_t n)
{
#pragma unroll COPIES
   for (int32_t i = (int32_t) threadIdx.x; i < n; i += THREADS)
   {
      to[i] = from[i];
   }
}

/*
 * Block j runs one cycle for f = e_j. The result is column j of the dense matrix. IN_SHARED: the
 * block copies the image to its shared memory.
 */
template <bool IN_SHARED>
__global__ void __launch_bounds__(THREADS)
   columns(__grid_constant__ const tsw_cycle_packed c, const int4 *image, double *dense)
{
   const int32_t last = c.n_levels - 1;
   const int32_t n = c.level[0].n_rows;
   double *const first = (double *) ((char *) memory + (IN_SHARED ? c.n_bytes : 0));
   const char   *levels = IN_SHARED ? (const char *) memory : (const char *) image;
   vectors       at = { levels, first, first + n, first }; /* of level 0; t is last */
   for (int32_t l = 0; l <= last; l++)
   {
      at.t += c.level[l].n_vectors * c.level[l].n_rows;
   }
   if (IN_SHARED)
   {
      copy(memory, image, c.n_bytes / (int32_t) sizeof *memory);
   }
   for (int32_t i = (int32_t) threadIdx.x; i < n; i += THREADS)
   {
      at.f[i] = i == (int32_t) blockIdx.x ? 1.0 : 0.0;
   }
   __syncthreads();
   for (int32_t l = 0; l < last; l++)
   {
      const tsw_cycle_level &level = c.level[l];
      clear(level, at);
      sweep(level, c.sweeps.down, c.sweeps.n_down, at);
      find_residual(level, at);
      at.x += level.n_vectors * level.n_rows;
      at.f = at.x + c.level[l + 1].n_rows;
      multiply<8, false>(level.restriction, at, at.t, at.f);
   }
   solve_last(c.level[last].n_rows, part<double>(at, c.lu), at);
   for (int32_t l = last - 1; l >= 0; l--)
   {
      const tsw_cycle_level &level = c.level[l];
      const double          *below = at.x;
      at.x -= level.n_vectors * level.n_rows;
      at.f = at.x + level.n_rows;
      multiply<1, true>(level.interpolation, at, below, at.x);
      sweep(level, c.sweeps.up, c.sweeps.n_up, at);
   }
   copy(dense + (int64_t) blockIdx.x * n, at.x, n);
}

constexpr int APPLY_THREADS = 1024;

/*
 * u = dense f. A block computes 32 rows, a lane one row; warp w takes columns w, w + 32, ... The
 * first columns are loaded before the wait: earlier launches write f.
 */
__global__ void __launch_bounds__(APPLY_THREADS)
   apply(const double *dense, int32_t n, const double *f, double *u)
{
   constexpr int     STEP = APPLY_THREADS / 32;
   __shared__ double of_warp[STEP][33];
   const int32_t     lane = (int32_t) threadIdx.x % 32;
   const int32_t     warp = (int32_t) threadIdx.x / 32;
   const int32_t     i = (int32_t) blockIdx.x * 32 + lane;
   double            some[COPIES];
   double            sum = 0.0;
   for (int32_t first = warp; first < n; first += COPIES * STEP)
   {
#pragma unroll
      for (int q = 0; q < COPIES; q++)
      {
         const int32_t j = first + q * STEP;
         some[q] = i < n && j < n ? __ldg(&dense[(int64_t) j * n + i]) : 0.0;
      }
      if (first == warp)
      {
         tsw_wait_for_last();
      }
#pragma unroll
      for (int q = 0; q < COPIES; q++)
      {
         sum += some[q] * (first + q * STEP < n ? f[first + q * STEP] : 0.0);
      }
   }
   tsw_let_next_begin();
   tsw_wait_for_last();
   of_warp[warp][lane] = sum;
   __syncthreads();
   sum = tsw_sum_lanes<32>(of_warp[lane][warp]);
   if (lane == 0 && (int32_t) blockIdx.x * 32 + warp < n)
   {
      u[blockIdx.x * 32 + warp] = sum;
   }
}

} // namespace cycle
