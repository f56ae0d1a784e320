/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * bands: the levels of one block shared out among several schedules, each with a run of
 * neighbouring levels that suits it (ours). The rows of a band are a block of their own, which
 * its schedule sweeps as any other. Because bands are cut between levels of the sweep graph,
 * a row's neighbours in another band are all earlier there, with new values, or all
 * later, with old ones, as in a sweep over the whole block: band by band is the natural order.
 *
 * A first kernel copies the vectors to the order of bands and takes what later bands have to a
 * row, with old values, off its right-hand side; before each further band one more kernel
 * takes off what the bands before it have found; a last one brings x and t back.
 *
 * For a pass with T x new and S x old, let T = T' + T" and S = S' + S", the parts within a band
 * and between bands. With b' = b - (T"x + S"x) / omega + (1 - omega) / omega (T" + S") v the
 * schedule of the band finds t' = t - S"x and the new x; with ZERO b' = omega b - T"x and
 * weight 1; HALF gets t - T"x.
 *
 * Needs: levels of the sweep graph. Extra bytes: a second copy of the block, 72 a row, and
 * what the schedules need. Deterministic: fixed order of additions, and schedules are.
 * Capturable. Progress: as the schedules; bands follow one another on the stream.
 */
#include <string.h>

#include <array>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/bands.h"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/early.cuh"
#include "kernels/cuda/residual.h"
#include "kernels/registry.h"

namespace
{

constexpr int BLOCK = 256;

/* One pass, as the kernels here see it. */
struct view
{
   tsw_pass      pass;
   bands_vectors s;
   tsw_triangle  fresh; /* between bands */
   tsw_triangle  stale;
   bool          mixes;       /* v counts */
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

/* Everything by place, and what rows of later bands have to a row. */
template <int LANES>
__global__ void __launch_bounds__(BLOCK) begin(__grid_constant__ const view a, int64_t n_rows)
{
   const int64_t k = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES;
   const int     lane = (int) (threadIdx.x % LANES);
   double        old = 0.0;
   double        mixed = 0.0;
   if (k < n_rows && a.pass.kind == TSW_PASS_FULL)
   {
      old = share<LANES, false>(a, a.stale, k, lane, a.pass.x);
      if (a.mixes)
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
   const int32_t row = a.s.row_at[k];
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

__global__ void __launch_bounds__(BLOCK)
   place_t(const int32_t *stored, int32_t first, int64_t n_rows, int32_t *t_at)
{
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n_rows)
   {
      t_at[first + (stored ? stored[k] : k)] = first + (int32_t) k;
   }
}

#define PER_LANES(lanes, kernel, ...) \
   switch (lanes)                     \
   {                                  \
   case 1:                            \
      kernel<1> __VA_ARGS__;          \
      break;                          \
   case 4:                            \
      kernel<4> __VA_ARGS__;          \
      break;                          \
   default:                           \
      kernel<16> __VA_ARGS__;         \
      break;                          \
   }

std::array<double **, 7> doubles_of(bands_vectors *v)
{
   return { &v->x, &v->b, &v->inv_scale, &v->diag_scale, &v->v, &v->t, &v->old };
}

trisweep_status alloc_vectors(int64_t n, tsw_memory *owner, bands_vectors *v)
{
   const char *what = "the vectors of schedule bands";
   for (double **vector : doubles_of(v))
   {
      TSW_TRY(tsw_memory_alloc_device(owner, vector, n, sizeof(double), what));
   }
   TSW_TRY(tsw_memory_alloc_device(owner, &v->cf_marker, n, sizeof(int32_t), what));
   return tsw_memory_alloc_device(owner, &v->t_at, n, sizeof(int32_t), what);
}

/* The block of a part, with the words that its waiting kernels share with the whole one. */
tsw_packed packed_of(const bands_part *part, const tsw_packed *p)
{
   tsw_packed q = part->packed;
   q.wait_status = p->wait_status;
   q.wait_report = p->wait_report;
   q.wait_limit_ns = p->wait_limit_ns;
   return q;
}

bool keeps_t_by_place(const bands_part *part)
{
   return part->schedule->t_by_place && part->schedule->t_by_place(part->state);
}

trisweep_status plan_part(const tsw_packed *p, cudaStream_t stream, tsw_memory *owner,
                          bands_part *part, int32_t *t_at)
{
   const tsw_packed q = packed_of(part, p);
   tsw_analysis     analysis = {};
   analysis.device_levels = &part->levels;
   TSW_TRY(part->schedule->plan(&q, &analysis, 1, stream, owner, &part->state));
   place_t<<<tsw_blocks(q.n_rows, BLOCK), BLOCK, 0, stream>>>(
      keeps_t_by_place(part) ? q.row : NULL, part->first, q.n_rows, t_at);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

trisweep_status plan_parts(const tsw_packed *p, const tsw_analysis *analysis, cudaStream_t stream,
                           tsw_memory *owner, bands_state *s)
{
   TSW_TRY(tsw_bands_split(p, analysis->device_levels, analysis->bands, stream, owner, s));
   TSW_TRY(alloc_vectors(p->n_rows, owner, &s->vectors));
   TSW_CUDA(tsw_early_pays(p->n_rows, &s->early));
   for (int k = 0; k < s->n; k++)
   {
      TSW_TRY(plan_part(p, stream, owner, &s->part[k], s->vectors.t_at));
   }
   return TRISWEEP_OK;
}

trisweep_status plan(const tsw_packed *p, const tsw_analysis *analysis, int, void *stream,
                     tsw_memory *owner, void **state)
{
   bands_state *s;
   TSW_TRY(tsw_memory_alloc(owner, &s, 1, sizeof *s, "schedule bands"));
   memset(s, 0, sizeof *s);
   *state = s;
   const trisweep_status status =
      p->n_rows > 0 ? plan_parts(p, analysis, (cudaStream_t) stream, owner, s) : TRISWEEP_OK;
   for (int k = 0; k < s->n; k++)
   {
      tsw_graph_levels_free(NULL, &s->part[k].levels);
   }
   return status;
}

trisweep_status load(void *state, const tsw_packed *p, void *stream)
{
   const bands_state *s = (const bands_state *) state;
   TSW_TRY(tsw_bands_load(s, p, (cudaStream_t) stream));
   for (int k = 0; k < s->n; k++)
   {
      const bands_part *part = &s->part[k];
      const tsw_packed  q = packed_of(part, p);
      if (part->schedule->load)
      {
         TSW_TRY(part->schedule->load(part->state, &q, stream));
      }
   }
   return TRISWEEP_OK;
}

view view_of(const bands_state *s, const tsw_pass *pass)
{
   const bool full = pass->kind == TSW_PASS_FULL;
   view       a = {};
   a.pass = *pass;
   a.s = s->vectors;
   a.fresh = s->apart[pass->backward];
   a.stale = s->apart[!pass->backward];
   a.mixes = full && pass->omega != 1.0;
   a.b_weight = full ? 1.0 : pass->omega;
   a.rest_weight = full ? 1.0 / pass->omega : 1.0;
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
   q.omega = q.kind == TSW_PASS_ZERO ? 1.0 : q.omega;
   q.b = s->b + first;
   q.x = s->x + first;
   q.v = a->mixes ? s->v + first : q.x;
   q.t = q.t ? s->t + first : NULL;
   q.t_changed = true;
   q.cut = NULL;
   return q;
}

trisweep_status pass(const void *state, const tsw_packed *p, const tsw_pass *pass, void *stream)
{
   const bands_state *s = (const bands_state *) state;
   const view         a = view_of(s, pass);
   const cudaStream_t queue = (cudaStream_t) stream;
   if (pass->kind == TSW_PASS_FULL && pass->omega == 0.0)
   {
      return TSW_ERROR(UNSUPPORTED, "schedule bands cannot sweep with omega 0; take another "
                       "schedule, or another weight");
   }
   PER_LANES(s->lanes, begin,
             <<<tsw_blocks(p->n_rows * s->lanes, BLOCK), BLOCK, 0, queue>>>(a, p->n_rows));
   TSW_CUDA(cudaGetLastError());
   for (int k = 0; k < s->n; k++)
   {
      const bands_part *part = &s->part[pass->backward ? s->n - 1 - k : k];
      const int64_t     n = part->packed.n_rows;
      const tsw_packed  q = packed_of(part, p);
      const tsw_pass    own = pass_of(&a, part);
      if (k > 0)
      {
         void (*rows)(view, int32_t, int64_t);
         PER_LANES(s->lanes, rows = follow, );
         TSW_CUDA(tsw_launch(s->early, rows, tsw_blocks(n * s->lanes, BLOCK), BLOCK, queue, a,
                             part->first, n));
      }
      TSW_TRY(part->schedule->pass(part->state, &q, &own, stream));
   }
   return TSW_CUDA_STATUS(tsw_launch(s->early, finish, tsw_blocks(p->n_rows, BLOCK), BLOCK, queue,
                                     a, p->n_rows));
}

void free_state(tsw_memory *owner, void **state)
{
   bands_state *s = (bands_state *) *state;
   if (s)
   {
      for (int k = 0; k < s->n; k++)
      {
         if (s->part[k].schedule)
         {
            s->part[k].schedule->free(owner, &s->part[k].state);
         }
      }
      tsw_bands_drop(owner, s);
      for (double **vector : doubles_of(&s->vectors))
      {
         tsw_memory_free_device(owner, vector);
      }
      tsw_memory_free_device(owner, &s->vectors.cf_marker);
      tsw_memory_free_device(owner, &s->vectors.t_at);
   }
   tsw_memory_free(owner, state);
}

} // namespace

extern "C" const tsw_schedule tsw_schedule_cuda_bands = {
   .name = "bands",
   .summary = "runs of levels, each by the schedule that suits it",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .needs = TSW_NEEDS_SWEEP_LEVELS,
   .threaded = false,
   .solve_only = false,
   .deterministic = true,
   .capturable = true,
   .floats = false,
   .plan = plan,
   .holds = NULL,
   .load = load,
   .load_rows = NULL,
   .t_by_place = NULL,
   .pass = pass,
   .residual = tsw_residual_by_row,
   .free = free_state,
};
