/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sweeps of schedule colors: one launch for each colour. Lanes sum a row (slices.cuh); entries
 * between units of one colour are multiplied by x from before the sweep (pass.v). Then a thread a
 * row finishes the rows of each unit one after another. Terms without new x of the preceding colour
 * are computed while the launch of that colour still runs. The first launch of a pass waits for
 * earlier work before all accesses to vectors, and lets the second launch begin after this wait;
 * the second launch may then read values that earlier work wrote.
 *
 * The last colour of the first half of a symmetric sweep is the first colour of the second half,
 * which reads new values of the unit only: one launch does both.
 */
#include "kernels/cuda/colors/slices.cuh"

#include "base/cuda_call.h"
#include "kernels/cuda/overlap.cuh"

using namespace colors_slices;

namespace {

/* inv_scale and diag_scale: by place; v: of FULL, maybe x; t: may be NULL. */
struct sweep_arguments : tsw_pass
{
   colors_store   a;
   const int32_t *seg[3]; /* of the colour, on the sides S, the same colour, T */
   tsw_few_colors colors;
   int32_t        n_places;
   int32_t        color;
   bool           shares; /* are there entries between units of one colour? */
   bool           shifts;
   bool           turns;         /* the last colour of a first half: also sweep backward */
   bool           waits_at_once; /* in the first launch of a pass: earlier work writes vectors */
};

/* x_i = start + weight (t_i - S x), with t_i = right - into_t (struct sums). */
template <class VALUE> struct row_numbers
{
   int32_t             i;      /* -1: no row */
   double              right;  /* omega (b_i + shift_i v_i); HALF: t_i */
   double              weight; /* 0: the row is kept */
   double              start;  /* k_i v_i (schedule.h); x_i if the row is kept */
   double              old;    /* FULL: v_i */
   unit_entries<VALUE> unit;
};

/* One minus relax_weight omega a_ii / m_i at a place. */
__device__ __forceinline__ double part_kept(const sweep_arguments &s, int64_t place)
{
   return 1.0 - s.relax_weight * s.omega * (s.diag_scale ? s.diag_scale[place] : 1.0);
}

template <tsw_pass_kind KIND, class VALUE>
__device__ __forceinline__ row_numbers<VALUE> fetch(const sweep_arguments &s, int32_t k)
{
   row_numbers<VALUE> n = { row_at(s.a, s.colors, s.n_places, k, s.color) };
   if (n.i >= 0)
   {
      const int64_t place = (int64_t) s.color * s.n_places + k;
      const bool    kept = s.cf_marker && s.cf_marker[n.i] != s.points;
      const double  part = part_kept(s, place);
      n.unit.read(s.a, place);
      n.right = KIND == TSW_PASS_HALF ? s.t[n.i] : s.omega * s.b[n.i];
      n.weight = kept ? 0.0 : s.inv_scale ? s.relax_weight * s.inv_scale[place] : s.relax_weight;
      if (KIND == TSW_PASS_FULL || (KIND == TSW_PASS_HALF && (part != 0.0 || n.weight == 0.0)))
      {
         n.old = KIND == TSW_PASS_FULL ? s.v[n.i] : s.x[n.i];
         n.start = n.weight == 0.0 ? n.old : part == 0.0 ? 0.0 : part * n.old;
      }
      if (KIND == TSW_PASS_FULL && s.shifts)
      {
         n.right += s.omega * (shift_of<VALUE>(s.a, place, n.i) * n.old);
      }
   }
   return n;
}

struct sums
{
   double into_t; /* T x without the unit's rows + omega C v + (omega - 1) (T + S) v */
   double stale;  /* S v */
};

/* Add terms within the unit without new values. APART: lanes from row to row. BEFORE: with v. */
template <int APART, bool BEFORE, class VALUE>
__device__ __forceinline__ void add_unit(const sweep_arguments &s, const row_numbers<VALUE> &n,
                                         sums *sum)
{
#pragma unroll
   for (int q = 0; q < UNIT; q++)
   {
      const double a = n.i < 0 ? 0.0 : (double) n.unit.a[q];
      const double old = __shfl_sync(0xffffffffu, n.old, q * APART, UNIT * APART);
      const bool   later = s.backward ? q < n.i % UNIT : q > n.i % UNIT;
      sum->stale += a != 0.0 && later ? a * old : 0.0;
      sum->into_t += BEFORE && a != 0.0 && q != n.i % UNIT ? (s.omega - 1.0) * (a * old) : 0.0;
   }
}

/* Sweep a unit against the direction of the pass, as a HALF pass does with t. Returns x_i. */
template <int APART, class VALUE>
__device__ __forceinline__ double turn(const sweep_arguments &s, const row_numbers<VALUE> &n,
                                       double t, double x)
{
   const bool kept = n.weight == 0.0;
   if (!kept && n.i >= 0)
   {
      const int64_t place = (int64_t) s.color * s.n_places + tsw_few_place(s.colors, n.i);
      const double  part = part_kept(s, place);
      x = (part == 0.0 ? 0.0 : part * x) + n.weight * t;
   }
#pragma unroll
   for (int step = 0; step < UNIT - 1; step++)
   {
      const int    q = s.backward ? step : UNIT - 1 - step;
      const double a =
         n.i < 0 ? 0.0 : (double) (s.backward ? n.unit.a[step] : n.unit.a[UNIT - 1 - step]);
      const double other = __shfl_sync(0xffffffffu, x, q * APART, UNIT * APART);
      const bool   earlier = s.backward ? q < n.i % UNIT : q > n.i % UNIT;
      x = a != 0.0 && earlier && !kept ? x - n.weight * a * other : x;
   }
   return x;
}

/* Finish the rows of a unit one after another. To be called by whole warps. */
template <int APART, tsw_pass_kind KIND, bool BEFORE, class VALUE>
__device__ __forceinline__ void finish(const sweep_arguments &s, const row_numbers<VALUE> &n,
                                       sums sum)
{
   if (KIND == TSW_PASS_FULL)
   {
      add_unit<APART, BEFORE>(s, n, &sum);
   }
   const bool kept = n.weight == 0.0;
   double     t = n.right - sum.into_t;
   double     x = kept ? n.start : n.start + n.weight * (t - sum.stale);
#pragma unroll
   for (int step = 0; step < UNIT - 1; step++) /* no row of the unit depends on the last row */
   {
      const int    q = s.backward ? UNIT - 1 - step : step;
      const double a =
         n.i < 0 ? 0.0 : (double) (s.backward ? n.unit.a[UNIT - 1 - step] : n.unit.a[step]);
      const double other = __shfl_sync(0xffffffffu, x, q * APART, UNIT * APART);
      const bool   earlier = s.backward ? q > n.i % UNIT : q < n.i % UNIT;
      if (a != 0.0 && earlier)
      {
         t -= a * other;
         x = kept ? x : x - n.weight * a * other;
      }
   }
   if (KIND != TSW_PASS_HALF && s.turns)
   {
      x = turn<APART>(s, n, t, x);
   }
   if (n.i >= 0)
   {
      if (KIND != TSW_PASS_HALF && s.t)
      {
         s.t[n.i] = t;
      }
      if (KIND == TSW_PASS_ZERO || !kept || (KIND == TSW_PASS_FULL && s.v != s.x))
      {
         s.x[n.i] = x;
      }
   }
}

template <tsw_pass_kind KIND> constexpr int n_sides = KIND == TSW_PASS_FULL ? 3 : 1;

template <int LANES, tsw_pass_kind KIND>
__device__ __forceinline__ void open_sides(const sweep_arguments &s, int32_t k,
                                           side<LANES> (&sides)[n_sides<KIND>])
{
   sides[n_sides<KIND> - 1].open(s.seg[2], k, s.n_places);
   if (KIND == TSW_PASS_FULL)
   {
      sides[0].open(s.seg[0], k, s.n_places);
      sides[n_sides<KIND> / 2].open(s.seg[1], k, s.shares ? s.n_places : 0);
   }
}

/* The sums of the rows. Sides with old values are summed before the wait. now: of begin_sides. */
template <int LANES, tsw_pass_kind KIND, bool BEFORE, class F>
__device__ __forceinline__ sums add_up(const sweep_arguments &s,
                                       side<LANES> (&sides)[n_sides<KIND>], chunk<F> now, int32_t k)
{
   constexpr int N = n_sides<KIND>;
   const int32_t base = colors_near_base(k, s.colors.n);
   const double *x[N];
   double        sum[N];
   sums          all = {};
   x[0] = s.v;
   x[N / 2] = s.v;
   x[N - 1] = s.x;
   if (BEFORE)
   {
      side<LANES>   again[2];
      const double *v[2] = { s.v, s.v };
      double        before[2];
      again[0].open(s.seg[0], k, s.n_places);
      again[1].open(s.seg[2], k, s.n_places);
      add_sides<F, false>(s.a, again, begin_sides<F>(s.a, again), base, v, before);
      all.into_t = (s.omega - 1.0) * (before[0] + before[1]);
   }
   add_sides<F, true>(s.a, sides, now, base, x, sum);
   all.into_t += (KIND == TSW_PASS_FULL ? s.omega * sum[N / 2] : 0.0) + sum[N - 1];
   all.into_t = tsw_sum_lanes<LANES>(all.into_t);
   all.stale = KIND == TSW_PASS_FULL ? tsw_sum_lanes<LANES>(sum[0]) : 0.0;
   return all;
}

template <int LANES> constexpr int rows_of = THREADS / LANES; /* of a block, whole units */
static_assert(THREADS / 32 % UNIT == 0, "blocks have whole units");

template <int LANES, tsw_pass_kind KIND, bool BEFORE, class F>
__global__ void __launch_bounds__(THREADS, BLOCKS) sweep(__grid_constant__ const sweep_arguments s)
{
   constexpr bool           IN_WARP = UNIT * LANES <= 32; /* does a warp have whole units? */
   constexpr int            ROWS = rows_of<LANES>;
   __shared__ sums          of_row[IN_WARP ? 1 : ROWS];
   const int32_t            lane = (int32_t) (threadIdx.x % LANES);
   const int32_t            row = (int32_t) (threadIdx.x / LANES);
   const int32_t            first = (int32_t) blockIdx.x * ROWS;
   const int                mine = IN_WARP ? (lane == 0 ? row : ROWS) : (int) threadIdx.x;
   row_numbers<value_of<F>> n = { -1 };
   side<LANES>              sides[n_sides<KIND>];
   open_sides<LANES, KIND>(s, first + row, sides);
   const chunk<F> now = begin_sides<F>(s.a, sides);
   if (s.waits_at_once)
   {
      tsw_wait_for_last();
   }
   tsw_let_next_begin();
   if (mine < ROWS) /* this thread finishes a row */
   {
      n = fetch<KIND, value_of<F>>(s, first + mine);
   }
   const sums sum = add_up<LANES, KIND, BEFORE>(s, sides, now, first + row);
   if (IN_WARP)
   {
      finish<LANES, KIND, BEFORE>(s, n, sum);
      return;
   }
   if (lane == 0)
   {
      of_row[row] = sum;
   }
   __syncthreads();
   if (threadIdx.x < 32)
   {
      finish<1, KIND, BEFORE>(s, n, of_row[mine < ROWS ? mine : 0]);
   }
}

enum
{
   FULL_BEFORE = 3, /* FULL with omega other than 1, behind the kinds of pass */
   KINDS = 4
};

typedef void sweep_kernel(sweep_arguments);

#define OF_KINDS(lanes, value)                                                               \
   {                                                                                         \
      sweep<lanes, TSW_PASS_FULL, false, value>, sweep<lanes, TSW_PASS_ZERO, false, value>,  \
         sweep<lanes, TSW_PASS_HALF, false, value>, sweep<lanes, TSW_PASS_FULL, true, value> \
   }
#define OF_LANES(lanes)                                                      \
   {                                                                         \
      OF_KINDS(lanes, double), OF_KINDS(lanes, float), OF_KINDS(lanes, near) \
   }
sweep_kernel *const kernels[][3][KINDS] = { OF_LANES(1), OF_LANES(2),  OF_LANES(4),
                                            OF_LANES(8), OF_LANES(16), OF_LANES(32) };
#undef OF_LANES
#undef OF_KINDS

} // namespace

trisweep_status colors_sweep(const void *state, const tsw_packed *, const tsw_pass *pass,
                             void *stream)
{
   const colors_state *c = (const colors_state *) state;
   sweep_arguments     s = {};
   static_cast<tsw_pass &>(s) = *pass;
   s.a = c->store;
   s.colors = c->colors;
   s.n_places = tsw_few_places(c->colors, c->store.n_rows);
   s.shares = c->facts->shared != 0;
   s.shifts = c->facts->shifts != 0;
   const bool full = pass->kind == TSW_PASS_FULL;
   const int  kind = full && pass->omega != 1.0 ? (int) FULL_BEFORE : (int) pass->kind;
   const bool half = pass->kind == TSW_PASS_HALF;
   const int  k = tsw_lanes_index(s.a.lanes);
   const int  first = half && pass->symmetric ? 1 : 0; /* the first half has done this colour */
   for (int32_t step = first; step < s.colors.n; step++)
   {
      s.waits_at_once = step == first;
      s.turns = !half && pass->symmetric && step == s.colors.n - 1;
      s.color = s.backward ? s.colors.n - 1 - step : step;
      for (int q = 0; q < 3; q++)
      {
         s.seg[q] = colors_side(&s.a, s.backward ? q : 2 - q) + (int64_t) s.color * s.n_places;
      }
      TSW_CUDA(tsw_launch(true, kernels[k][colors_format(c)][kind],
                          tsw_blocks(s.n_places, THREADS / s.a.lanes), THREADS,
                          (cudaStream_t) stream, s));
   }
   return TRISWEEP_OK;
}
