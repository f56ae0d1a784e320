/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * persistent: whole sweeps in one launch for wide and deep graphs (schedule of trisweep), slice by
 * slice (kernels/cuda/slices.h). A warp first adds terms without new values, then polls the new
 * values.
 *
 * Needs: levels of the sweep graph. Extra bytes: 12 a row, 4 a slice.
 * Deterministic: fixed order of additions. Capturable. Waits are bounded.
 */
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "kernels/cuda/overlap.cuh"
#include "kernels/cuda/persistent/persistent.cuh"
#include "kernels/cuda/triangles.h"

/* Measured (doc/performance.md): levels that have warps at a time; entries of a row for a lane. */
static constexpr int64_t LEVELS_AHEAD = 8;
static constexpr int64_t LEVELS_AHEAD_LONG = 16;
static constexpr double  ENTRIES_A_LANE = 1.7;

/* New values that a lane polls at a time; more if the longest row needs many rounds of polls. */
static constexpr int AT_ONCE = 2;
static constexpr int AT_ONCE_LONG = 4;
static constexpr int MANY_ROUNDS = 16;

struct persistent_state
{
   tsw_slices slices;
   bool       long_rows; /* a lane polls AT_ONCE_LONG values at a time */
   bool       early;     /* early launch of the last kernel of a pass */
};

#define BY_KIND(lanes, depth)                                        \
   {                                                                 \
      (const void *) persistent_run<lanes, TSW_PASS_FULL, depth>,    \
         (const void *) persistent_run<lanes, TSW_PASS_ZERO, depth>, \
         (const void *) persistent_run<lanes, TSW_PASS_HALF, depth>  \
   }
#define KERNELS(lanes)                                      \
   {                                                        \
      BY_KIND(lanes, AT_ONCE), BY_KIND(lanes, AT_ONCE_LONG) \
   }
/* By tsw_lanes_index, for usual and for long rows, by kind of pass. */
static const void *const kernels[][2][3] = { KERNELS(1), KERNELS(2),  KERNELS(4),
                                             KERNELS(8), KERNELS(16), KERNELS(32) };

/* Lanes for the mean row; while two levels fit on the device, lanes for the longest row. */
static void choose_lanes(const tsw_packed *p, int64_t n_levels, int processors, persistent_state *s)
{
   const double  mean = 0.5 * (double) (p->n_entries[0] + p->n_entries[1]) / (double) p->n_rows;
   const int64_t room = (int64_t) processors * TSW_SLICES_THREADS * n_levels;
   int           lanes = 1;
   while (lanes < 32 && (ENTRIES_A_LANE * lanes < mean ||
                         (AT_ONCE * lanes < p->longest_part && 2 * 2 * lanes * p->n_rows <= room)))
   {
      lanes *= 2;
   }
   s->slices.lanes = lanes;
   s->long_rows = p->longest_part > MANY_ROUNDS * AT_ONCE * lanes;
}

static trisweep_status persistent_plan(const tsw_packed *p, const tsw_analysis *analysis, int,
                                       void *stream, tsw_memory *owner, void *state)
{
   const tsw_graph_levels *levels = analysis->device_levels;
   persistent_state       *s = (persistent_state *) state;
   int                     processors;
   TSW_TRY(tsw_cuda_processors(&processors));
   choose_lanes(p, levels->n_levels, processors, s);
   TSW_TRY(tsw_overlap_pays(p->n_rows, &s->early));
   return tsw_slices_plan(levels, p->n_rows, s->long_rows ? LEVELS_AHEAD_LONG : LEVELS_AHEAD,
                          kernels[tsw_lanes_index(s->slices.lanes)][s->long_rows], 3,
                          (cudaStream_t) stream, owner, &s->slices);
}

static trisweep_status persistent_do_pass(const void *state, const tsw_packed *p,
                                          const tsw_pass *pass, void *stream)
{
   const persistent_state *s = (const persistent_state *) state;
   const int               lanes = tsw_lanes_index(s->slices.lanes);
   persistent_pass         a = { *pass, s->slices, pass->backward ? p->upper : p->lower,
                         pass->backward ? p->lower : p->upper, tsw_pass_wait(p) };
   a.v = pass->kind == TSW_PASS_FULL && pass->omega != 1.0 ? pass->v : NULL;
   return tsw_slices_run(&s->slices, kernels[lanes][s->long_rows][pass->kind], &a, p->n_rows,
                         pass->x, s->early, (cudaStream_t) stream);
}

static void persistent_free(tsw_memory *owner, void *state)
{
   tsw_slices_free(owner, &((persistent_state *) state)->slices);
}

extern "C" const tsw_schedule tsw_schedule_cuda_persistent = {
   .name = "persistent",
   .summary = "whole sweeps in one launch, a warp a slice of a level, values as their own flags",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .needs = TSW_NEEDS_LEVEL_ORDER,
   .state_bytes = sizeof(persistent_state),
   .plan = persistent_plan,
   .pass = persistent_do_pass,
   .residual = tsw_residual_by_row,
   .free = persistent_free,
};
