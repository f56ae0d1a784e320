/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The kernel of schedule levels: a run of levels, LANES lanes a row. */
#ifndef TSW_KERNELS_CUDA_LEVELS_CUH
#define TSW_KERNELS_CUDA_LEVELS_CUH

#include <cooperative_groups.h>
#include <stdint.h>

#include "kernels/schedule.h"

static constexpr int LEVELS_BLOCK = 512;
static constexpr int LEVELS_CLUSTER_BLOCKS = 8; /* more are not portable */
static constexpr int LEVELS_AHEAD = 2;          /* entries that a lane fetches ahead */

/* Who meets after a level. */
enum levels_barrier
{
   LEVELS_NO_BARRIER, /* one level a launch */
   LEVELS_BLOCK_BARRIER,
   LEVELS_CLUSTER_BARRIER,
   LEVELS_DEVICE_BARRIER
};

struct levels_pass
{
   int32_t        n_levels;
   bool           backward;
   levels_barrier barrier;
   const int32_t *level_ptr;
   const int32_t *row;   /* of each place */
   tsw_triangle   fresh; /* by place: columns whose x is new */
   tsw_triangle   stale; /* by place: columns whose x is old */
   const double  *inv_scale;
   const double  *diag_scale;
   double         relax_weight;
   double         omega;
   const int32_t *cf_marker;
   int32_t        points;
   const double  *b;
   double        *x;
   const double  *v; /* NULL if omega is 1 */
   double        *t;
};

namespace levels
{

/* What a lane knows of its row before the barrier. */
struct row_ahead
{
   int32_t i; /* -1: no row */
   int32_t fresh_begin;
   int32_t stale_begin;
   int32_t n_fresh;
   int32_t n_all; /* entries of fresh and, in FULL passes, stale */
   int32_t col[LEVELS_AHEAD];
   double  val[LEVELS_AHEAD];
   double  right; /* omega b, or t in HALF passes */
   double  scale; /* relax_weight / m */
   double  start; /* what the old x contributes */
   bool    kept;
};

/* The e-th entry of the row: fresh ones first. */
template <tsw_pass_kind KIND>
__device__ __forceinline__ void fetch(const levels_pass &a, const row_ahead &r, int32_t e,
                                      int32_t *col, double *val)
{
   const bool          fresh = KIND != TSW_PASS_FULL || e < r.n_fresh;
   const tsw_triangle &t = fresh ? a.fresh : a.stale;
   const int32_t       at = fresh ? r.fresh_begin + e : r.stale_begin + e - r.n_fresh;
   *col = __ldcs(&t.col_idx[at]);
   *val = __ldcs(&t.val[at]);
}

template <int LANES, tsw_pass_kind KIND>
__device__ __forceinline__ row_ahead look_ahead(const levels_pass &a, int32_t place, int lane)
{
   row_ahead r = {};
   r.i = -1;
   if (place < 0)
   {
      return r;
   }
   r.i = a.row[place];
   r.fresh_begin = a.fresh.row_ptr[place];
   r.n_fresh = a.fresh.row_ptr[place + 1] - r.fresh_begin;
   r.n_all = r.n_fresh;
   if (KIND == TSW_PASS_FULL)
   {
      r.stale_begin = a.stale.row_ptr[place];
      r.n_all += a.stale.row_ptr[place + 1] - r.stale_begin;
   }
   const double inv = a.inv_scale ? a.inv_scale[r.i] : 1.0;
   r.kept = inv == 0.0 || (a.cf_marker && a.cf_marker[r.i] != a.points);
   r.scale = a.relax_weight * inv;
   r.right = KIND == TSW_PASS_HALF ? a.t[r.i] : a.omega * a.b[r.i];
   if (KIND != TSW_PASS_ZERO)
   {
      const double keep = 1.0 - a.relax_weight * a.omega * (a.diag_scale ? a.diag_scale[r.i] : 1.0);
      r.start = keep == 0.0 ? 0.0 : keep * a.x[r.i];
   }
   for (int q = 0; q < LEVELS_AHEAD; q++)
   {
      const int32_t e = lane + q * LANES;
      if (e < r.n_all)
      {
         fetch<KIND>(a, r, e, &r.col[q], &r.val[q]);
      }
   }
   return r;
}

struct sums
{
   double fresh;
   double stale;
   double before; /* both triangles times v */
};

template <tsw_pass_kind KIND>
__device__ __forceinline__ void add(const levels_pass &a, const row_ahead &r, int32_t e,
                                    int32_t col, double val, sums *s)
{
   /* Past the first level cache, which does not see what other processors have written. */
   const double product = val * __ldcg(&a.x[col]);
   if (KIND != TSW_PASS_FULL || e < r.n_fresh)
   {
      s->fresh += product;
   }
   else
   {
      s->stale += product;
   }
   if (KIND == TSW_PASS_FULL && a.v)
   {
      s->before += val * a.v[col];
   }
}

template <int LANES>
__device__ __forceinline__ double sum_lanes(double sum)
{
   for (int step = LANES / 2; step > 0; step /= 2)
   {
      sum += __shfl_xor_sync(0xffffffffu, sum, step);
   }
   return sum;
}

/* To be called by whole warps. */
template <int LANES, tsw_pass_kind KIND>
__device__ __forceinline__ void sweep_row(const levels_pass &a, const row_ahead &r, int lane)
{
   sums s = {};
   for (int q = 0; q < LEVELS_AHEAD; q++)
   {
      const int32_t e = lane + q * LANES;
      if (e < r.n_all)
      {
         add<KIND>(a, r, e, r.col[q], r.val[q], &s);
      }
   }
   for (int32_t e = lane + LEVELS_AHEAD * LANES; e < r.n_all; e += LANES)
   {
      int32_t col;
      double  val;
      fetch<KIND>(a, r, e, &col, &val);
      add<KIND>(a, r, e, col, val, &s);
   }
   s.fresh = sum_lanes<LANES>(s.fresh);
   if (KIND == TSW_PASS_FULL)
   {
      s.stale = sum_lanes<LANES>(s.stale);
      if (a.v)
      {
         s.before = sum_lanes<LANES>(s.before);
      }
   }
   if (lane != 0 || r.i < 0)
   {
      return;
   }
   if (r.kept)
   {
      if (KIND == TSW_PASS_ZERO)
      {
         a.x[r.i] = 0.0;
      }
      return;
   }
   const double t = r.right - s.fresh + (KIND == TSW_PASS_FULL ? (1.0 - a.omega) * s.before : 0.0);
   if (KIND != TSW_PASS_HALF && a.t)
   {
      a.t[r.i] = t;
   }
   a.x[r.i] = r.start + r.scale * (t - s.stale);
}

/* Walks the places of one warp: its rows of a level, then those of the next level it has any in. */
struct cursor
{
   int32_t level; /* in the order of the pass */
   int32_t first; /* place of the warp's first row; behind the last place of the level: none */
   int32_t last;  /* end of the level */
};

__device__ __forceinline__ void enter(const levels_pass &a, int32_t offset, cursor *c)
{
   const int32_t l = a.backward ? a.n_levels - 1 - c->level : c->level;
   c->first = a.level_ptr[l] + offset;
   c->last = a.level_ptr[l + 1];
}

/* Go on to the next rows of this warp, at most to the end of the run. */
__device__ __forceinline__ void advance(const levels_pass &a, int32_t offset, int32_t step,
                                        int32_t end, cursor *c)
{
   c->first += step;
   while (c->first >= c->last && ++c->level < end)
   {
      enter(a, offset, c);
   }
}

__device__ __forceinline__ void meet(levels_barrier barrier)
{
   switch (barrier)
   {
      case LEVELS_NO_BARRIER:
         break;
      case LEVELS_BLOCK_BARRIER:
         __syncthreads();
         break;
      case LEVELS_CLUSTER_BARRIER:
#if __CUDA_ARCH__ >= 900
         cooperative_groups::this_cluster().sync();
#endif
         break;
      case LEVELS_DEVICE_BARRIER:
         cooperative_groups::this_grid().sync();
         break;
   }
}

} // namespace levels

/* Levels begin .. end - 1 in the order of the pass. */
template <int LANES, tsw_pass_kind KIND>
__global__ void __launch_bounds__(LEVELS_BLOCK)
   levels_run(__grid_constant__ const levels_pass a, int32_t begin, int32_t end)
{
   constexpr int ROWS = 32 / LANES; /* of a warp at a time */
   const int     lane = (int) (threadIdx.x % LANES);
   const int32_t warp = (int32_t) ((blockIdx.x * LEVELS_BLOCK + threadIdx.x) / 32);
   const int32_t mine = (int32_t) (threadIdx.x % 32 / LANES);
   const int32_t offset = warp * ROWS;
   const int32_t step = (int32_t) (gridDim.x * (LEVELS_BLOCK / 32)) * ROWS;
   levels::cursor next = { begin, 0, 0 };
   levels::enter(a, offset, &next);
   levels::advance(a, offset, 0, end, &next);
   levels::row_ahead ahead = levels::look_ahead<LANES, KIND>(
      a, next.level < end && next.first + mine < next.last ? next.first + mine : -1, lane);
   for (int32_t l = begin; l < end; l++)
   {
      while (next.level == l)
      {
         const levels::row_ahead now = ahead;
         levels::advance(a, offset, step, end, &next);
         ahead = levels::look_ahead<LANES, KIND>(
            a, next.level < end && next.first + mine < next.last ? next.first + mine : -1, lane);
         levels::sweep_row<LANES, KIND>(a, now, lane);
      }
      if (l + 1 < end)
      {
         levels::meet(a.barrier);
      }
   }
}

#endif
