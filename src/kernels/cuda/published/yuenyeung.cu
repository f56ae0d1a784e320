/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * yuenyeung: threads and warps fused (Yuenyeung 2021, Alg. 6). A group of 32 rows has a warp a
 * row (Alg. 3) if the mean row length reaches the threshold of this GPU (yuenyeung.def), else a
 * thread a row (Alg. 5). This differs from the paper: the plan solves each triangle by both parts
 * alone and, if there are groups of both kinds, fused, and keeps the fastest. No threshold finds
 * the faster part of blocks of even rows: it depends on how far apart the dependencies are and on
 * how many flags a warp polls. execute_row_id is the first row of each warp.
 * The check for the last element differs from the paper's, as in writingfirst.
 *
 * Needs: a flag a row; fused: execute_row_id. Extra bytes: 4 a row, and at most 4 a row for each
 * triangle; 8 a row in the plan. The parts add in different orders: plans of one matrix may differ
 * by rounding, solves of one plan do not. Trial solves start from zeros, and read the values of the
 * block as they are, even before the first load: addresses and branches do not depend on them, and
 * the results are not used. Order and progress: as writingfirst and syncfree-csr.
 */
#include <math.h>
#include <string.h>

#include <cub/block/block_scan.cuh>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "kernels/cuda/device/flagged.cuh"
#include "kernels/cuda/gpu.h"
#include "kernels/cuda/triangles.h"
#include "kernels/registry.h"

static constexpr int BLOCK = 128;
static constexpr int GROUP = 32; /* rows of a sub-matrix */
static constexpr int SCAN_BLOCK = 1024;
static constexpr int TRIALS = 3; /* timed solves of a part, of which the shortest counts */

using solve_function = trisweep_status(const void *, const tsw_packed *, const tsw_pass *, void *);

struct yuenyeung_state
{
   tsw_triangles   triangles;
   solve_function *solve[2];
   int32_t         n_warps[2]; /* of a fused solve; triangle[].more: [n_warps + 1] execute_row_id */
};

/* The threshold of a GPU; that of the last line if the GPU is not listed. */
static double threshold_of(const char *gpu)
{
   double found = 0.0;
   bool   listed = false;
#define TSW_TUNE_GPU(name, threshold)  \
   if (!listed)                        \
   {                                   \
      found = threshold;               \
      listed = strcmp(name, gpu) == 0; \
   }
#include "kernels/cuda/published/yuenyeung.def"
#undef TSW_TUNE_GPU
   return found;
}

/* Warps of the g-th group: a warp a row, or one. Entries include the diagonal, as in the paper. */
static __device__ __forceinline__ int32_t warps_of(const int32_t *row_ptr, int32_t n_rows,
                                                   bool backward, double threshold, int32_t g)
{
   const int32_t first = g * GROUP;
   const int32_t rows = min(GROUP, n_rows - first);
   const int32_t low = backward ? n_rows - first - rows : first;
   const int32_t entries = row_ptr[low + rows] - row_ptr[low] + rows;
   return (double) entries >= threshold * rows ? rows : 1;
}

/* ALGCHOOSE with one block: find the first warp of each group by a prefix sum. */
static __global__ void __launch_bounds__(SCAN_BLOCK)
   choose_kernel(const int32_t *row_ptr, int32_t n_rows, bool backward, double threshold,
                 int32_t *execute_row_id, int32_t *n_warps)
{
   using prefix_sum = cub::BlockScan<int32_t, SCAN_BLOCK>;
   __shared__ typename prefix_sum::TempStorage memory;
   const int32_t                               n_groups = (n_rows + GROUP - 1) / GROUP;
   int32_t                                     done = 0;
   for (int32_t base = 0; base < n_groups; base += SCAN_BLOCK)
   {
      const int32_t g = base + (int32_t) threadIdx.x;
      const int32_t mine = g < n_groups ? warps_of(row_ptr, n_rows, backward, threshold, g) : 0;
      int32_t       before, all;
      prefix_sum(memory).ExclusiveSum(mine, before, all);
      for (int32_t w = 0; execute_row_id && w < mine; w++)
      {
         execute_row_id[done + before + w] = g * GROUP + w;
      }
      done += all;
      __syncthreads();
   }
   if (threadIdx.x == 0)
   {
      *n_warps = done;
      if (execute_row_id)
      {
         execute_row_id[done] = n_rows;
      }
   }
}

static __global__ void __launch_bounds__(BLOCK)
   yuenyeung_kernel(tsw_zero z, tsw_entries a, const int32_t *execute_row_id, int32_t n_warps,
                    int32_t *solved, int32_t *ticket, tsw_wait wait)
{
   const int32_t w = tsw_take_ticket(ticket) * (BLOCK / 32) + (int32_t) (threadIdx.x / 32);
   const int32_t lane = (int32_t) (threadIdx.x % 32);
   if (w >= n_warps)
   {
      return;
   }
   const int32_t first = execute_row_id[w];
   /* The vote tells the compiler that all lanes take the same branch. */
   if (__any_sync(TSW_FULL_WARP, execute_row_id[w + 1] - first > 1))
   {
      tsw_thread_row(z, a, first + lane, solved, wait);
   }
   else
   {
      tsw_warp_row(z, a, z.row(first), lane, solved, wait);
   }
}

static trisweep_status solve_fused(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                   void *stream)
{
   const yuenyeung_state *s = (const yuenyeung_state *) state;
   const tsw_triangles   *t = &s->triangles;
   const int32_t          n_warps = s->n_warps[pass->backward];
   TSW_TRY(tsw_reset_flags(t, p->n_rows, (cudaStream_t) stream));
   yuenyeung_kernel<<<tsw_blocks(n_warps, BLOCK / 32), BLOCK, 0, (cudaStream_t) stream>>>(
      tsw_pass_zero(p, pass), tsw_triangle_rows(p, pass->backward),
      t->triangle[pass->backward].more, n_warps, t->word, t->ticket, tsw_pass_wait(p));
   return TSW_CUDA_STATUS(cudaGetLastError());
}

/* Find the warps of a fused solve. */
static trisweep_status choose(const tsw_packed *p, int upper, double threshold, cudaStream_t stream,
                              tsw_memory *owner, yuenyeung_state *s)
{
   const int32_t *row_ptr = upper ? p->upper.row_ptr : p->lower.row_ptr;
   int32_t       *n_warps = s->triangles.ticket;
   int32_t      **execute_row_id = &s->triangles.triangle[upper].more;
   choose_kernel<<<1, SCAN_BLOCK, 0, stream>>>(row_ptr, (int32_t) p->n_rows, upper != 0, threshold,
                                               NULL, n_warps);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_memory_read(&s->n_warps[upper], n_warps, sizeof(int32_t), stream));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, execute_row_id, s->n_warps[upper] + 1, "the rows of the warps"));
   choose_kernel<<<1, SCAN_BLOCK, 0, stream>>>(row_ptr, (int32_t) p->n_rows, upper != 0, threshold,
                                               *execute_row_id, n_warps);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

/* Queue solves by s->solve between the two events, and lower *least to the shortest time in ms. */
static trisweep_status time_solve(const yuenyeung_state *s, const tsw_packed *p,
                                  const tsw_pass *pass, cudaStream_t stream,
                                  const cudaEvent_t event[2], float *least)
{
   for (int k = 0; k < TRIALS; k++)
   {
      float ms = 0.0F;
      TSW_CUDA(cudaEventRecord(event[0], stream));
      TSW_TRY(s->solve[pass->backward](s, p, pass, stream));
      TSW_CUDA(cudaEventRecord(event[1], stream));
      TSW_CUDA(cudaEventSynchronize(event[1]));
      TSW_CUDA(cudaEventElapsedTime(&ms, event[0], event[1]));
      *least = fminf(*least, ms);
   }
   return TRISWEEP_OK;
}

/* Keep the fastest of both parts and, with groups of both kinds, the fused solve. */
static trisweep_status find_fastest(const tsw_packed *p, const tsw_pass *pass, cudaStream_t stream,
                                    const cudaEvent_t event[2], tsw_memory *owner,
                                    yuenyeung_state *s)
{
   const int       upper = pass->backward;
   const int64_t   n_groups = (p->n_rows + GROUP - 1) / GROUP;
   const bool      mixed = s->n_warps[upper] > n_groups && s->n_warps[upper] < p->n_rows;
   solve_function *parts[] = { tsw_sptrsv_writingfirst.solve, tsw_sptrsv_syncfree_csr.solve,
                               solve_fused };
   solve_function *fastest = parts[0];
   float           least = INFINITY;
   for (int k = 0; k < (mixed ? 3 : 2); k++)
   {
      float ms = INFINITY;
      s->solve[upper] = parts[k];
      TSW_TRY(time_solve(s, p, pass, stream, event, &ms));
      fastest = ms < least ? parts[k] : fastest;
      least = fminf(ms, least);
   }
   s->solve[upper] = fastest;
   if (fastest != solve_fused)
   {
      tsw_memory_free_device(owner, &s->triangles.triangle[upper].more);
   }
   return TRISWEEP_OK;
}

static trisweep_status plan_triangles(const tsw_packed *p, double threshold, cudaStream_t stream,
                                      const cudaEvent_t event[2], double *x, tsw_memory *owner,
                                      yuenyeung_state *s)
{
   TSW_CUDA(cudaMemsetAsync(x, 0, (size_t) p->n_rows * sizeof *x, stream));
   for (int upper = 0; upper < 2; upper++)
   {
      tsw_pass pass = {};
      pass.kind = TSW_PASS_ZERO;
      pass.backward = upper != 0;
      pass.relax_weight = pass.omega = 1.0;
      pass.b = pass.x = x;
      TSW_TRY(choose(p, upper, threshold, stream, owner, s));
      TSW_TRY(find_fastest(p, &pass, stream, event, owner, s));
   }
   return TRISWEEP_OK;
}

static trisweep_status yuenyeung_plan(const tsw_packed *p, void *stream, tsw_memory *owner,
                                      void *state)
{
   cudaEvent_t event[2] = {};
   double     *x = NULL;
   tsw_gpu     gpu;
   TSW_TRY(tsw_measure_gpu(&gpu));
   trisweep_status status = TSW_ALLOC_DEVICE(owner, &x, p->n_rows, "the vector of trial solves");
   for (int k = 0; k < 2 && status == TRISWEEP_OK; k++)
   {
      status = TSW_CUDA_STATUS(cudaEventCreate(&event[k]));
   }
   if (status == TRISWEEP_OK)
   {
      status = plan_triangles(p, threshold_of(gpu.name), (cudaStream_t) stream, event, x, owner,
                              (yuenyeung_state *) state);
   }
   for (int k = 0; k < 2; k++)
   {
      if (event[k])
      {
         cudaEventDestroy(event[k]);
      }
   }
   tsw_memory_free_device(owner, &x);
   return status;
}

static trisweep_status yuenyeung_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       void *stream)
{
   return ((const yuenyeung_state *) state)->solve[pass->backward](state, p, pass, stream);
}

extern "C" const tsw_sptrsv tsw_sptrsv_yuenyeung = {
   .name = "yuenyeung",
   .summary = "a thread or a warp a row in row order, by trial solves or the length of 32 rows",
   .source = "Yuenyeung 2021, Alg. 6",
   .needs = TSW_NEED_WORDS,
   .deterministic = false,
   .state_bytes = sizeof(yuenyeung_state),
   .plan = yuenyeung_plan,
   .solve = yuenyeung_solve,
};
