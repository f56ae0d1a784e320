/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * syncfree-csc: synchronisation-free columns (Liu et al. 2016, Alg. 2). A warp a column in row
 * order. The warp waits until all columns that row i depends on have added their part of row i.
 * Columns of the same block of threads add to shared memory (block_sum, block_count), other columns
 * to x and count. block_count rises to the number of these columns in the block, and count falls to
 * this number.
 *
 * The analysis counts the entries of each row, and a solve begins with a copy of these counts, as
 * in the paper.
 *
 * Needs: the transposed triangle with values, a count a row. Extra bytes: 12 a row and 16 an
 * entry for each triangle. Not deterministic: atomic additions. Order: add a part, fence, count.
 * Progress: a warp waits for earlier rows only; blocks take rows by ticket.
 */
#include "base/device/each.cuh"
#include "base/memory_cuda.h"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 512;
static constexpr int WARPS = BLOCK / 32;

/* Parts for rows of the same block pass through shared memory, others through x and count. */
__global__ void __launch_bounds__(BLOCK)
   syncfree_csc_kernel(tsw_zero z, tsw_entries columns, int32_t *count, int32_t *ticket,
                       tsw_wait wait)
{
   __shared__ double  block_sum[WARPS];
   __shared__ int32_t block_count[WARPS];
   const int32_t      first = tsw_take_ticket(ticket) * WARPS;
   const int          warp = threadIdx.x / 32;
   const int          lane = threadIdx.x % 32;
   if (threadIdx.x < WARPS)
   {
      block_sum[threadIdx.x] = 0.0;
      block_count[threadIdx.x] = 0;
   }
   __syncthreads();
   if (first + warp >= z.n_rows)
   {
      return;
   }
   const int32_t         i = z.row(first + warp);
   const tsw_zero::ready p = z.prepare(i);
   volatile int32_t     *in_block = &block_count[warp];
   tsw_wait_until(wait, [&] { return *in_block == tsw_acquire(&count[i]); });
   __syncwarp();
   __threadfence_block();
   double x_i = 0.0;
   if (lane == 0)
   {
      x_i = z.finish_column(i, p, z.x[i] - *(volatile double *) &block_sum[warp]);
      z.x[i] = x_i;
   }
   x_i = __shfl_sync(TSW_FULL_WARP, x_i, 0);
   for (int32_t e = columns.ptr[i] + lane; e < columns.ptr[i + 1]; e += 32)
   {
      const int32_t j = columns.idx[e];
      const double  part = columns.val[e] * x_i;
      const int32_t ahead = z.number(j) - first;
      if (ahead < WARPS)
      {
         atomicAdd(&block_sum[ahead], part);
         __threadfence_block();
         atomicAdd(&block_count[ahead], 1);
      }
      else
      {
         atomicAdd(&z.x[j], -part);
         __threadfence();
         atomicSub(&count[j], 1);
      }
   }
}

static trisweep_status syncfree_csc_plan(const tsw_packed *p, void *stream, tsw_memory *owner,
                                         void *state)
{
   tsw_triangles *t = (tsw_triangles *) state;
   for (int upper = 0; upper < 2; upper++)
   {
      tsw_triangle_data *data = &t->triangle[upper];
      TSW_TRY(TSW_ALLOC_DEVICE(owner, &data->more, p->n_rows, "the entries of each row"));
      TSW_TRY(
         tsw_graph_in_degrees(&data->columns, p->n_rows, p->n_entries[upper], stream, data->more));
   }
   return TRISWEEP_OK;
}

static trisweep_status syncfree_csc_solve(const void *state, const tsw_packed *p,
                                          const tsw_pass *pass, void *stream)
{
   const tsw_triangles *t = (const tsw_triangles *) state;
   const tsw_zero       z = tsw_pass_zero(p, pass);
   /* Count = in-degree, x = omega b. */
   TSW_TRY(tsw_each(p->n_rows, stream,
                    [=, in_degree = (const int32_t *) t->triangle[pass->backward].more,
                     count = t->word, ticket = t->ticket] __device__(int64_t i) {
                       if (i == 0)
                       {
                          *ticket = 0;
                       }
                       count[i] = in_degree[i];
                       tsw_start_column(z, i);
                    }));
   syncfree_csc_kernel<<<tsw_blocks(p->n_rows, WARPS), BLOCK, 0, (cudaStream_t) stream>>>(
      z, tsw_triangle_columns(t, pass->backward), t->word, t->ticket, tsw_pass_wait(p));
   return TSW_CUDA_STATUS(cudaGetLastError());
}

extern "C" const tsw_sptrsv tsw_sptrsv_syncfree_csc = {
   .name = "syncfree-csc",
   .summary = "a warp a column in row order, partial sums of a block in shared memory",
   .source = "Liu et al. 2016, Alg. 2",
   .needs = TSW_NEED_COLUMN_VALUES | TSW_NEED_WORDS,
   .plan = syncfree_csc_plan,
   .solve = syncfree_csc_solve,
};
