/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sweeps of schedule colors: one launch a colour. LANES lanes add up a row; entries between
 * units of one colour take x as it was before the sweep (pass.v). Then a thread a row finishes
 * the rows of each unit one after another: of the entries that need a new x of the same unit only
 * the values have been put aside, in shared memory. What a row needs beside x is fetched while
 * the launch of the colour before is still at work; nothing of it is written by that launch.
 */
#include "kernels/cuda/colors/colors.h"

#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/early.cuh"

namespace {

constexpr int UNIT = TSW_FEW_UNIT;
constexpr int DEPTH = 4;          /* entries that a lane has under way */
constexpr int ENTRIES_A_LANE = 8; /* wanted; measured (doc/performance.md) */

struct sweep_arguments
{
   colors_store   a;
   tsw_few_colors colors;
   int32_t        n_places;
   int32_t        color;
   bool           backward;
   bool           shifts;
   bool           mixes_old;  /* x_i depends on the old x_i: weights other than 1 */
   const double  *inv_scale;  /* by place; NULL: 1 */
   const double  *diag_scale; /* by place; NULL: 1 */
   double         relax_weight;
   double         omega;
   const int32_t *cf_marker;
   int32_t        points;
   const double  *b;
   double        *x;
   const double  *v; /* FULL: x before the sweep */
   double        *t; /* may be NULL */
};

/* Entries of a row by side, and the ones that a pass reads. */
struct row_entries
{
   int32_t begin;
   int32_t end;
   int32_t same;  /* where entries of the same colour begin, */
   int32_t later; /* and those of rows swept later */
   int32_t first; /* row of its unit */
};

/* The row at a place of the colour; -1: none. */
__device__ __forceinline__ int32_t row_at(const sweep_arguments &s, int32_t k)
{
   const int64_t i = k < s.n_places ? tsw_few_row(s.colors, k, s.color) : s.a.n_rows;
   return i < s.a.n_rows ? (int32_t) i : -1;
}

template <tsw_pass_kind KIND>
__device__ __forceinline__ row_entries find_entries(const sweep_arguments &s, int32_t k)
{
   row_entries   r = {};
   const int32_t i = row_at(s, k);
   if (i >= 0)
   {
      const int32_t *seg = &s.a.seg[3 * ((int64_t) s.color * s.n_places + k)];
      r.same = seg[1];
      r.later = seg[2];
      r.begin = KIND == TSW_PASS_FULL || !s.backward ? seg[0] : r.later;
      r.end = KIND == TSW_PASS_FULL || s.backward ? seg[3] : r.same;
      r.first = i - i % UNIT;
   }
   return r;
}

/* x_i = mixed + weight (t_i - S x), with t_i = right - (what the row adds up). */
struct row_numbers
{
   int32_t i;      /* -1: no row */
   double  right;  /* omega (b_i + v_i times what C lacks on the diagonal); t_i in HALF passes */
   double  weight; /* 0: the row is kept */
   double  mixed;  /* x_i if it is kept */
};

template <tsw_pass_kind KIND>
__device__ __forceinline__ row_numbers fetch(const sweep_arguments &s, int32_t k)
{
   row_numbers n = { row_at(s, k), 0.0, 0.0, 0.0 };
   if (n.i >= 0)
   {
      const int64_t place = (int64_t) s.color * s.n_places + k;
      const double  ratio = s.diag_scale ? s.diag_scale[place] : 1.0;
      const bool    kept = s.cf_marker && s.cf_marker[n.i] != s.points;
      n.right = KIND == TSW_PASS_HALF ? s.t[n.i] : s.omega * s.b[n.i];
      n.weight = kept ? 0.0 : s.inv_scale ? s.relax_weight * s.inv_scale[place] : s.relax_weight;
      if (KIND == TSW_PASS_FULL && s.shifts)
      {
         n.right += s.omega * ((double) s.a.shift[n.i] * s.v[n.i]);
      }
      if (KIND != TSW_PASS_ZERO && (s.mixes_old || n.weight == 0.0))
      {
         n.mixed = (n.weight == 0.0 ? 1.0 : 1.0 - s.relax_weight * s.omega * ratio) * s.x[n.i];
      }
   }
   return n;
}

struct sums
{
   double into_t; /* T x but for rows of the same unit, omega C v, (omega - 1) (T + S) v */
   double stale;  /* S x */
};

/*
 * Finish the rows of a unit one after another: near[q] is a_ij of its q-th row, which the thread
 * APART * q of the unit finishes. To be called by whole warps.
 */
template <int APART, tsw_pass_kind KIND, class VALUE>
__device__ __forceinline__ void finish(const sweep_arguments &s, const row_numbers &n,
                                       const sums &sum, const VALUE *near)
{
   const bool kept = n.weight == 0.0;
   double     t = n.right - sum.into_t;
   double     x = kept ? n.mixed : n.mixed + n.weight * (t - sum.stale);
#pragma unroll
   for (int step = 0; step < UNIT - 1; step++) /* no row of the unit waits for the last */
   {
      const int    q = s.backward ? UNIT - 1 - step : step;
      const double a = (double) near[q];
      const double other = __shfl_sync(0xffffffffu, x, q * APART, UNIT * APART);
      if (a != 0.0)
      {
         t -= a * other;
         x = kept ? x : x - n.weight * a * other;
      }
   }
   if (n.i >= 0)
   {
      if (KIND != TSW_PASS_HALF && s.t)
      {
         s.t[n.i] = t;
      }
      if (KIND == TSW_PASS_ZERO || !kept)
      {
         s.x[n.i] = x;
      }
   }
}

/* Entries e, e + LANES, ... of a row, DEPTH of them: asked for, then added up. */
template <int LANES, tsw_pass_kind KIND, bool BEFORE, class VALUE> struct batch
{
   int32_t col[DEPTH];
   VALUE   val[DEPTH];

   __device__ __forceinline__ void ask(const sweep_arguments &s, const row_entries &r, int32_t e)
   {
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const int32_t k = e + q * LANES;
         col[q] = k < r.end ? __ldg(&s.a.col[k]) : -1;
         val[q] = k < r.end ? __ldg((const VALUE *) s.a.val + k) : (VALUE) 0;
      }
   }

   /* No product with an x that does not belong to the row: it may be NaN. */
   __device__ __forceinline__ void add(const sweep_arguments &s, const row_entries &r, int32_t e,
                                       sums *sum, VALUE *near) const
   {
      double x[DEPTH];
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const int32_t k = e + q * LANES;
         const bool    same = KIND == TSW_PASS_FULL && k >= r.same && k < r.later;
         x[q] = col[q] < 0 ? 0.0 : same ? s.v[col[q]] : s.x[col[q]];
      }
#pragma unroll
      for (int q = 0; q < DEPTH; q++)
      {
         const int32_t  k = e + q * LANES;
         const bool     same = KIND == TSW_PASS_FULL && k >= r.same && k < r.later;
         const bool     fresh = KIND != TSW_PASS_FULL || (s.backward ? k >= r.later : k < r.same);
         const uint32_t within = (uint32_t) (col[q] - r.first);
         double         product = col[q] < 0 ? 0.0 : (double) val[q] * x[q];
         if (fresh && within < (uint32_t) UNIT && col[q] >= 0)
         {
            atomicAdd(&near[within], val[q]);
            product = 0.0;
         }
         if (BEFORE && col[q] >= 0)
         {
            sum->into_t += same ? 0.0 : (s.omega - 1.0) * ((double) val[q] * s.v[col[q]]);
            product *= same ? s.omega : 1.0;
         }
         sum->into_t += same || fresh ? product : 0.0;
         sum->stale += same || fresh ? 0.0 : product;
      }
   }
};

/* Rows of a block, whole units. */
constexpr int                      THREADS = 128;
template <int LANES> constexpr int rows_of = THREADS / LANES;
static_assert(THREADS / 32 % UNIT == 0, "blocks have whole units");

template <int LANES, tsw_pass_kind KIND, bool BEFORE, class VALUE>
__global__ void __launch_bounds__(THREADS, 8) sweep(__grid_constant__ const sweep_arguments s)
{
   constexpr bool                    IN_WARP = UNIT * LANES <= 32; /* is a unit one warp's? */
   constexpr int                     ROWS = rows_of<LANES>;
   __shared__ VALUE                  near[ROWS][UNIT];
   __shared__ sums                   of_row[IN_WARP ? 1 : ROWS];
   const int32_t                     lane = (int32_t) (threadIdx.x % LANES);
   const int32_t                     row = (int32_t) (threadIdx.x / LANES);
   const int32_t                     place = (int32_t) blockIdx.x * ROWS;
   const row_entries                 r = find_entries<KIND>(s, place + row);
   int32_t                           e = r.begin + lane;
   row_numbers                       n = { -1 };
   sums                              sum = {};
   batch<LANES, KIND, BEFORE, VALUE> entries;
   tsw_let_next_begin();
   entries.ask(s, r, e);
   const int mine = IN_WARP ? (lane == 0 ? row : ROWS) : (int) threadIdx.x; /* to be finished */
   if (mine < ROWS)
   {
      n = fetch<KIND>(s, place + mine);
   }
   for (int q = lane; q < UNIT; q += LANES)
   {
      near[row][q] = (VALUE) 0;
   }
   __syncwarp();
   tsw_wait_for_last();
   entries.add(s, r, e, &sum, near[row]);
   for (e += DEPTH * LANES; e < r.end; e += DEPTH * LANES)
   {
      entries.ask(s, r, e);
      entries.add(s, r, e, &sum, near[row]);
   }
   sum.into_t = tsw_sum_lanes<LANES>(sum.into_t);
   sum.stale = KIND == TSW_PASS_FULL ? tsw_sum_lanes<LANES>(sum.stale) : 0.0;
   if (IN_WARP)
   {
      __syncwarp();
      finish<LANES, KIND>(s, n, sum, near[row]);
      return;
   }
   if (lane == 0)
   {
      of_row[row] = sum;
   }
   __syncthreads();
   if (threadIdx.x < 32)
   {
      const int own = mine < ROWS ? mine : 0;
      finish<1, KIND>(s, n, of_row[own], near[own]);
   }
}

enum
{
   FULL_BEFORE = 3, /* FULL with omega other than 1, behind the kinds of pass */
   KINDS = 4
};

/* The kernels for one number of lanes, by kind of pass. */
struct sweep_kernels
{
   int lanes;
   int rows;                              /* of a block */
   void (*of[2][KINDS])(sweep_arguments); /* of doubles, of floats */
};

#define OF_KINDS(lanes, value)                                                               \
   {                                                                                         \
      sweep<lanes, TSW_PASS_FULL, false, value>, sweep<lanes, TSW_PASS_ZERO, false, value>,  \
         sweep<lanes, TSW_PASS_HALF, false, value>, sweep<lanes, TSW_PASS_FULL, true, value> \
   }
#define KERNELS(lanes)                                   \
   {                                                     \
      lanes, rows_of<lanes>,                             \
      {                                                  \
         OF_KINDS(lanes, double), OF_KINDS(lanes, float) \
      }                                                  \
   }
const sweep_kernels kernels[] = { KERNELS(1), KERNELS(2),  KERNELS(4),
                                  KERNELS(8), KERNELS(16), KERNELS(32) };
#undef KERNELS
#undef OF_KINDS

} // namespace

int colors_lanes(const colors_state *s, double entries, int64_t rows)
{
   int lanes = 1;
   while (lanes < 32 &&
          (ENTRIES_A_LANE * lanes < entries || (lanes < entries && rows * lanes < s->threads / 2)))
   {
      lanes *= 2;
   }
   return lanes;
}

trisweep_status colors_sweep(const colors_state *c, const tsw_pass *pass, cudaStream_t stream)
{
   sweep_arguments s = {};
   s.a = c->store;
   s.colors = c->colors;
   s.n_places = tsw_few_places(c->colors, c->store.n_rows);
   s.backward = pass->backward;
   s.shifts = c->report->shifts != 0;
   s.mixes_old = pass->relax_weight != 1.0 || pass->omega != 1.0 || pass->diag_scale;
   s.inv_scale = pass->inv_scale;
   s.diag_scale = pass->diag_scale;
   s.relax_weight = pass->relax_weight;
   s.omega = pass->omega;
   s.cf_marker = pass->cf_marker;
   s.points = pass->points;
   s.b = pass->b;
   s.x = pass->x;
   s.v = pass->v;
   s.t = pass->t;
   const bool   full = pass->kind == TSW_PASS_FULL;
   const int    kind = full && pass->omega != 1.0 ? (int) FULL_BEFORE : (int) pass->kind;
   const double mean = (double) c->report->counts.n_entries / (double) s.a.n_rows;
   const int    lanes = colors_lanes(c, full ? mean : 0.5 * mean, s.n_places);
   bool         early;
   int          k = 0;
   TSW_CUDA(tsw_early_pays((int64_t) s.n_places * lanes, &early));
   while (kernels[k].lanes < lanes)
   {
      k++;
   }
   for (int32_t step = 0; step < s.colors.n; step++)
   {
      s.color = s.backward ? s.colors.n - 1 - step : step;
      TSW_CUDA(tsw_launch(early && step > 0, kernels[k].of[c->floats][kind],
                          tsw_blocks(s.n_places, kernels[k].rows), THREADS, stream, s));
   }
   return TRISWEEP_OK;
}
