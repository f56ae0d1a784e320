/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * levels: level sets of the sweep graph, whole sweeps in place: a row reads the
 * new values of the rows before it and still the old ones of the rows behind,
 * so that a pass over both triangles reads the block once (ours). For orderings
 * with few levels, such as colours, and as the plain yardstick for the others.
 *
 * Rows are packed level by level; 1 to 32 lanes a row, by its mean length. Where
 * levels are so wide that they fill the device, or few and not small (levels_way.h),
 * each gets a launch of its own, and where the device can (compute capability 9.0), a
 * launch begins before the one before it has ended, and fetches what it needs beside x.
 * If rows are of like lengths, wide levels are held in slices of a warp, with values as
 * floats where that is asked for (levels_slices.h). On older devices one block does a
 * run of levels that fit into it (Naumov 2011).
 *
 * Other levels are done in one launch, without barriers: each value is its own
 * flag (levels_flow.cuh). A small x is in the shared memory of a cluster of blocks.
 *
 * Needs: levels of the sweep graph, rows in level order. Extra bytes: 4 a level,
 * up to 24 a row. Deterministic: fixed order of additions. Capturable.
 * Progress: a launch waits for the one before it, which does not need the places
 * that this one takes. The warps of one launch for all levels are resident
 * together, as a cluster or as a cooperative launch; each takes its rows in level
 * order, so that the one that is furthest behind waits for finished rows only.
 * Waits are bounded.
 */
#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/levels_flow.h"
#include "kernels/cuda/levels_slices.h"
#include "kernels/cuda/levels_wide.cuh"
#include "kernels/cuda/triangles.h"
#include "kernels/levels_way.h"
#include "kernels/registry.h"

/* Threads of a processor from which on it is kept busy without looking ahead. */
static constexpr int WIDE_THREADS = 1024;

/* Entries of a row that a lane takes in a wide level; measured (doc/performance.md). */
static constexpr int WIDE_ENTRIES = 7;

/* Levels first .. last - 1 in one launch. */
struct levels_step
{
   int32_t first;
   int32_t last;
   int32_t rows;  /* of its widest level */
   int32_t place; /* where its first level starts */
};

struct levels_state
{
   int32_t       n_levels;
   int32_t      *ptr;        /* device, [n_levels + 1] where each level starts */
   int32_t       lanes[2];   /* of a row, in passes over one triangle and over both */
   int32_t       wide_lanes; /* of a row of a wide level */
   int32_t       wide_rows;  /* levels of at least as many rows are wide */
   int32_t       n_steps;
   levels_step  *step;    /* host, [n_steps] */
   bool          overlap; /* launches may begin early */
   levels_flow   flow;    /* one launch for all levels, if it has blocks; else by steps */
   levels_slices slices;  /* what steps read, if it has lanes; else the packed block */
};

/* Two numbers: levels of the pass for levels_run, places for levels_wide. */
typedef void (*levels_kernel)(levels_pass, int32_t, int32_t);

/* The kernels for one number of lanes, by kind of pass. */
struct levels_kernels
{
   int           lanes;
   levels_kernel run[3];
   levels_kernel wide[3];
};

#define BY_KIND(kernel, lanes)                                                                 \
   {                                                                                           \
      kernel<lanes, TSW_PASS_FULL>, kernel<lanes, TSW_PASS_ZERO>, kernel<lanes, TSW_PASS_HALF> \
   }
#define KERNELS(lanes)                                               \
   {                                                                 \
      lanes, BY_KIND(levels_run, lanes), BY_KIND(levels_wide, lanes) \
   }
static const levels_kernels kernels[] = { KERNELS(1), KERNELS(2),  KERNELS(4),
                                          KERNELS(8), KERNELS(16), KERNELS(32) };

static const levels_kernels &kernels_of(int lanes)
{
   int k = 0;
   while (kernels[k].lanes < lanes)
   {
      k++;
   }
   return kernels[k];
}

/* From least to 32 lanes for rows of a mean length, so that each has this many entries or fewer. */
static int lanes_for(double length, int entries, int least)
{
   int lanes = least;
   while (lanes < 32 && entries * lanes < length)
   {
      lanes *= 2;
   }
   return lanes;
}

static bool fits_a_block(const levels_state *s, int32_t rows)
{
   return (int64_t) rows * s->lanes[1] <= LEVELS_MOST_THREADS;
}

/* Levels that fit into a block go on with the step before if those do. */
static trisweep_status find_steps(const tsw_graph_levels *levels, tsw_memory *owner,
                                  levels_state *s)
{
   TSW_TRY(tsw_memory_alloc(owner, &s->step, s->n_levels, sizeof *s->step, "the levels"));
   for (int32_t l = 0; l < s->n_levels; l++)
   {
      const int32_t rows = levels->host_level_ptr[l + 1] - levels->host_level_ptr[l];
      levels_step  *before = s->n_steps > 0 ? &s->step[s->n_steps - 1] : NULL;
      if (before && fits_a_block(s, before->rows) && fits_a_block(s, rows))
      {
         before->last = l + 1;
         before->rows = rows > before->rows ? rows : before->rows;
      }
      else
      {
         s->step[s->n_steps++] = { l, l + 1, rows, levels->host_level_ptr[l] };
      }
   }
   return TRISWEEP_OK;
}

static trisweep_status levels_plan(const tsw_packed *p, const tsw_analysis *analysis, int n_threads,
                                   void *stream, tsw_memory *owner, void **state)
{
   (void) n_threads;
   const tsw_graph_levels *levels = analysis->device_levels;
   cudaStream_t            queue = (cudaStream_t) stream;
   levels_state           *s;
   int                     device;
   int                     major;
   int                     processors;
   TSW_TRY(tsw_memory_alloc(owner, &s, 1, sizeof *s, "the schedule"));
   memset(s, 0, sizeof *s);
   *state = s;
   s->n_levels = (int32_t) levels->n_levels;
   TSW_CUDA(cudaGetDevice(&device));
   TSW_CUDA(cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device));
   TSW_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
   s->overlap = major >= 9;
   TSW_TRY(
      tsw_memory_alloc_device(owner, &s->ptr, levels->n_levels + 1, sizeof(int32_t), "the levels"));
   TSW_CUDA(cudaMemcpyAsync(s->ptr, levels->level_ptr,
                            ((size_t) levels->n_levels + 1) * sizeof(int32_t),
                            cudaMemcpyDeviceToDevice, queue));
   const double mean = (double) (p->n_entries[0] + p->n_entries[1]) / (double) p->n_rows;
   s->lanes[0] = lanes_for(0.5 * mean, LEVELS_AHEAD, 1);
   s->lanes[1] = lanes_for(mean, LEVELS_AHEAD, 1);
   s->wide_lanes = lanes_for(mean, WIDE_ENTRIES, 2);
   s->wide_rows = s->overlap && tsw_levels_are_few(tsw_packed_nnz(p), s->n_levels)
                     ? 1
                     : processors * WIDE_THREADS / s->lanes[1];
   TSW_TRY(find_steps(levels, owner, s));
   if (s->overlap)
   {
      TSW_TRY(levels_flow_plan(p, s->n_levels, queue, owner, &s->flow));
   }
   const bool wide = p->n_rows > (int64_t) TSW_LEVELS_WIDE_ROWS * s->n_levels;
   return wide && analysis->may_hold ? tsw_levels_slices_plan(p, levels, queue, owner, &s->slices)
                                     : TRISWEEP_OK;
}

static levels_pass describe(const levels_state *s, const tsw_packed *p, const tsw_pass *pass)
{
   const tsw_triangle *fresh = pass->backward ? &p->upper : &p->lower;
   const tsw_triangle *stale = pass->backward ? &p->lower : &p->upper;
   levels_pass         a = {};
   a.n_levels = s->n_levels;
   a.backward = pass->backward;
   a.level_ptr = s->ptr;
   a.row = p->row;
   a.fresh = *fresh;
   a.stale = *stale;
   a.inv_scale = pass->inv_scale;
   a.diag_scale = pass->diag_scale;
   a.relax_weight = pass->relax_weight;
   a.omega = pass->omega;
   a.cf_marker = pass->cf_marker;
   a.points = pass->points;
   a.b = pass->b;
   a.x = pass->x;
   a.v = pass->omega != 1.0 ? pass->v : NULL;
   a.t = pass->t;
   a.mixes_old = pass->diag_scale || pass->relax_weight * pass->omega != 1.0;
   return a;
}

/* How one step of a pass is launched. */
static levels_kernel choose_launch(const levels_state *s, const levels_step *step,
                                   const tsw_pass *pass, cudaLaunchConfig_t *config,
                                   int32_t range[2])
{
   const bool run = fits_a_block(s, step->rows);
   const bool wide = !run && step->rows >= s->wide_rows;
   const int  lanes = wide ? s->wide_lanes : s->lanes[pass->kind == TSW_PASS_FULL];
   const int  block = run ? LEVELS_MOST_THREADS : wide ? LEVELS_WIDE_THREADS : LEVELS_PART_THREADS;
   config->gridDim.x = run ? 1 : (unsigned) (((int64_t) step->rows * lanes + block - 1) / block);
   config->blockDim.x = (unsigned) block;
   range[0] = wide ? step->place : pass->backward ? s->n_levels - step->last : step->first;
   range[1] = range[0] + (wide ? step->rows : step->last - step->first);
   const levels_kernels &k = kernels_of(lanes);
   return (wide ? k.wide : k.run)[pass->kind];
}

/*
 * Is x of the first step known already? The level that ended the first half of a symmetric sweep
 * begins the second: no row of it has entries in the other triangle, so that nothing has changed.
 */
static bool is_known(const levels_state *s, const levels_pass *a, const tsw_pass *pass)
{
   const levels_step *step = &s->step[a->backward ? s->n_steps - 1 : 0];
   return pass->kind == TSW_PASS_HALF && !pass->t_changed && !a->mixes_old &&
          step->last - step->first == 1;
}

static trisweep_status launch_step(const levels_state *s, const levels_step *step,
                                   const levels_pass *a, const tsw_pass *pass,
                                   cudaLaunchConfig_t *config)
{
   int32_t range[2];
   if (s->slices.lanes > 0)
   {
      for (int32_t l = step->first; l < step->last; l++)
      {
         const int32_t level = pass->backward ? step->first + step->last - 1 - l : l;
         TSW_TRY(tsw_levels_slices_launch(&s->slices, a, pass->kind, level, config));
         config->numAttrs = s->overlap;
      }
      return TRISWEEP_OK;
   }
   const levels_kernel kernel = choose_launch(s, step, pass, config, range);
   TSW_CUDA(cudaLaunchKernelEx(config, kernel, *a, range[0], range[1]));
   return TRISWEEP_OK;
}

static trisweep_status levels_do_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                      void *stream)
{
   const levels_state *s = (const levels_state *) state;
   const levels_pass   a = describe(s, p, pass);
   cudaLaunchAttribute early = {};
   cudaLaunchConfig_t  config = {};
   early.id = cudaLaunchAttributeProgrammaticStreamSerialization;
   early.val.programmaticStreamSerializationAllowed = 1;
   config.attrs = &early;
   config.stream = (cudaStream_t) stream;
   if (s->flow.blocks > 0)
   {
      return levels_flow_pass(&s->flow, p, &a, pass->kind, config.stream);
   }
   for (int32_t k = is_known(s, &a, pass); k < s->n_steps; k++)
   {
      const levels_step *step = &s->step[pass->backward ? s->n_steps - 1 - k : k];
      TSW_TRY(launch_step(s, step, &a, pass, &config));
      /* The first launch reads what other work has written, and waits for its end. */
      config.numAttrs = s->overlap;
   }
   return TRISWEEP_OK;
}

static bool levels_t_by_place(const void *state)
{
   return ((const levels_state *) state)->flow.blocks == 0;
}

static trisweep_status levels_residual(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       int n_threads, double *r, void *stream)
{
   const levels_state *s = (const levels_state *) state;
   const bool          by_place = levels_t_by_place(state);
   (void) n_threads;
   if (s->slices.lanes > 0)
   {
      const tsw_residual q = tsw_residual_of(p, pass, by_place, r);
      return tsw_levels_slices_residual(&s->slices, &q, pass->backward, (cudaStream_t) stream);
   }
   return tsw_residual_packed(p, pass, by_place, r, (cudaStream_t) stream);
}

static bool levels_holds(const void *state)
{
   return ((const levels_state *) state)->slices.lanes > 0;
}

static trisweep_status levels_load(void *state, const tsw_packed *p, void *stream)
{
   levels_state *s = (levels_state *) state;
   return s->slices.lanes > 0 ? tsw_levels_slices_load(&s->slices, p, (cudaStream_t) stream)
                              : TRISWEEP_OK;
}

static trisweep_status levels_load_rows(void *state, const trisweep_csr *a, bool ascends,
                                        bool floats, void *stream, bool *complete)
{
   levels_state *s = (levels_state *) state;
   return tsw_levels_slices_load_rows(&s->slices, a, ascends, floats, (cudaStream_t) stream,
                                      complete);
}

static void levels_free(tsw_memory *owner, void **state)
{
   levels_state *s = (levels_state *) *state;
   if (s)
   {
      levels_flow_free(owner, &s->flow);
      tsw_levels_slices_free(&s->slices);
      tsw_memory_free(owner, &s->step);
      tsw_memory_free_device(owner, &s->ptr);
   }
   tsw_memory_free(owner, state);
}

extern "C" const tsw_schedule tsw_schedule_cuda_levels = {
   .name = "levels",
   .summary = "whole sweeps in place by level sets, a launch or a barrier a level",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .needs = TSW_NEEDS_LEVEL_ORDER,
   .deterministic = true,
   .capturable = true,
   .floats = true,
   .plan = levels_plan,
   .holds = levels_holds,
   .load = levels_load,
   .load_rows = levels_load_rows,
   .pass = levels_do_pass,
   .residual = levels_residual,
   .free = levels_free,
};
