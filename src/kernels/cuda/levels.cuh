/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The kernel of schedule levels: one level on many blocks, or a run of narrow
 * levels on one block, LANES lanes a row. What a row needs beside x is fetched
 * while the launch before is still at work.
 */
#ifndef TSW_KERNELS_CUDA_LEVELS_CUH
#define TSW_KERNELS_CUDA_LEVELS_CUH

#include <cuda_runtime.h>
#include <stdint.h>

#include "base/device/sum.cuh"
#include "kernels/cuda/early.cuh"
#include "kernels/schedule.h"

static constexpr int LEVELS_MOST_THREADS = 512; /* of the block that does a run */
static constexpr int LEVELS_PART_THREADS = 256; /* of a block that does a part of a level */
static constexpr int LEVELS_AHEAD = 3;          /* entries that a lane fetches ahead */

struct levels_pass
{
   int32_t        n_levels;
   bool           backward;
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
   double        *t;         /* by place */
   bool           mixes_old; /* x_i depends on the old x_i: weights other than 1 */
};

namespace levels
{

/*
 * Loads that stay where they are written: the compiler would move them down to
 * their first use, which is behind the barrier.
 */
__device__ __forceinline__ double load_now(const double *at)
{
   double value;
   asm volatile("ld.global.f64 %0, [%1];" : "=d"(value) : "l"(at));
   return value;
}

__device__ __forceinline__ int32_t load_now(const int32_t *at)
{
   int32_t value;
   asm volatile("ld.global.s32 %0, [%1];" : "=r"(value) : "l"(at));
   return value;
}

__device__ __forceinline__ int64_t load_now(const int64_t *at)
{
   int64_t value;
   asm volatile("ld.global.s64 %0, [%1];" : "=l"(value) : "l"(at));
   return value;
}

/*
 * Rows are fetched in three steps, each a trip to memory, and no step uses what
 * the step before it in the same round has asked for: warps issue in order, so
 * that a use would make everything behind it wait.
 */

/* First step: where the row stands. */
struct row_place
{
   int32_t i; /* -1: no row */
   int32_t place;
   int32_t fresh_begin;
   int32_t fresh_end;
   int32_t stale_begin;
   int32_t stale_end;
};

/* Second step: what it needs beside x of other rows, as it lies in memory. */
struct row_data
{
   row_place at;
   int32_t   col[LEVELS_AHEAD];
   double    val[LEVELS_AHEAD];
   double    right; /* b, or t in HALF passes */
   double    inv;
   double    diag;
   double    x;
   int32_t   point;

   __device__ __forceinline__ int32_t n_fresh() const
   {
      return at.fresh_end - at.fresh_begin;
   }

   /* Entries of the fresh and, in FULL passes, of the stale triangle. */
   __device__ __forceinline__ int32_t n_all() const
   {
      return n_fresh() + at.stale_end - at.stale_begin;
   }
};

template <tsw_pass_kind KIND>
__device__ __forceinline__ row_place find_row(const levels_pass &a, int32_t place)
{
   row_place r = { -1, place, 0, 0, 0, 0 };
   if (place >= 0)
   {
      r.i = load_now(&a.row[place]);
      r.fresh_begin = load_now(&a.fresh.row_ptr[place]);
      r.fresh_end = load_now(&a.fresh.row_ptr[place + 1]);
      if (KIND == TSW_PASS_FULL)
      {
         r.stale_begin = load_now(&a.stale.row_ptr[place]);
         r.stale_end = load_now(&a.stale.row_ptr[place + 1]);
      }
   }
   return r;
}

/* The e-th entry of the row: fresh ones first. */
template <tsw_pass_kind KIND>
__device__ __forceinline__ void fetch(const levels_pass &a, const row_data &r, int32_t e,
                                      int32_t *col, double *val)
{
   const bool          fresh = KIND != TSW_PASS_FULL || e < r.n_fresh();
   const tsw_triangle &t = fresh ? a.fresh : a.stale;
   const int32_t       at = fresh ? r.at.fresh_begin + e : r.at.stale_begin + e - r.n_fresh();
   *col = load_now(&t.col_idx[at]);
   *val = load_now(&t.val[at]);
}

/* What is not an entry. */
template <tsw_pass_kind KIND>
__device__ __forceinline__ void fetch_scalars(const levels_pass &a, row_data *r)
{
   const int32_t i = r->at.i;
   r->right = load_now(KIND == TSW_PASS_HALF ? &a.t[r->at.place] : &a.b[i]);
   r->inv = a.inv_scale ? load_now(&a.inv_scale[i]) : 1.0;
   r->diag = a.diag_scale ? load_now(&a.diag_scale[i]) : 1.0;
   r->point = a.cf_marker ? load_now(&a.cf_marker[i]) : a.points;
   r->x = KIND != TSW_PASS_ZERO && a.mixes_old ? load_now(&a.x[i]) : 0.0;
}

template <int LANES, tsw_pass_kind KIND>
__device__ __forceinline__ row_data fetch_row(const levels_pass &a, const row_place &at, int lane)
{
   row_data r;
   r.at = at;
   if (at.i < 0)
   {
      return r;
   }
   for (int q = 0; q < LEVELS_AHEAD; q++)
   {
      if (lane + q * LANES < r.n_all())
      {
         fetch<KIND>(a, r, lane + q * LANES, &r.col[q], &r.val[q]);
      }
   }
   fetch_scalars<KIND>(a, &r);
   return r;
}

struct sums
{
   double fresh;
   double stale;
   double before; /* both triangles times v */
};

template <tsw_pass_kind KIND>
__device__ __forceinline__ void add_product(const levels_pass &a, const row_data &r, int32_t e,
                                            int32_t col, double val, double x, sums *s)
{
   if (KIND != TSW_PASS_FULL || e < r.n_fresh())
   {
      s->fresh += val * x;
   }
   else
   {
      s->stale += val * x;
   }
   if (KIND == TSW_PASS_FULL && a.v)
   {
      s->before += val * a.v[col];
   }
}

/* Past the first level cache, which does not see what other processors have written. */
template <tsw_pass_kind KIND>
__device__ __forceinline__ void add(const levels_pass &a, const row_data &r, int32_t e,
                                    int32_t col, double val, sums *s)
{
   add_product<KIND>(a, r, e, col, val, __ldcg(&a.x[col]), s);
}

/* The last step: new x of the row whose sums are known. A row that is kept has it already. */
template <tsw_pass_kind KIND>
__device__ __forceinline__ void finish_row(const levels_pass &a, const row_data &r, const sums &s)
{
   const bool kept = r.inv == 0.0 || r.point != a.points;
   double     x = 0.0;
   double     t = 0.0; /* of rows that are kept, so that all of it can be read */
   if (!kept)
   {
      t = (KIND == TSW_PASS_HALF ? r.right : a.omega * r.right) - s.fresh;
      double start = 0.0;
      if (KIND == TSW_PASS_FULL)
      {
         t += (1.0 - a.omega) * s.before;
      }
      if (KIND != TSW_PASS_ZERO)
      {
         const double keep = 1.0 - a.relax_weight * a.omega * r.diag;
         start = keep == 0.0 ? 0.0 : keep * r.x;
      }
      x = start + a.relax_weight * r.inv * (t - s.stale);
   }
   if (KIND != TSW_PASS_HALF && a.t)
   {
      a.t[r.at.place] = t;
   }
   if (KIND == TSW_PASS_ZERO || !kept)
   {
      a.x[r.at.i] = x;
   }
}

/* Sums over the lanes of a row, and its new x, which one of them stores. Whole warps. */
template <int LANES, tsw_pass_kind KIND>
__device__ __forceinline__ void finish_sums(const levels_pass &a, const row_data &r, sums s,
                                            int lane)
{
   s.fresh = tsw_sum_lanes<LANES>(s.fresh);
   if (KIND == TSW_PASS_FULL)
   {
      s.stale = tsw_sum_lanes<LANES>(s.stale);
      if (a.v)
      {
         s.before = tsw_sum_lanes<LANES>(s.before);
      }
   }
   if (r.at.i >= 0 && lane == 0)
   {
      finish_row<KIND>(a, r, s);
   }
}

/* To be called by whole warps. */
template <int LANES, tsw_pass_kind KIND>
__device__ __forceinline__ void sweep_row(const levels_pass &a, const row_data &r, int lane)
{
   sums          s = {};
   const int32_t n = r.n_all();
   for (int q = 0; q < LEVELS_AHEAD; q++)
   {
      if (lane + q * LANES < n)
      {
         add<KIND>(a, r, lane + q * LANES, r.col[q], r.val[q], &s);
      }
   }
   for (int32_t e = lane + LEVELS_AHEAD * LANES; e < n; e += LANES)
   {
      int32_t col;
      double  val;
      fetch<KIND>(a, r, e, &col, &val);
      add<KIND>(a, r, e, col, val, &s);
   }
   finish_sums<LANES, KIND>(a, r, s, lane);
}

/* Walks the places of one warp: its rows of a level, then those of the next level it has any in. */
struct cursor
{
   const int32_t *level_ptr;
   int32_t        n_levels;
   int32_t        end;      /* of the run */
   int32_t        offset;   /* of the warp's first row in a level */
   int32_t        step;     /* to its next rows */
   bool           backward;
   int32_t        level;    /* in the order of the pass; end when the run is over */
   int32_t        first;    /* place of the warp's first row */
   int32_t        last;     /* end of the level */

   __device__ __forceinline__ void enter()
   {
      const int32_t l = backward ? n_levels - 1 - level : level;
      first = level_ptr[l] + offset;
      last = level_ptr[l + 1];
   }

   /* To the first rows at or behind this place. */
   __device__ __forceinline__ void settle()
   {
      while (level < end && first >= last && ++level < end)
      {
         enter();
      }
   }

   __device__ __forceinline__ void advance()
   {
      first += step;
      settle();
   }

   /* The place of a lane's row, -1 for none. */
   __device__ __forceinline__ int32_t place(int32_t mine) const
   {
      return level < end && first + mine < last ? first + mine : -1;
   }
};

} // namespace levels

/* Levels begin .. end - 1 in the order of the pass. */
template <int LANES, tsw_pass_kind KIND>
__global__ void __launch_bounds__(LEVELS_MOST_THREADS)
   levels_run(__grid_constant__ const levels_pass a, int32_t begin, int32_t end)
{
   constexpr int  ROWS = 32 / LANES; /* of a warp at a time */
   const int      lane = (int) (threadIdx.x % LANES);
   const int32_t  mine = (int32_t) (threadIdx.x % 32 / LANES);
   const int32_t  warp = (int32_t) ((blockIdx.x * blockDim.x + threadIdx.x) / 32);
   tsw_let_next_begin(); /* the next launch may begin to fetch */
   levels::cursor c = { a.level_ptr,
                        a.n_levels,
                        end,
                        warp * ROWS,
                        (int32_t) (gridDim.x * blockDim.x / 32) * ROWS,
                        a.backward,
                        begin,
                        0,
                        0 };
   c.enter();
   c.settle();
   int32_t          level = c.level; /* of the rows that come next */
   levels::row_data next =
      levels::fetch_row<LANES, KIND>(a, levels::find_row<KIND>(a, c.place(mine)), lane);
   c.advance();
   int32_t           later = c.level; /* of the rows behind those */
   levels::row_place found = levels::find_row<KIND>(a, c.place(mine));
   tsw_wait_for_last(); /* x of the launch before is there */
   for (int32_t l = begin; l < end; l++)
   {
      while (level == l)
      {
         const levels::row_data now = next;
         next = levels::fetch_row<LANES, KIND>(a, found, lane);
         level = later;
         c.advance();
         later = c.level;
         found = levels::find_row<KIND>(a, c.place(mine));
         levels::sweep_row<LANES, KIND>(a, now, lane);
      }
      if (l + 1 < end)
      {
         __syncthreads();
      }
   }
}

#endif
