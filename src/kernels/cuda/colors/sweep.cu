/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Sweeps of schedule colors: one launch a colour, LANES lanes a row. Rows of a colour
 * are independent of each other: entries between them take x as it was before the
 * sweep (pass.v). What a row needs beside x is fetched while the launch of the
 * colour before is still at work; nothing of it is written by that launch.
 */
#include "kernels/cuda/colors/colors.h"

#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/early.cuh"

namespace {

constexpr int THREADS = 128;
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
   int32_t i; /* -1: no row */
   int64_t place;
   int32_t begin;
   int32_t end;
   int32_t same;  /* where entries of the same colour begin, */
   int32_t later; /* and those of later colours */
};

template <tsw_pass_kind KIND>
__device__ __forceinline__ row_entries find_row(const sweep_arguments &s, int32_t k)
{
   row_entries r = { -1, 0, 0, 0, 0, 0 };
   if (k < s.n_places)
   {
      const int64_t i = tsw_few_row(s.colors, k, s.color);
      r.place = (int64_t) s.color * s.n_places + k;
      const int32_t *seg = &s.a.seg[3 * r.place];
      r.i = i < s.a.n_rows ? (int32_t) i : -1;
      r.same = seg[1];
      r.later = seg[2];
      r.begin = KIND == TSW_PASS_FULL || !s.backward ? seg[0] : r.later;
      r.end = KIND == TSW_PASS_FULL || s.backward ? seg[3] : r.same;
   }
   return r;
}

/* What a row needs beside its entries. */
struct row_numbers
{
   double right; /* b, or t in HALF passes */
   double inv;   /* 0 if the row is kept */
   double ratio;
   double lent; /* what C lacks on the diagonal, times v */
   double x;
};

template <tsw_pass_kind KIND>
__device__ __forceinline__ row_numbers fetch(const sweep_arguments &s, int32_t i, int64_t place)
{
   row_numbers n;
   n.right = KIND == TSW_PASS_HALF ? s.t[i] : s.b[i];
   n.inv = s.inv_scale ? s.inv_scale[place] : 1.0;
   n.ratio = s.diag_scale ? s.diag_scale[place] : 1.0;
   n.lent = KIND == TSW_PASS_FULL && s.shifts ? (double) s.a.shift[i] * s.v[i] : 0.0;
   n.x = KIND != TSW_PASS_ZERO && s.mixes_old ? s.x[i] : 0.0;
   if (s.cf_marker && s.cf_marker[i] != s.points)
   {
      n.inv = 0.0;
   }
   return n;
}

struct sums
{
   double fresh;  /* T x */
   double stale;  /* S x */
   double same;   /* C v */
   double before; /* (T + S) v, for omega other than 1 */
};

template <tsw_pass_kind KIND>
__device__ __forceinline__ void finish(const sweep_arguments &s, int32_t i, const row_numbers &n,
                                       const sums &sum)
{
   const double weight = s.relax_weight * n.inv;
   const double keep = 1.0 - s.relax_weight * s.omega * n.ratio;
   if (KIND == TSW_PASS_HALF)
   {
      if (n.inv != 0.0)
      {
         s.x[i] = keep * n.x + weight * (n.right - sum.fresh);
      }
      return;
   }
   double t = s.omega * n.right - sum.fresh;
   if (KIND == TSW_PASS_FULL)
   {
      t += (1.0 - s.omega) * sum.before - s.omega * (sum.same - n.lent);
   }
   if (s.t)
   {
      s.t[i] = t;
   }
   if (KIND == TSW_PASS_ZERO)
   {
      s.x[i] = n.inv != 0.0 ? weight * t : 0.0;
   }
   else if (n.inv != 0.0)
   {
      s.x[i] = keep * n.x + weight * (t - sum.stale);
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
                                       sums *sum) const
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
         const int32_t k = e + q * LANES;
         const double  product = col[q] < 0 ? 0.0 : (double) val[q] * x[q];
         const bool    same = KIND == TSW_PASS_FULL && k >= r.same && k < r.later;
         const bool    fresh = KIND != TSW_PASS_FULL || (s.backward ? k >= r.later : k < r.same);
         sum->same += same ? product : 0.0;
         sum->fresh += fresh ? product : 0.0;
         sum->stale += same || fresh ? 0.0 : product;
         if (BEFORE && !same && col[q] >= 0)
         {
            sum->before += (double) val[q] * s.v[col[q]];
         }
      }
   }
};

template <int LANES, tsw_pass_kind KIND, bool BEFORE, class VALUE>
__global__ void __launch_bounds__(THREADS, 10) sweep(__grid_constant__ const sweep_arguments s)
{
   const int32_t     lane = (int32_t) (threadIdx.x % LANES);
   const int32_t     k = (int32_t) (((int64_t) blockIdx.x * THREADS + threadIdx.x) / LANES);
   const row_entries r = find_row<KIND>(s, k);
   int32_t           e = r.begin + lane;
   row_numbers       n = {};
   sums              sum = {};
   batch<LANES, KIND, BEFORE, VALUE> entries;
   tsw_let_next_begin();
   entries.ask(s, r, e);
   if (r.i >= 0 && lane == 0)
   {
      n = fetch<KIND>(s, r.i, r.place);
   }
   tsw_wait_for_last();
   entries.add(s, r, e, &sum);
   for (e += DEPTH * LANES; e < r.end; e += DEPTH * LANES)
   {
      entries.ask(s, r, e);
      entries.add(s, r, e, &sum);
   }
   sum.fresh = tsw_sum_lanes<LANES>(sum.fresh);
   if (KIND == TSW_PASS_FULL)
   {
      sum.stale = tsw_sum_lanes<LANES>(sum.stale);
      sum.same = tsw_sum_lanes<LANES>(sum.same);
      sum.before = BEFORE ? tsw_sum_lanes<LANES>(sum.before) : 0.0;
   }
   if (r.i >= 0 && lane == 0)
   {
      finish<KIND>(s, r.i, n, sum);
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
   void (*of[2][KINDS])(sweep_arguments); /* of doubles, of floats */
};

#define OF_KINDS(lanes, value)                                                               \
   {                                                                                         \
      sweep<lanes, TSW_PASS_FULL, false, value>, sweep<lanes, TSW_PASS_ZERO, false, value>,  \
         sweep<lanes, TSW_PASS_HALF, false, value>, sweep<lanes, TSW_PASS_FULL, true, value> \
   }
#define KERNELS(lanes)                                   \
   {                                                     \
      lanes,                                             \
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
                          tsw_blocks((int64_t) s.n_places * lanes, THREADS), THREADS, stream, s));
   }
   return TRISWEEP_OK;
}
