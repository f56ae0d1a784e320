/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * onchip: one block solves, with x of the last steps in its shared memory. For narrow levels
 * (schedule of trisweep; doc/performance.md).
 *
 * A pass is two kernels. Kernel prepare runs on all SMs. It computes the terms without new
 * values, in the order of the steps, and prefetches the triangle into L2. In the solving kernel
 * block 0 performs the steps (levels of at most 32, 64 or 128 rows). A lane of a chain warp
 * computes one row, from the sum of a helper warp and from young entries. The age of an entry is
 * the number of steps from the step of its column to the step of its row; young entries have ages
 * below AHEAD. A single chain warp gets x of near entries, of age 1, by shuffles. Helper warps sum
 * old entries, of ages AHEAD to far - 1, and load the matrix into shared memory. Other blocks sum
 * far entries, most of the matrix: these blocks poll x in L2, and publish the right-hand sides
 * minus the sums. Each of these values is its own flag.
 *
 * Needs: compute capability 9.0. Extra bytes for both triangles: about 16 an entry that
 * is not far, 150 a step and lane, 80 a row. Deterministic: all sums in a fixed order. Capturable.
 *
 * Progress: all blocks are one cluster, and so resident together. A warp of the other blocks
 * waits for earlier steps only. A warp of block 0 waits at a named barrier for warps that wait
 * for earlier steps (the chain warps for step s + 1 need a helper warp that needs step s + 1 -
 * AHEAD), or for copies that the block has started. A transfer warp also waits for sums of other
 * blocks, which need steps up to s - far. All polling is bounded.
 *
 * Order of shared memory: barrier "columns done" of step s follows x of step s - AHEAD. Barrier
 * "sums ready" follows the parts and right-hand sides of step s. A place is written again after
 * 32 steps, in step s. By then the chain warps have done step s - AHEAD, helper warps read x of
 * steps from s - AHEAD - far + 2 on, and the transfer warp has collected the place's old x.
 */
#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "base/memory_cuda.h"
#include "kernels/cuda/onchip/solver.h"
#include "kernels/cuda/overlap.cuh"
#include "kernels/cuda/triangles.h"

static constexpr int ROW_LANES = 8;
static constexpr int BLOCK = 256;
static constexpr int BLOCKS_A_PROCESSOR = 4; /* blocks of kernel prepare, at most */

struct onchip_state
{
   onchip_solver solver[2]; /* lower, upper */
   double       *right;     /* vectors as in onchip_vectors */
   double       *reduced;
   double       *fresh;
   double       *stale;
   double2      *affine;
   int64_t       most_blocks; /* of prepare */
};

struct prepare_arguments : tsw_pass
{
   tsw_entries fresh; /* the triangle that is solved, by block row */
   tsw_entries stale; /* the other triangle, likewise */
   bool        has_t; /* the pass writes t */
};

/* Write the row's values for the solving kernel. For lane 0 of the row only. */
__device__ static void finish_row(const prepare_arguments &a, const onchip_triangle &t,
                                  const onchip_vectors &v, int slot, int i, double old,
                                  double before)
{
   const double scale = a.inv_scale ? a.inv_scale[i] : 1.0;
   const bool   kept = tsw_is_kept(a, i, scale);
   const double start = a.kind != TSW_PASS_ZERO ? tsw_row_start(a, i, kept) : 0.0;
   double       right = 0.0;
   if (!kept)
   {
      right = a.kind == TSW_PASS_HALF ? v.t[i] : a.omega * a.b[i] - old + (1.0 - a.omega) * before;
   }
   if (t.far.blocks > 0)
   {
      v.fresh[slot] = tsw_unknown();
   }
   if (t.far.blocks > 0 && t.far.row[slot].x < t.far.row[slot].y)
   {
      v.right[slot] = right;
      v.reduced[slot] = tsw_unknown();
   }
   else
   {
      tsw_publish(&v.reduced[slot], right);
   }
   v.affine[t.place[slot]] = make_double2(start, kept ? 0.0 : a.relax_weight * scale);
   if (a.has_t)
   {
      v.stale[slot] = old;
   }
}

__global__ static void __launch_bounds__(BLOCK)
   prepare(__grid_constant__ const prepare_arguments a, __grid_constant__ const onchip_triangle t,
           __grid_constant__ const onchip_vectors v)
{
   tsw_let_next_begin();
   const int threads = gridDim.x * BLOCK;
   const int thread = blockIdx.x * BLOCK + threadIdx.x;
   for (int64_t at = (int64_t) thread * 128; at < t.bytes; at += (int64_t) threads * 128)
   {
      onchip::prefetch_to_l2(t.image + at);
   }
   tsw_wait_for_last();
   const int lane = thread % ROW_LANES;
   for (int first = thread / 32 * (32 / ROW_LANES); first < t.n_rows; first += threads / ROW_LANES)
   {
      const int mine = first + threadIdx.x % 32 / ROW_LANES;
      const int slot = min(mine, t.n_rows - 1);
      const int i = t.row[slot];
      double    old = 0.0;
      double    before = 0.0;
      if (a.kind == TSW_PASS_FULL)
      {
         old = tsw_sum_lanes<ROW_LANES>(tsw_row_share<ROW_LANES>(a.stale, i, lane, v.x));
         if (a.omega != 1.0)
         {
            before = tsw_sum_lanes<ROW_LANES>(tsw_row_share<ROW_LANES>(a.stale, i, lane, a.v) +
                                              tsw_row_share<ROW_LANES>(a.fresh, i, lane, a.v));
         }
      }
      if (lane == 0 && mine < t.n_rows)
      {
         finish_row(a, t, v, slot, i, old, before);
      }
   }
}

/* Shared memory of the solving block, for the widest steps. */
static constexpr int64_t SHARED_BYTES = 220000;

static bool onchip_takes(const tsw_gpu *gpu)
{
   return tsw_gpu_has_clusters(gpu) && gpu->shared_bytes >= SHARED_BYTES;
}

static trisweep_status check_device(int *processors)
{
   int major;
   TSW_CUDA(tsw_cuda_major(&major));
   TSW_TRY(tsw_cuda_processors(processors));
   if (major < 9)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule onchip needs compute capability 9.0, but this device or the "
                       "compiled code (--with-cuda-arch) has major version %d; use another "
                       "schedule",
                       major);
   }
   return TRISWEEP_OK;
}

static trisweep_status onchip_plan(const tsw_packed *p, const tsw_analysis *, int, void *stream,
                                   tsw_memory *owner, void *state)
{
   int processors;
   TSW_TRY(check_device(&processors));
   const cudaStream_t cuda_stream = (cudaStream_t) stream;
   const int64_t      n = p->n_rows;
   onchip_state      *s = (onchip_state *) state;
   s->most_blocks = (int64_t) BLOCKS_A_PROCESSOR * processors;
   if (n == 0)
   {
      return TRISWEEP_OK;
   }
   int64_t places = 0;
   for (int upper = 0; upper < 2; upper++)
   {
      onchip_solver *solver = &s->solver[upper];
      TSW_TRY(tsw_onchip_solver_plan(solver, p, upper != 0, owner, cuda_stream));
      const int64_t here = (int64_t) solver->triangle.n_steps * solver->triangle.width;
      places = here > places ? here : places;
   }
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->right, n, "the onchip schedule"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->stale, n, "the onchip schedule"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->reduced, n, "the onchip schedule"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->fresh, n, "the onchip schedule"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->affine, places, "the onchip schedule"));
   TSW_CUDA(cudaMemsetAsync(s->affine, 0, places * sizeof(double2), cuda_stream));
   return tsw_memory_wait(cuda_stream);
}

static trisweep_status onchip_load(void *state, const tsw_packed *p, void *stream)
{
   const onchip_state *s = (const onchip_state *) state;
   if (p->n_rows > 0)
   {
      TSW_TRY(tsw_onchip_solver_load(&s->solver[0], p->lower.val, (cudaStream_t) stream));
      TSW_TRY(tsw_onchip_solver_load(&s->solver[1], p->upper.val, (cudaStream_t) stream));
   }
   return TRISWEEP_OK;
}

static trisweep_status onchip_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                   void *stream)
{
   const onchip_state  *s = (const onchip_state *) state;
   const onchip_solver *solver = &s->solver[pass->backward];
   const cudaStream_t   cuda_stream = (cudaStream_t) stream;
   if (p->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   const prepare_arguments a = { *pass, tsw_triangle_rows(p, pass->backward),
                                 tsw_triangle_rows(p, !pass->backward),
                                 pass->kind != TSW_PASS_HALF && pass->t };
   const onchip_vectors    v = { s->right, s->reduced, s->fresh, s->affine,
                                 s->stale, pass->x,    pass->t,  tsw_pass_wait(p) };
   const int64_t           blocks = (p->n_rows * ROW_LANES + BLOCK - 1) / BLOCK;
   TSW_CUDA(tsw_launch(pass->kind == TSW_PASS_HALF, prepare,
                       (unsigned) (blocks < s->most_blocks ? blocks : s->most_blocks), BLOCK,
                       cuda_stream, a, solver->triangle, v));
   return tsw_onchip_solver_solve(solver, &v, a.has_t, cuda_stream);
}

static void onchip_free(tsw_memory *owner, void *state)
{
   onchip_state *s = (onchip_state *) state;
   tsw_onchip_solver_free(owner, &s->solver[0]);
   tsw_onchip_solver_free(owner, &s->solver[1]);
   tsw_memory_free_device(owner, &s->right);
   tsw_memory_free_device(owner, &s->affine);
   tsw_memory_free_device(owner, &s->stale);
   tsw_memory_free_device(owner, &s->reduced);
   tsw_memory_free_device(owner, &s->fresh);
}

extern "C" const tsw_schedule tsw_schedule_cuda_onchip = {
   .name = "onchip",
   .summary = "one block, x in shared memory, chain warps, and helper warps that sum ahead of them",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .state_bytes = sizeof(onchip_state),
   .takes = onchip_takes,
   .plan = onchip_plan,
   .load = onchip_load,
   .pass = onchip_pass,
   .residual = tsw_residual_by_row,
   .free = onchip_free,
};
