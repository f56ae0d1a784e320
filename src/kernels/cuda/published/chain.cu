/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * chain: rows by level sets (Naumov 2011). One launch of one block performs consecutive narrow
 * levels, with a barrier after each level. A wider level has a launch of its own. The chain, a
 * list of launches, is in host memory. 1 to 32 threads share a row; the paper leaves this open.
 *
 * Needs: levels. Extra bytes: 4 a row and 8 a level for each triangle, 12 a step.
 * Deterministic. Progress: kernels wait at block barriers only.
 */
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 1024;

/* Levels first .. last - 1 in one launch, so many threads a row. */
struct chain_step
{
   int32_t first;
   int32_t last;
   int16_t lanes;
   bool    narrow;
};

struct chain_state
{
   tsw_triangles triangles;
   int32_t       n_steps[2];
   chain_step   *step[2]; /* host memory */
};

/* Compute the rows order[first .. last) with n_threads threads, LANES of them a row. */
template <int LANES>
static __device__ __forceinline__ void chain_level(const tsw_zero &z, const tsw_entries &a,
                                                   const int32_t *order, int32_t first,
                                                   int32_t last, int32_t thread, int32_t n_threads)
{
   const int     lane = thread % LANES;
   const int32_t step = n_threads / LANES;
   /* The sums need all lanes of a warp: the bound is rounded up to whole warps. */
   const int32_t per_warp = 32 / LANES;
   const int32_t bound = first + (last - first + per_warp - 1) / per_warp * per_warp;
   for (int32_t k = first + thread / LANES; k < bound; k += step)
   {
      const bool            idle = k >= last;
      const int32_t         i = idle ? 0 : order[k];
      const tsw_zero::ready p = idle ? tsw_zero::ready{ 0.0, 0.0, true } : z.prepare(i);
      double                sum = idle ? 0.0 : tsw_row_share<LANES>(a, i, lane, z.x);
      sum = tsw_sum_lanes<LANES>(sum);
      if (!idle && lane == 0)
      {
         z.x[i] = z.finish(i, p, sum);
      }
   }
}

template <int LANES>
static __global__ void __launch_bounds__(BLOCK)
   chain_wide(tsw_zero z, tsw_entries a, const int32_t *order, int32_t first, int32_t last)
{
   chain_level<LANES>(z, a, order, first, last, (int32_t) (blockIdx.x * BLOCK + threadIdx.x),
                      (int32_t) (gridDim.x * BLOCK));
}

template <int LANES>
static __global__ void __launch_bounds__(BLOCK)
   chain_run(tsw_zero z, tsw_entries a, const int32_t *order, const int32_t *level_ptr,
             int32_t first_level, int32_t last_level)
{
   for (int32_t l = first_level; l < last_level; l++)
   {
      chain_level<LANES>(z, a, order, level_ptr[l], level_ptr[l + 1], (int32_t) threadIdx.x, BLOCK);
      __syncthreads();
   }
}

static chain_step level_step(const tsw_triangle_data *data, const int32_t *order,
                             const int32_t *row_ptr, int64_t l)
{
   const int32_t first = data->levels.host_level_ptr[l];
   const int32_t last = data->levels.host_level_ptr[l + 1];
   int64_t       entries = 0;
   for (int32_t k = first; k < last; k++)
   {
      entries += row_ptr[order[k] + 1] - row_ptr[order[k]];
   }
   const int64_t rows = last - first;
   const int     lanes = tsw_lanes_for((double) entries / (double) rows, 1.0);
   return { (int32_t) l, (int32_t) l + 1, (int16_t) lanes, rows * lanes <= BLOCK };
}

/* Join consecutive narrow levels with equal lanes a row. step is NULL: only count the steps. */
static int32_t join_levels(const tsw_triangle_data *data, const int32_t *order,
                           const int32_t *row_ptr, chain_step *step)
{
   int32_t    n_steps = 0;
   chain_step open = { 0, 0, 0, false };
   for (int64_t l = 0; l < data->levels.n_levels; l++)
   {
      const chain_step next = level_step(data, order, row_ptr, l);
      if (n_steps > 0 && open.narrow && next.narrow && open.lanes == next.lanes)
      {
         open.last = next.last;
      }
      else
      {
         open = next;
         n_steps++;
      }
      if (step)
      {
         step[n_steps - 1] = open;
      }
   }
   return n_steps;
}

static trisweep_status make_chain(const tsw_packed *p, int upper, tsw_memory *owner, chain_state *s)
{
   TSW_SCRATCH int32_t     *host = NULL; /* the order of the rows, and the row pointers */
   const tsw_triangle_data *data = &s->triangles.triangle[upper];
   const int32_t           *device_ptr = tsw_triangle_rows(p, upper != 0).ptr;
   TSW_TRY(TSW_ALLOC(NULL, &host, 2 * p->n_rows + 1, "the chain of levels"));
   int32_t *row_ptr = host + p->n_rows;
   TSW_TRY(tsw_memory_copy(host, data->levels.order, (size_t) p->n_rows * sizeof(int32_t)));
   TSW_TRY(tsw_memory_copy(row_ptr, device_ptr, (size_t) (p->n_rows + 1) * sizeof(int32_t)));
   s->n_steps[upper] = join_levels(data, host, row_ptr, NULL);
   TSW_TRY(TSW_ALLOC(owner, &s->step[upper], s->n_steps[upper], "the chain of levels"));
   join_levels(data, host, row_ptr, s->step[upper]);
   return TRISWEEP_OK;
}

static trisweep_status chain_plan(const tsw_packed *p, void *, tsw_memory *owner, void *state)
{
   chain_state *s = (chain_state *) state;
   TSW_TRY(make_chain(p, 0, owner, s));
   return make_chain(p, 1, owner, s);
}

static trisweep_status chain_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                   void *stream)
{
   const chain_state       *s = (const chain_state *) state;
   const tsw_triangle_data *data = &s->triangles.triangle[pass->backward];
   const tsw_zero           z = tsw_pass_zero(p, pass);
   const tsw_entries        a = tsw_triangle_rows(p, pass->backward);
   for (int32_t k = 0; k < s->n_steps[pass->backward]; k++)
   {
      const chain_step step = s->step[pass->backward][k];
      if (step.narrow)
      {
         TSW_PER_LANES(chain_run, step.lanes,
                       <<<1, BLOCK, 0, (cudaStream_t) stream>>>(
                          z, a, data->levels.order, data->levels.level_ptr, step.first, step.last));
         continue;
      }
      const int32_t  first = data->levels.host_level_ptr[step.first];
      const int32_t  last = data->levels.host_level_ptr[step.last];
      const unsigned blocks = tsw_blocks((int64_t) (last - first) * step.lanes, BLOCK);
      TSW_PER_LANES(
         chain_wide, step.lanes,
         <<<blocks, BLOCK, 0, (cudaStream_t) stream>>>(z, a, data->levels.order, first, last));
   }
   return TSW_CUDA_STATUS(cudaGetLastError());
}

static void chain_free(tsw_memory *owner, void *state)
{
   chain_state *s = (chain_state *) state;
   tsw_memory_free(owner, &s->step[0]);
   tsw_memory_free(owner, &s->step[1]);
}

extern "C" const tsw_sptrsv tsw_sptrsv_chain = {
   .name = "chain",
   .summary = "level sets by rows, consecutive narrow levels in one launch",
   .source = "Naumov 2011",
   .needs = TSW_NEED_LEVELS,
   .deterministic = true,
   .state_bytes = sizeof(chain_state),
   .plan = chain_plan,
   .solve = chain_solve,
   .free = chain_free,
};
