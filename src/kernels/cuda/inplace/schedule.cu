/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * inplace: whole sweeps in one launch over the caller's own block, for little memory (schedule of
 * trisweep), slice by slice (kernels/cuda/slices.h). A warp first adds the terms of a row without
 * new values, then reads the row again and polls the new values.
 *
 * Needs: the caller's block and norms during sweeps. Extra bytes: 12 a row and 4 a slice; without
 * memory for the levels 12 a row: rows then go in natural order, each in a slice of its own.
 * Deterministic: fixed order of additions, that of the caller's rows. Capturable. Waits have a
 * limit.
 */
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/device/new_values.cuh"
#include "kernels/cuda/triangles.h"

static constexpr int64_t LEVELS_AHEAD =
   8; /* as in schedule persistent; the next two not measured */
static constexpr double ENTRIES_A_LANE = 4.0; /* of a row */
static constexpr int    AT_ONCE = 4;          /* new values that a lane polls at a time */

/* x: old values; v: NULL if not used. */
struct inplace_pass : tsw_pass
{
   tsw_slices    slices;
   tsw_entries   rows; /* the caller's block */
   const double *l1_norms;
   tsw_wait      wait;

   /* Does row i need the new x_j? */
   __device__ __forceinline__ bool is_new(int32_t j, int32_t i) const
   {
      return backward ? j > i : j < i;
   }
};

/* Sums over a row of terms without new values. */
struct row_sums
{
   double diagonal = 0.0;
   double old = 0.0;    /* (S x)_i */
   double before = 0.0; /* ((T + S) v)_i */
};

template <int LANES, tsw_pass_kind KIND>
static __device__ __forceinline__ row_sums add_known(const inplace_pass &a, int32_t i,
                                                     int32_t begin, int32_t end)
{
   row_sums sum;
#pragma unroll 4
   for (int32_t e = begin; e < end; e += LANES)
   {
      const int32_t j = a.rows.idx[e];
      const double  value = a.rows.val[e];
      if (j == i)
      {
         sum.diagonal += value;
      }
      else if (KIND == TSW_PASS_FULL)
      {
         sum.old += a.is_new(j, i) ? 0.0 : value * a.x[j];
         sum.before += a.v ? value * a.v[j] : 0.0;
      }
   }
   sum.diagonal = tsw_sum_lanes<LANES>(sum.diagonal);
   sum.old = KIND == TSW_PASS_FULL ? tsw_sum_lanes<LANES>(sum.old) : 0.0;
   sum.before = KIND == TSW_PASS_FULL && a.v ? tsw_sum_lanes<LANES>(sum.before) : 0.0;
   return sum;
}

/* Sweep row i; i < 0: none. To be called by whole warps. */
template <int LANES, tsw_pass_kind KIND>
static __device__ __forceinline__ void sweep_row(const inplace_pass &a, int32_t i, int lane)
{
   const int32_t  begin = i < 0 ? 0 : a.rows.ptr[i];
   const int32_t  end = i < 0 ? 0 : a.rows.ptr[i + 1];
   const row_sums known = add_known<LANES, KIND>(a, i, begin + lane, end);
   const bool     l1 = a.scale == TSW_SCALE_L1;
   const double   norm = l1 && i >= 0 ? a.l1_norms[i] : known.diagonal;
   const double   inverse = a.scale == TSW_SCALE_ONE ? 1.0 : norm == 0.0 ? 0.0 : 1.0 / norm;
   const bool     kept = i < 0 || tsw_is_kept(a, i, inverse);
   /* A kept row does not wait. */
   const double sum = tsw_sum_lanes<LANES>(tsw_share_new<AT_ONCE>(
      a.rows.idx, a.rows.val, a.slices.fresh, begin + lane, kept ? begin : end, LANES, a.wait,
      [&](int32_t j) { return a.is_new(j, i); }));
   if (i < 0 || lane != 0)
   {
      return;
   }
   const double ratio = l1 ? known.diagonal * inverse : 1.0;
   const double keep = kept ? 1.0 : 1.0 - a.relax_weight * a.omega * ratio;
   double       x = KIND == TSW_PASS_ZERO || keep == 0.0 ? 0.0 : keep * a.x[i];
   if (!kept)
   {
      const double right = a.omega * a.b[i] - known.old + (1.0 - a.omega) * known.before;
      x += a.relax_weight * inverse * (right - sum);
   }
   tsw_publish(&a.slices.fresh[i], x);
}

template <int LANES, tsw_pass_kind KIND>
static __global__ void __launch_bounds__(TSW_SLICES_THREADS)
   inplace_run(__grid_constant__ const inplace_pass a)
{
   tsw_each_slice<LANES>(a.slices, a.backward,
                         [&](int32_t i, int lane) { sweep_row<LANES, KIND>(a, i, lane); });
}

#define KERNELS(lanes)                                     \
   {                                                       \
      (const void *) inplace_run<lanes, TSW_PASS_FULL>,    \
         (const void *) inplace_run<lanes, TSW_PASS_ZERO>, \
   }
/* By tsw_lanes_index; for FULL, ZERO. */
static const void *const kernels[][2] = { KERNELS(1), KERNELS(2),  KERNELS(4),
                                          KERNELS(8), KERNELS(16), KERNELS(32) };

static trisweep_status inplace_plan(const tsw_packed *p, const tsw_analysis *analysis, int,
                                    void *stream, tsw_memory *owner, void *state)
{
   const tsw_graph_levels *levels = analysis->device_levels->order ? analysis->device_levels : NULL;
   tsw_slices             *s = (tsw_slices *) state;
   const double            mean = (double) p->n_entries[0] / (double) p->n_rows;
   s->lanes = levels ? tsw_lanes_for(mean, ENTRIES_A_LANE) : 32;
   return tsw_slices_plan(levels, p->n_rows, LEVELS_AHEAD, kernels[tsw_lanes_index(s->lanes)], 2,
                          (cudaStream_t) stream, owner, s);
}

static trisweep_status inplace_do_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       void *stream)
{
   const tsw_slices   *s = (const tsw_slices *) state;
   const trisweep_csr *rows = &p->block;
   inplace_pass        a = {
             *pass, *s, { rows->row_ptr, rows->col_idx, rows->val }, p->l1_norms, tsw_pass_wait(p)
   };
   a.v = pass->omega != 1.0 ? pass->v : NULL;
   return tsw_slices_run(s, kernels[tsw_lanes_index(s->lanes)][pass->kind != TSW_PASS_FULL], &a,
                         p->n_rows, pass->x, false, (cudaStream_t) stream);
}

static void inplace_free(tsw_memory *owner, void *state)
{
   tsw_slices_free(owner, (tsw_slices *) state);
}

extern "C" const tsw_schedule tsw_schedule_cuda_inplace = {
   .name = "inplace",
   .summary = "whole sweeps over the caller's own arrays, with 12 to 16 bytes a row besides",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .role = TSW_ROLE_BORROWED,
   .values = TSW_VALUES_BORROWED,
   .state_bytes = sizeof(tsw_slices),
   .plan = inplace_plan,
   .pass = inplace_do_pass,
   .free = inplace_free,
};
