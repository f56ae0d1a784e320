/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * inplace: whole sweeps in one launch over the caller's own block, for little memory (schedule of
 * trisweep). Rows go to warps in level order, 32 / LANES neighbours to a warp, group g to warp g
 * modulo the number of warps. A warp first adds terms without new values, then polls the new
 * values; each value is its own flag. A last kernel moves the values to x. Rows of a group may
 * belong to different levels and depend on each other.
 *
 * Needs: the caller's block and norms during sweeps. Extra bytes: 12 a row, or 8 without memory for
 * the levels; rows then go in natural order. Deterministic: fixed order of additions, that of the
 * caller's rows. Capturable.
 *
 * Progress: a cooperative launch holds all blocks on the device at once. Each warp takes its groups
 * in ascending order, so that the warp with the least unfinished group waits for rows of finished
 * groups and of this group only. Waits are bounded.
 */
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/resident.h"
#include "kernels/cuda/inplace/inplace.cuh"
#include "kernels/cuda/triangles.h"

/* As in schedule persistent: levels in progress at a time, entries of a row for a lane. */
static constexpr int64_t LEVELS_AHEAD = 8;
static constexpr double  ENTRIES_A_LANE = 4.0;

struct inplace_state
{
   int64_t  n_levels; /* 0: unknown */
   int32_t *order;    /* device, [n_rows] rows by level; NULL for the natural order */
   double  *fresh;    /* device, [n_rows] new x, unknown between passes */
   int      lanes;    /* of a row */
   int      blocks;
   int      threads; /* of a block */
};

typedef void (*inplace_kernel)(inplace_pass);

#define KERNELS(lanes)                                                     \
   {                                                                       \
      inplace_run<lanes, TSW_PASS_FULL>, inplace_run<lanes, TSW_PASS_ZERO> \
   }
/* By tsw_lanes_index; for FULL, ZERO. */
static const inplace_kernel kernels[][2] = { KERNELS(1), KERNELS(2),  KERNELS(4),
                                             KERNELS(8), KERNELS(16), KERNELS(32) };

static trisweep_status inplace_plan(const tsw_packed *p, const tsw_analysis *analysis, int,
                                    void *stream, tsw_memory *owner, void *state)
{
   cudaStream_t   cuda_stream = (cudaStream_t) stream;
   inplace_state *s = (inplace_state *) state;
   if (analysis->device_levels->order)
   {
      s->n_levels = analysis->device_levels->n_levels;
      TSW_TRY(tsw_graph_order_copy(analysis->device_levels, p->n_rows, stream, owner, &s->order));
   }
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->fresh, p->n_rows, "new values"));
   return TSW_CUDA_STATUS(
      cudaMemsetAsync(s->fresh, 0xff, (size_t) p->n_rows * sizeof(double), cuda_stream));
}

/*
 * Choose lanes and blocks. plan has no block: with memory=low the block comes with the values. As
 * many warps as LEVELS_AHEAD levels need; in natural order as many as all groups need.
 */
static trisweep_status inplace_load(void *state, const tsw_packed *p, void *)
{
   const trisweep_csr *a = &p->block;
   inplace_state      *s = (inplace_state *) state;
   int                 processors;
   TSW_TRY(tsw_cuda_processors(&processors));
   if (a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   s->lanes = tsw_lanes_for((double) a->nnz / (double) a->n_rows, ENTRIES_A_LANE);
   const int64_t rows = 32 / s->lanes;
   const int64_t groups = (a->n_rows + rows - 1) / rows;
   const int64_t wanted = s->n_levels > 0 ? LEVELS_AHEAD * groups / s->n_levels + 1 : groups;
   const int64_t each = (wanted + processors - 1) / processors;
   const int64_t most = INPLACE_THREADS / 32;
   s->blocks = (int) (wanted < processors ? wanted : processors);
   s->threads = 32 * (int) (each < most ? each : most);
   for (const inplace_kernel kernel : kernels[tsw_lanes_index(s->lanes)])
   {
      TSW_TRY(tsw_resident_limit((const void *) kernel, s->threads, 0, &s->blocks));
   }
   return TRISWEEP_OK;
}

static trisweep_status inplace_do_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       void *stream)
{
   const inplace_state *s = (const inplace_state *) state;
   const inplace_kernel kernel = kernels[tsw_lanes_index(s->lanes)][pass->kind != TSW_PASS_FULL];
   cudaStream_t         cuda_stream = (cudaStream_t) stream;
   inplace_pass         a = { *pass,           (int32_t) p->n_rows,
                              s->order,        { p->block.row_ptr, p->block.col_idx, p->block.val },
                              p->l1_norms,     s->fresh,
                              tsw_pass_wait(p) };
   a.v = pass->omega != 1.0 ? pass->v : NULL;
   TSW_TRY(tsw_launch_resident((const void *) kernel, s->blocks, s->threads, 0, &a, cuda_stream));
   tsw_move_values<<<tsw_blocks(p->n_rows, TSW_MOVE), TSW_MOVE, 0, cuda_stream>>>(s->fresh, pass->x,
                                                                                  p->n_rows);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

static void inplace_free(tsw_memory *owner, void *state)
{
   inplace_state *s = (inplace_state *) state;
   tsw_memory_free_device(owner, &s->order);
   tsw_memory_free_device(owner, &s->fresh);
}

extern "C" const tsw_schedule tsw_schedule_cuda_inplace = {
   .name = "inplace",
   .summary = "whole sweeps over the caller's own arrays, with 12 bytes a row besides",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .role = TSW_ROLE_BORROWED,
   .values = TSW_VALUES_BORROWED,
   .old_values = TSW_OLD_IN_X,
   .state_bytes = sizeof(inplace_state),
   .plan = inplace_plan,
   .load = inplace_load,
   .pass = inplace_do_pass,
   .free = inplace_free,
};
