/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* One pass of schedule bands (bands.cu says what is computed). */
#include <math.h>

#include "base/cuda_call.h"
#include "base/message.h"
#include "kernels/cuda/bands.h"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/early.cuh"

namespace
{

constexpr int    BLOCK = 256;
constexpr double LEAST_OMEGA = 1e-30; /* to divide by */

/* One pass, as the kernels here see it. */
struct view
{
   tsw_pass      pass;
   bands_vectors s;
   tsw_triangle  fresh; /* between bands */
   tsw_triangle  stale;
   tsw_triangle  whole[2];    /* the block's triangles, by row */
   bool          tiny;        /* FULL with an omega too small to divide by */
   bool          mixes;       /* v counts, but for tiny */
   double        b_weight;    /* of b */
   double        rest_weight; /* of all that is taken off it */
};

/* This lane's share of a row times x. By place: through row_at. */
template <int LANES, bool BY_PLACE>
__device__ __forceinline__ double share(const view &a, const tsw_triangle &t, int64_t k, int lane,
                                        const double *x)
{
   double        sum = 0.0;
   const int32_t end = t.row_ptr[k + 1];
   for (int32_t e = t.row_ptr[k] + lane; e < end; e += LANES)
   {
      const int32_t place = t.col_idx[e];
      sum += t.val[e] * x[BY_PLACE ? place : a.s.row_at[place]];
   }
   return sum;
}

/* This lane's share of a whole row times v, but for the diagonal. */
template <int LANES>
__device__ __forceinline__ double whole_share(const view &a, int32_t row, int lane)
{
   double sum = 0.0;
   for (int part = 0; part < 2; part++)
   {
      const tsw_triangle &t = a.whole[part];
      const int32_t       end = t.row_ptr[row + 1];
      for (int32_t e = t.row_ptr[row] + lane; e < end; e += LANES)
      {
         sum += t.val[e] * a.pass.v[t.col_idx[e]];
      }
   }
   return sum;
}

/* a_ii x_i of a row that is not kept. */
__device__ __forceinline__ double diagonal_term(const tsw_pass &p, int32_t row)
{
   const double inverse = p.inv_scale ? p.inv_scale[row] : 1.0;
   const double scaled = p.diag_scale ? p.diag_scale[row] * p.x[row] : p.x[row];
   return inverse == 0.0 ? 0.0 : scaled / inverse;
}

/* Everything by place, and what rows of later bands have to a row. */
template <int LANES>
__global__ void __launch_bounds__(BLOCK) begin(__grid_constant__ const view a, int64_t n_rows)
{
   const int64_t k = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int     lane = (int) (threadIdx.x % LANES);
   const int32_t row = k < n_rows ? a.s.row_at[k] : 0;
   double        old = 0.0;
   double        mixed = 0.0;
   if (k < n_rows && a.pass.kind == TSW_PASS_FULL)
   {
      old = share<LANES, false>(a, a.stale, k, lane, a.pass.x);
      if (a.tiny)
      {
         mixed = whole_share<LANES>(a, row, lane);
      }
      else if (a.mixes)
      {
         mixed = share<LANES, false>(a, a.stale, k, lane, a.pass.v) +
                 share<LANES, false>(a, a.fresh, k, lane, a.pass.v);
      }
   }
   old = tsw_sum_lanes<LANES>(old);
   mixed = tsw_sum_lanes<LANES>(mixed);
   if (k >= n_rows || lane > 0)
   {
      return;
   }
   if (a.pass.inv_scale)
   {
      a.s.inv_scale[k] = a.pass.inv_scale[row];
   }
   if (a.pass.diag_scale)
   {
      a.s.diag_scale[k] = a.pass.diag_scale[row];
   }
   if (a.pass.cf_marker)
   {
      a.s.cf_marker[k] = a.pass.cf_marker[row];
   }
   if (a.pass.kind == TSW_PASS_HALF)
   {
      a.s.t[a.s.t_at[k]] = a.pass.t[row];
   }
   else
   {
      if (a.tiny)
      {
         old -= (1.0 - a.pass.omega) * diagonal_term(a.pass, row);
      }
      const double rest = (1.0 - a.pass.omega) * mixed - old;
      a.s.b[k] = a.b_weight * a.pass.b[row] + a.rest_weight * rest;
      a.s.old[k] = old;
   }
   if (a.pass.kind != TSW_PASS_ZERO)
   {
      a.s.x[k] = a.pass.x[row];
   }
   if (a.mixes)
   {
      a.s.v[k] = a.pass.v[row];
   }
}

/* What rows of the bands before have to the rows of one band. */
template <int LANES>
__global__ void __launch_bounds__(BLOCK)
   follow(__grid_constant__ const view a, int32_t first, int64_t n_rows)
{
   const int64_t line = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int     lane = (int) (threadIdx.x % LANES);
   const int64_t k = first + line;
   double        sum = 0.0;
   tsw_let_next_begin();
   tsw_wait_for_last();
   if (line < n_rows)
   {
      sum = share<LANES, true>(a, a.fresh, k, lane, a.s.x);
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (line < n_rows && lane == 0)
   {
      if (a.pass.kind == TSW_PASS_HALF)
      {
         a.s.t[a.s.t_at[k]] -= sum;
      }
      else
      {
         a.s.b[k] -= a.rest_weight * sum;
      }
   }
}

/* x and t by row again. */
__global__ void __launch_bounds__(BLOCK) finish(__grid_constant__ const view a, int64_t n_rows)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   tsw_wait_for_last();
   if (k < n_rows)
   {
      const int32_t row = a.s.row_at[k];
      a.pass.x[row] = a.s.x[k];
      if (a.pass.kind != TSW_PASS_HALF && a.pass.t)
      {
         a.pass.t[row] = a.s.t[a.s.t_at[k]] + a.s.old[k];
      }
   }
}

view view_of(const bands_state *s, const tsw_packed *p, const tsw_pass *pass)
{
   const bool full = pass->kind == TSW_PASS_FULL;
   view       a = {};
   a.tiny = full && fabs(pass->omega) < LEAST_OMEGA;
   a.whole[0] = p->lower;
   a.whole[1] = p->upper;
   a.pass = *pass;
   a.s = s->vectors;
   a.fresh = s->apart[pass->backward];
   a.stale = s->apart[!pass->backward];
   a.mixes = full && !a.tiny && pass->omega != 1.0;
   a.b_weight = full && !a.tiny ? 1.0 : pass->omega;
   a.rest_weight = full && !a.tiny ? 1.0 / pass->omega : 1.0;
   return a;
}

/* The pass over the rows of one band. */
tsw_pass pass_of(const view *a, const bands_part *part)
{
   const bands_vectors *s = &a->s;
   const int64_t        first = part->first;
   tsw_pass             q = a->pass;
   q.inv_scale = q.inv_scale ? s->inv_scale + first : NULL;
   q.diag_scale = q.diag_scale ? s->diag_scale + first : NULL;
   q.cf_marker = q.cf_marker ? s->cf_marker + first : NULL;
   q.omega = q.kind == TSW_PASS_ZERO || a->tiny ? 1.0 : q.omega;
   q.b = s->b + first;
   q.x = s->x + first;
   q.v = a->mixes ? s->v + first : q.x;
   q.t = q.t ? s->t + first : NULL;
   q.t_changed = true;
   q.cut = NULL;
   return q;
}

} // namespace

/* The block of a part, with the words that its waiting kernels share with the whole one. */
tsw_packed tsw_bands_packed(const bands_part *part, const tsw_packed *p)
{
   tsw_packed q = part->packed;
   q.wait_status = p->wait_status;
   q.wait_report = p->wait_report;
   q.wait_limit_ns = p->wait_limit_ns;
   return q;
}

trisweep_status tsw_bands_pass(const bands_state *s, const tsw_packed *p, const tsw_pass *pass,
                               cudaStream_t stream)
{
   const view a = view_of(s, p, pass);
   TSW_PER_LANES(begin, s->lanes,
                 <<<tsw_blocks(p->n_rows * s->lanes, BLOCK), BLOCK, 0, stream>>>(a, p->n_rows));
   TSW_CUDA(cudaGetLastError());
   for (int k = 0; k < s->n; k++)
   {
      const bands_part *part = &s->part[pass->backward ? s->n - 1 - k : k];
      const int64_t     n = part->packed.n_rows;
      const tsw_packed  q = tsw_bands_packed(part, p);
      const tsw_pass    own = pass_of(&a, part);
      if (k > 0)
      {
         void (*rows)(view, int32_t, int64_t);
         TSW_PER_LANES(rows = follow, s->lanes, );
         TSW_CUDA(tsw_launch(s->early, rows, tsw_blocks(n * s->lanes, BLOCK), BLOCK, stream, a,
                             part->first, n));
      }
      TSW_TRY(part->schedule->pass(part->state, &q, &own, stream));
   }
   return TSW_CUDA_STATUS(tsw_launch(s->early, finish, tsw_blocks(p->n_rows, BLOCK), BLOCK, stream,
                                     a, p->n_rows));
}
