/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* Kernels of schedule colors-inplace. schedule.cu describes the algorithm. */
#pragma once

#include "base/device/sum.cuh"
#include "block/cuda/rows.cuh"
#include "block/cut.h"
#include "kernels/cuda/colors/pack.cuh"
#include "kernels/cuda/overlap.cuh"

namespace colors_inplace {

constexpr int THREADS = 256;
constexpr int UNIT = TSW_FEW_UNIT;

/* A pass over the rows of one colour. */
struct pass : tsw_pass
{
   trisweep_csr   a;
   const double  *l1_norms;
   tsw_few_colors colors;
   int32_t        n_places;
   int32_t        color;
   const double  *old; /* FULL: x before the pass, v or x itself */
};

/* Sums over a row. */
struct row_sums
{
   double diagonal;
   double same;       /* |a_ij| of entries between units of one colour */
   double into_t;     /* T x + omega C v + (omega - 1) (T + S) v, without new x of the unit */
   double stale;      /* S x */
   double unit[UNIT]; /* entries within the unit, by column; 0 for the diagonal */
};

/* Add entry a_ij. BEFORE: with (omega - 1) (T + S) v. */
template <tsw_pass_kind KIND, bool BEFORE>
__device__ __forceinline__ void add_entry(const pass &s, int32_t i, int32_t j, double value,
                                          row_sums *sum)
{
   const bool    within = j / UNIT == i / UNIT;
   const int32_t color = within ? s.color : tsw_few_color(s.colors, j);
   const bool    later =
      within ? (s.backward ? j < i : j > i) : (s.backward ? color < s.color : color > s.color);
   sum->diagonal += j == i ? value : 0.0;
#pragma unroll
   for (int q = 0; q < UNIT; q++)
   {
      sum->unit[q] += within && j != i && j % UNIT == q ? value : 0.0;
   }
   if (!within && color == s.color)
   {
      sum->same += fabs(value);
      sum->into_t += KIND == TSW_PASS_FULL && s.v ? s.omega * (value * s.v[j]) : 0.0;
      return;
   }
   if (!within && !later)
   {
      sum->into_t += value * s.x[j];
   }
   if (KIND == TSW_PASS_FULL && later)
   {
      sum->stale += value * s.old[j];
   }
   if (BEFORE && j != i && s.v)
   {
      sum->into_t += (s.omega - 1.0) * (value * s.v[j]);
   }
}

/* Sums over row i, in all lanes of the row; i: -1 for no row. To be called by whole warps. */
template <int LANES, tsw_pass_kind KIND, bool BEFORE>
__device__ __forceinline__ row_sums add_row(const pass &s, int32_t i)
{
   row_sums      sum = {};
   const int32_t end = i < 0 ? 0 : s.a.row_ptr[i + 1];
#pragma unroll 4
   for (int32_t e = (i < 0 ? 0 : s.a.row_ptr[i]) + (int32_t) threadIdx.x % LANES; e < end;
        e += LANES)
   {
      add_entry<KIND, BEFORE>(s, i, s.a.col_idx[e], s.a.val[e], &sum);
   }
   __syncwarp();
   sum.diagonal = tsw_sum_lanes<LANES>(sum.diagonal);
   sum.same = tsw_sum_lanes<LANES>(sum.same);
   sum.into_t = tsw_sum_lanes<LANES>(sum.into_t);
   sum.stale = KIND == TSW_PASS_FULL ? tsw_sum_lanes<LANES>(sum.stale) : 0.0;
#pragma unroll
   for (int q = 0; q < UNIT; q++)
   {
      sum.unit[q] = tsw_sum_lanes<LANES>(sum.unit[q]);
   }
   return sum;
}

/* x_i = start + weight (right - T x - ...), as in colors/sweep.cu. */
struct row_numbers
{
   double right;
   double weight; /* 0: the row is kept */
   double start;
};

template <tsw_pass_kind KIND>
__device__ __forceinline__ row_numbers finish_sums(const pass &s, int32_t i, const row_sums &sum)
{
   const double shift = tsw_cut_shift(sum.diagonal, sum.same);
   const double diagonal = sum.diagonal + shift;
   const double norm = s.scale == TSW_SCALE_ONE  ? 1.0
                       : s.scale == TSW_SCALE_L1 ? tsw_cut_norm(s.l1_norms[i], shift)
                                                 : diagonal;
   const double inverse = norm == 0.0 ? 0.0 : 1.0 / norm;
   const bool   kept = inverse == 0.0 || (s.cf_marker && s.cf_marker[i] != s.points);
   const double ratio = s.scale == TSW_SCALE_L1 ? diagonal * inverse : 1.0;
   const double part = kept ? 1.0 : 1.0 - s.relax_weight * s.omega * ratio;
   row_numbers  n = { s.omega * s.b[i], kept ? 0.0 : s.relax_weight * inverse, 0.0 };
   if (KIND == TSW_PASS_FULL)
   {
      n.right += s.v ? s.omega * (shift * s.v[i]) : 0.0;
      n.start = part == 0.0 ? 0.0 : part * s.old[i];
   }
   return n;
}

/* Lanes of a row compute the same. The rows of a unit follow one another within a warp. */
template <int LANES, tsw_pass_kind KIND, bool BEFORE>
__global__ void __launch_bounds__(THREADS) sweep(__grid_constant__ const pass s)
{
   static_assert(UNIT * LANES <= 32, "warps have whole units");
   const int32_t place = (int32_t) ((int64_t) blockIdx.x * THREADS + threadIdx.x) / LANES;
   const int64_t row = place < s.n_places ? tsw_few_row(s.colors, place, s.color) : s.a.n_rows;
   const int32_t i = row < s.a.n_rows ? (int32_t) row : -1;
   row_numbers   n = {};
   tsw_wait_for_last();
   tsw_let_next_begin();
   const row_sums sum = add_row<LANES, KIND, BEFORE>(s, i);
   if (i >= 0)
   {
      n = finish_sums<KIND>(s, i, sum);
   }
   double x = n.weight == 0.0 ? n.start : n.start + n.weight * (n.right - sum.into_t - sum.stale);
#pragma unroll
   for (int step = 0; step < UNIT - 1; step++) /* no row of the unit depends on the last row */
   {
      const int    q = s.backward ? UNIT - 1 - step : step;
      const double a = s.backward ? sum.unit[UNIT - 1 - step] : sum.unit[step];
      const double other = __shfl_sync(0xffffffffu, x, q * LANES, UNIT * LANES);
      const bool   earlier = s.backward ? q > i % UNIT : q < i % UNIT;
      x = a != 0.0 && earlier && n.weight != 0.0 ? x - n.weight * a * other : x;
   }
   const bool writes = KIND == TSW_PASS_ZERO || n.weight != 0.0 || s.old != s.x;
   if (i >= 0 && writes && threadIdx.x % LANES == 0)
   {
      s.x[i] = x;
   }
}

/* What validate of schedule colors does not find: facts about the values. */
static __device__ void check_row(const pass &s, int64_t row, int lane, int32_t asked,
                                 colors_facts *facts)
{
   using tsw_rows::LANES;
   if (colors_packing::is_refused(facts))
   {
      return;
   }
   const tsw_few_colors colors = tsw_few_choose(&facts->counts, asked);
   const int32_t        i = row < s.a.n_rows ? (int32_t) row : -1;
   const int32_t        end = i < 0 ? 0 : s.a.row_ptr[i + 1];
   double               diagonal = 0.0, same = 0.0;
   int                  n_same = 0;
   bool                 good = true;
   for (int32_t e = (i < 0 ? 0 : s.a.row_ptr[i]) + lane; e < end; e += LANES)
   {
      const int32_t j = s.a.col_idx[e];
      const double  value = s.a.val[e];
      const bool cut = j / UNIT != i / UNIT && tsw_few_color(colors, j) == tsw_few_color(colors, i);
      good = good && isfinite(value);
      diagonal += j == i ? value : 0.0;
      same += cut ? fabs(value) : 0.0;
      n_same += cut;
   }
   __syncwarp();
   diagonal = tsw_sum_lanes<LANES>(diagonal);
   same = tsw_sum_lanes<LANES>(same);
   n_same = tsw_sum_lanes<32>(n_same);
   const double shift = tsw_cut_shift(diagonal, same);
   const double inverse = tsw_rows::reciprocal(diagonal + shift, &good);
   if (i >= 0 && s.l1_norms)
   {
      const double of_norm = tsw_rows::reciprocal(tsw_cut_norm(s.l1_norms[i], shift), &good);
      good = good && (inverse == 0.0 || isfinite(of_norm / inverse));
   }
   if (i >= 0 && !good)
   {
      atomicMax(&facts->bad_value, colors_mark(i));
   }
   if (i >= 0 && lane == 0 && diagonal == 0.0)
   {
      atomicAdd(&facts->n_zero, 1);
   }
   if (threadIdx.x % 32 == 0 && n_same > 0)
   {
      atomicAdd((unsigned long long *) &facts->shared, (unsigned long long) n_same);
   }
}

static trisweep_status check(const pass &s, int32_t asked, colors_facts *facts, cudaStream_t stream)
{
   return tsw_rows::each_row(s.a.n_rows, stream, [=] __device__(int64_t i, int lane) {
      check_row(s, i, lane, asked, facts);
   });
}

} // namespace colors_inplace
