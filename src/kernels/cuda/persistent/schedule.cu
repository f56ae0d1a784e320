/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * persistent: whole sweeps in one launch for wide and deep graphs (schedule of trisweep). A slice
 * has rows of one level for one warp; slices are numbered level by level, and warp w of W takes
 * slices w, w + W, ... A warp first adds terms without new values, then polls the new values. Each
 * value is its own flag: a reserved NaN marks a missing value. A last kernel moves the values to x
 * and restores the NaNs; x has the old values until then.
 *
 * Needs: levels of the sweep graph, rows in level order. Extra bytes: 8 a row, 4 a slice.
 * Deterministic: fixed order of additions. Capturable.
 *
 * Progress: a cooperative launch holds all blocks on the device at once. Each warp takes its slices
 * in ascending order, so that the least unfinished slice waits for finished slices only. Waits are
 * bounded.
 */
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/resident.h"
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
   int32_t  n_slices;
   int32_t *slice;     /* device, [n_slices + 1] first place of each slice; last: n_rows */
   double  *fresh;     /* device, [n_rows] new x; the reserved NaN between passes */
   int      lanes;     /* of a row */
   bool     long_rows; /* a lane polls AT_ONCE_LONG values at a time */
   int      blocks;
   int      threads; /* of a block */
   bool     early;   /* early launch of the last kernel of a pass */
};

typedef void (*persistent_kernel)(persistent_pass);

#define BY_KIND(lanes, depth)                                                                   \
   {                                                                                            \
      persistent_run<lanes, TSW_PASS_FULL, depth>, persistent_run<lanes, TSW_PASS_ZERO, depth>, \
         persistent_run<lanes, TSW_PASS_HALF, depth>                                            \
   }
#define KERNELS(lanes)                                      \
   {                                                        \
      BY_KIND(lanes, AT_ONCE), BY_KIND(lanes, AT_ONCE_LONG) \
   }
/* By tsw_lanes_index, for usual and for long rows, by kind of pass. */
static const persistent_kernel kernels[][2][3] = { KERNELS(1), KERNELS(2),  KERNELS(4),
                                                   KERNELS(8), KERNELS(16), KERNELS(32) };

/* Split the rows of each level into slices, the rows of a warp. */
static trisweep_status split_levels(const tsw_graph_levels *levels, tsw_memory *owner,
                                    persistent_state *s)
{
   const int32_t        rows = 32 / s->lanes;
   const int32_t       *ptr = levels->host_level_ptr;
   TSW_SCRATCH int32_t *slice = NULL;
   for (int64_t l = 0; l < levels->n_levels; l++)
   {
      s->n_slices += (ptr[l + 1] - ptr[l] + rows - 1) / rows;
   }
   TSW_TRY(TSW_ALLOC(NULL, &slice, (int64_t) s->n_slices + 1, "slices"));
   int32_t n = 0;
   for (int64_t l = 0; l < levels->n_levels; l++)
   {
      for (int32_t k = ptr[l]; k < ptr[l + 1]; k += rows)
      {
         slice[n++] = k;
      }
   }
   slice[n] = ptr[levels->n_levels];
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->slice, (int64_t) s->n_slices + 1, "slices"));
   return tsw_memory_copy(s->slice, slice, ((size_t) s->n_slices + 1) * sizeof *slice);
}

/* Lanes for the mean row; while two levels fit on the device, lanes for the longest row. */
static void choose_lanes(const tsw_packed *p, int64_t n_levels, int processors, persistent_state *s)
{
   const double  mean = 0.5 * (double) (p->n_entries[0] + p->n_entries[1]) / (double) p->n_rows;
   const int64_t room = (int64_t) processors * PERSISTENT_THREADS * n_levels;
   s->lanes = 1;
   while (s->lanes < 32 &&
          (ENTRIES_A_LANE * s->lanes < mean ||
           (AT_ONCE * s->lanes < p->longest_part && 2 * 2 * s->lanes * p->n_rows <= room)))
   {
      s->lanes *= 2;
   }
   s->long_rows = p->longest_part > MANY_ROUNDS * AT_ONCE * s->lanes;
}

/* As many warps as a few levels need, one block a multiprocessor. More warps would only poll. */
static void count_warps(int64_t n_levels, int processors, persistent_state *s)
{
   const int64_t ahead = s->long_rows ? LEVELS_AHEAD_LONG : LEVELS_AHEAD;
   const int64_t wanted = ahead * (int64_t) s->n_slices / n_levels + 1;
   const int64_t each = (wanted + processors - 1) / processors;
   const int64_t most = PERSISTENT_THREADS / 32;
   s->blocks = (int) (wanted < processors ? wanted : processors);
   s->threads = 32 * (int) (each < most ? each : most);
}

static trisweep_status persistent_plan(const tsw_packed *p, const tsw_analysis *analysis, int,
                                       void *stream, tsw_memory *owner, void *state)
{
   const int64_t     n_levels = analysis->device_levels->n_levels;
   cudaStream_t      cuda_stream = (cudaStream_t) stream;
   persistent_state *s = (persistent_state *) state;
   int               processors;
   TSW_TRY(tsw_cuda_processors(&processors));
   choose_lanes(p, n_levels, processors, s);
   TSW_CUDA(tsw_overlap_pays(p->n_rows, &s->early));
   TSW_TRY(split_levels(analysis->device_levels, owner, s));
   count_warps(n_levels, processors, s);
   for (const persistent_kernel kernel : kernels[tsw_lanes_index(s->lanes)][s->long_rows])
   {
      TSW_TRY(tsw_resident_limit((const void *) kernel, s->threads, 0, &s->blocks));
   }
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->fresh, p->n_rows, "new values"));
   return TSW_CUDA_STATUS(
      cudaMemsetAsync(s->fresh, 0xff, (size_t) p->n_rows * sizeof(double), cuda_stream));
}

static trisweep_status persistent_do_pass(const void *state, const tsw_packed *p,
                                          const tsw_pass *pass, void *stream)
{
   const persistent_state *s = (const persistent_state *) state;
   cudaStream_t            cuda_stream = (cudaStream_t) stream;
   const bool              full = pass->kind == TSW_PASS_FULL;
   persistent_pass         a = { *pass,
                                 s->n_slices,
                                 s->slice,
                                 p->row,
                         pass->backward ? p->upper : p->lower,
                         pass->backward ? p->lower : p->upper,
                                 s->fresh,
                                 tsw_pass_wait(p) };
   a.v = full && pass->omega != 1.0 ? pass->v : NULL;
   const persistent_kernel kernel = kernels[tsw_lanes_index(s->lanes)][s->long_rows][pass->kind];
   TSW_TRY(tsw_launch_resident((const void *) kernel, s->blocks, s->threads, 0, &a, cuda_stream));
   return TSW_CUDA_STATUS(tsw_launch(s->early, tsw_move_values, tsw_blocks(p->n_rows, TSW_MOVE),
                                     TSW_MOVE, cuda_stream, s->fresh, pass->x, p->n_rows));
}

static void persistent_free(tsw_memory *owner, void *state)
{
   persistent_state *s = (persistent_state *) state;
   tsw_memory_free_device(owner, &s->slice);
   tsw_memory_free_device(owner, &s->fresh);
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
