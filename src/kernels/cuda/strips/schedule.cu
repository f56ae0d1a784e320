/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * strips: whole sweeps for wide levels (schedule of trisweep; doc/performance.md). One block of
 * threads an SM solves a strip of consecutive rows, or a tile of a grid, level by level.
 *
 * ZERO and HALF are two kernels, FULL three, FULL with omega != 1 seven. The last kernel solves:
 * x_i = constant_i - scale_i (T x)_i. The kernels before it compute the terms without new values:
 * for FULL S x, with rows and x in the order in which S is solved. Both triangles are stored once.
 *
 * In the solving kernel the warps of a block form teams, which perform the steps by round robin. A
 * step is rows of one level, as many as a team has lanes for. The turn of a team is the serial part
 * of a step: a barrier with the preceding team, a gather of x from shared memory, a few fused
 * multiply-adds and a store. Entries with columns in other strips, or in steps at least one round
 * back, are summed before the turn. A value is its own flag: its word holds a reserved NaN until a
 * relaxed store publishes the value; relaxed loads poll the word. Blocks exchange nothing else, so
 * that no fence is needed.
 *
 * Needs: compute capability 8.0. Deterministic: all sums in a fixed order. Capturable.
 *
 * Progress: strips depend on earlier strips only, and blocks take strips by ticket. The lowest
 * unfinished strip therefore runs, and waits for finished strips only. Inside a block a step waits
 * at a barrier for the step before it, and polls values of earlier steps of its own strip, whose
 * teams do not wait for this step. Polls are bounded.
 */
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "kernels/cuda/device/row.cuh"
#include "kernels/cuda/device/strips.cuh"
#include "kernels/cuda/overlap.cuh"
#include "kernels/cuda/strips/rows.cuh"
#include "kernels/cuda/strips/strips.h"
#include "kernels/cuda/triangles.h"

namespace {

using namespace strips_rows;

struct strips_state
{
   strips_triangle triangle[2]; /* lower, upper */
   strips_vectors  vectors;
   double         *old;   /* [n_rows] work vector: x or v by slot of a triangle */
   bool            early; /* early launches of kernels that follow kernels of this schedule */
};

/* Set the vectors for row i. partial: (S x)_i; old_terms: terms of t_i besides omega b_i. */
__device__ void finish_row(const tsw_pass &p, const strips_vectors &v, int32_t slot, int32_t i,
                           double partial, double old_terms)
{
   const double inverse = p.inv_scale ? p.inv_scale[i] : 1.0;
   const bool   kept = tsw_is_kept(p, i, inverse);
   const double scale = kept ? 0.0 : p.relax_weight * inverse;
   const double start = p.kind != TSW_PASS_ZERO ? tsw_row_start(p, i, kept) : 0.0;
   double       right = 0.0;
   if (!kept)
   {
      right = p.kind == TSW_PASS_HALF ? p.t[i] : p.omega * p.b[i] + old_terms;
   }
   v.constant[slot] = kept ? start : start + scale * (right - partial);
   v.scale[slot] = scale;
   v.fresh[slot] = tsw_unknown();
   if (v.t && !kept)
   {
      v.t[i] = right;
   }
}

__device__ void reset(const strips_vectors &v, int32_t n_rows)
{
   if (blockIdx.x == 0 && threadIdx.x == 0)
   {
      *v.ticket = 0;
      v.fresh[n_rows] = 0.0;
   }
}

/* ZERO and HALF: no entries are summed before the solving kernel. */
__global__ void __launch_bounds__(BLOCK)
   start_rows(tsw_pass pass, strips_triangle t, strips_vectors v)
{
   const int32_t slot = (int32_t) (blockIdx.x * BLOCK + threadIdx.x);
   tsw_let_next_begin();
   tsw_wait_for_last();
   reset(v, t.n_rows);
   if (slot < t.n_rows)
   {
      finish_row(pass, v, slot, t.row[strips_slot(t, slot)], 0.0, 0.0);
   }
}

/* old_terms[slot] = factor (T v)_i; not solved: add factor (S v)_i at the slot of row i in T. */
template <int G>
__global__ void __launch_bounds__(BLOCK)
   add_rows(strips_triangle t, bool solved, const double *x, double factor, double *old_terms)
{
   const int64_t index = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   const int     lane = (int) (threadIdx.x % 32);
   if (index < (int64_t) t.n_steps * t.shape.team_warps)
   {
      const uint4  s = t.slice[index];
      const double sum = slice_times<G>(t, s, lane, x);
      if (lane % G == 0 && lane < strips_n_rows(s) * G)
      {
         const int32_t slot = (int32_t) s.y + lane / G;
         const int32_t at = solved ? slot : t.n_rows - 1 - slot;
         old_terms[at] = (solved ? 0.0 : old_terms[at]) + factor * sum;
      }
   }
}

/* FULL: sum the rows of S, by the slices of S. */
template <int G>
__global__ void __launch_bounds__(BLOCK)
   other_rows(tsw_pass pass, strips_triangle s, const double *old, strips_vectors v)
{
   const int64_t index = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   const int     lane = (int) (threadIdx.x % 32);
   const bool    has = index < (int64_t) s.n_steps * s.shape.team_warps;
   tsw_let_next_begin();
   const uint4 slice = has ? s.slice[index] : make_uint4(0, 0, 0, 0);
   tsw_wait_for_last();
   reset(v, s.n_rows);
   if (!has)
   {
      return;
   }
   const double sum = slice_times<G>(s, slice, lane, old);
   if (lane % G == 0 && lane < strips_n_rows(slice) * G)
   {
      const int32_t at = (int32_t) slice.y + lane / G;
      const int32_t slot = s.n_rows - 1 - at;
      const int32_t i = s.row[strips_slot(s, at)];
      const double  old_terms = pass.omega != 1.0 ? v.constant[slot] : 0.0;
      finish_row(pass, v, slot, i, sum, old_terms);
   }
}

trisweep_status prepare_full(const strips_state *s, const tsw_pass *pass, const strips_vectors *v,
                             const strips_triangle *own, const strips_triangle *other,
                             cudaStream_t stream)
{
   const unsigned blocks = tsw_blocks(own->n_rows, BLOCK);
   const double   factor = 1.0 - pass->omega;
   if (factor != 0.0)
   {
      permute<<<blocks, BLOCK, 0, stream>>>(pass->v, *own, s->old);
      TSW_PER_LANES(add_rows, own->shape.lanes,
                    <<<slice_blocks(own), BLOCK, 0, stream>>>(*own, true, s->old, factor,
                                                              s->vectors.constant));
      permute<<<blocks, BLOCK, 0, stream>>>(pass->v, *other, s->old);
      TSW_PER_LANES(add_rows, other->shape.lanes,
                    <<<slice_blocks(other), BLOCK, 0, stream>>>(*other, false, s->old, factor,
                                                                s->vectors.constant));
   }
   auto *rows = other_rows<1>;
   TSW_PER_LANES(rows = other_rows, other->shape.lanes, );
   permute<<<blocks, BLOCK, 0, stream>>>(pass->x, *other, s->old);
   return TSW_CUDA_STATUS(
      tsw_launch(s->early, rows, slice_blocks(other), BLOCK, stream, *pass, *other, s->old, *v));
}

trisweep_status alloc_vectors(strips_state *s, int64_t n, tsw_memory *owner)
{
   const char     *what = "the vectors of schedule strips";
   strips_vectors *v = &s->vectors;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &v->constant, n, what));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &v->scale, n, what));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &v->fresh, n + 1, what));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->old, n, what));
   return TSW_ALLOC_DEVICE(owner, &v->ticket, 2, what);
}

trisweep_status plan(const tsw_packed *p, const tsw_analysis *analysis, int, void *stream,
                     tsw_memory *owner, void *state)
{
   strips_state *s = (strips_state *) state;
   int           n_processors;
   if (p->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_cuda_processors(&n_processors));
   TSW_TRY(tsw_overlap_pays(p->n_rows, &s->early));
   TSW_TRY(tsw_strips_plan(p, analysis->device_levels, n_processors, (cudaStream_t) stream, owner,
                           s->triangle));
   return alloc_vectors(s, p->n_rows, owner);
}

trisweep_status load(void *state, const tsw_packed *p, void *stream)
{
   const strips_state *s = (const strips_state *) state;
   if (p->n_rows > 0)
   {
      return tsw_strips_load(p, s->triangle, s->vectors.ticket + 1, (cudaStream_t) stream);
   }
   return TRISWEEP_OK;
}

trisweep_status pass(const void *state, const tsw_packed *p, const tsw_pass *pass, void *stream)
{
   const strips_state    *s = (const strips_state *) state;
   const strips_triangle *own = &s->triangle[pass->backward];
   const cudaStream_t     cuda_stream = (cudaStream_t) stream;
   const tsw_wait         wait = tsw_pass_wait(p);
   if (p->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   strips_vectors v = s->vectors;
   v.x = pass->x;
   v.t = pass->kind != TSW_PASS_HALF ? pass->t : NULL;
   if (pass->kind == TSW_PASS_FULL)
   {
      TSW_TRY(prepare_full(s, pass, &v, own, &s->triangle[!pass->backward], cuda_stream));
   }
   else
   {
      const bool half = pass->kind == TSW_PASS_HALF; /* the preceding kernel is of this schedule */
      TSW_CUDA(tsw_launch(s->early && half, start_rows, tsw_blocks(own->n_rows, BLOCK), BLOCK,
                          cuda_stream, *pass, *own, v));
   }
   return tsw_strips_solve(own, &v, &wait, s->early, cuda_stream);
}

trisweep_status find_residual(const void *state, const tsw_packed *p, const tsw_pass *pass,
                              double *r, void *stream)
{
   const strips_state *s = (const strips_state *) state;
   return p->n_rows > 0
             ? tsw_strips_residual(s->triangle, p, pass, s->old, r, (cudaStream_t) stream)
             : TRISWEEP_OK;
}

void free_state(tsw_memory *owner, void *state)
{
   strips_state *s = (strips_state *) state;
   tsw_strips_free(owner, s->triangle);
   tsw_memory_free_device(owner, &s->vectors.constant);
   tsw_memory_free_device(owner, &s->vectors.scale);
   tsw_memory_free_device(owner, &s->vectors.fresh);
   tsw_memory_free_device(owner, &s->vectors.ticket);
   tsw_memory_free_device(owner, &s->old);
}

} // namespace

extern "C" const tsw_schedule tsw_schedule_cuda_strips = {
   .name = "strips",
   .summary = "a block an SM with a strip or a tile, whose levels teams of warps solve by turns",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .needs = TSW_NEEDS_SWEEP_GRAPH,
   .values = TSW_VALUES_HELD,
   .state_bytes = sizeof(strips_state),
   .plan = plan,
   .load = load,
   .pass = pass,
   .residual = find_residual,
   .free = free_state,
};
