/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * yuenyeung: threads and warps fused (Yuenyeung 2021, Alg. 6). A group of 32 rows has a warp a
 * row (Alg. 3) if the mean row length reaches the threshold of this GPU, else a thread a row
 * (Alg. 5). Two differences from the paper: where no group is much longer than the mean, one part
 * serves the whole block; and such blocks have thresholds of their own, by whether the warps of
 * their rows are resident together (yuenyeung.def). execute_row_id is the first row of each warp.
 * The check for the last element differs from the paper's, as in writingfirst.
 *
 * Needs: a flag a row, execute_row_id. Extra bytes: 4 a row, and at most 4 a row for each
 * triangle. Deterministic. Order and progress: as writingfirst and syncfree-csr.
 */
#include <math.h>
#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "kernels/cuda/device/flagged.cuh"
#include "kernels/cuda/gpu.h"
#include "kernels/cuda/published/yuenyeung.h"
#include "kernels/cuda/triangles.h"

static constexpr int    BLOCK = 128;
static constexpr int    GROUP = TSW_YUENYEUNG_GROUP; /* rows of a sub-matrix */
static constexpr double UNEVEN = 4.0; /* longest group over the mean, from which groups differ */
static constexpr int    SCAN_BLOCK = 1024;

struct yuenyeung_state
{
   tsw_triangles triangles;
   int32_t       n_warps[2];
   int32_t      *execute_row_id[2]; /* [n_warps + 1] */
};

static const struct
{
   const char *gpu;
   int64_t     rows;
   double      few;
   double      many;
   double      uneven;
} tuned[] = {
#define TSW_TUNE_GPU(name, rows, few, many, uneven) { name, rows, few, many, uneven },
#include "kernels/cuda/published/yuenyeung.def"
#undef TSW_TUNE_GPU
};

double tsw_yuenyeung_threshold(const char *gpu, int64_t n_rows, int64_t n_entries, int64_t longest)
{
   size_t k = 0;
   while (k + 1 < sizeof tuned / sizeof tuned[0] && strcmp(tuned[k].gpu, gpu))
   {
      k++;
   }
   const double mean = (double) n_entries / (double) (n_rows > 0 ? n_rows : 1);
   if ((double) longest > UNEVEN * mean * GROUP)
   {
      return tuned[k].uneven;
   }
   return mean >= (n_rows < tuned[k].rows ? tuned[k].few : tuned[k].many) ? 0.0 : INFINITY;
}

/* Rows of the g-th group, and entries with the diagonal, which the paper counts, too. */
struct group
{
   int32_t rows;
   int32_t entries;
};

static __device__ __forceinline__ group group_of(const int32_t *row_ptr, int32_t n_rows,
                                                 bool backward, int32_t g)
{
   const int32_t first = g * GROUP;
   const int32_t rows = min(GROUP, n_rows - first);
   const int32_t low = backward ? n_rows - first - rows : first;
   return { rows, row_ptr[low + rows] - row_ptr[low] + rows };
}

/* *longest: the most entries of a group, from 0. */
static __global__ void __launch_bounds__(SCAN_BLOCK)
   longest_kernel(const int32_t *row_ptr, int32_t n_rows, bool backward, int32_t *longest)
{
   const int32_t g = (int32_t) (blockIdx.x * SCAN_BLOCK + threadIdx.x);
   const bool    inside = (int64_t) g * GROUP < n_rows;
   const int32_t mine = inside ? group_of(row_ptr, n_rows, backward, g).entries : 0;
   const int32_t most = __reduce_max_sync(TSW_FULL_WARP, mine);
   if (threadIdx.x % 32 == 0)
   {
      atomicMax(longest, most);
   }
}

/* ALGCHOOSE with one block: find the first warp of each group by a prefix sum. */
static __global__ void __launch_bounds__(SCAN_BLOCK)
   choose_kernel(const int32_t *row_ptr, int32_t n_rows, bool backward, double threshold,
                 int32_t *execute_row_id, int32_t *n_warps)
{
   __shared__ int32_t sums[SCAN_BLOCK];
   const int32_t      n_groups = (n_rows + GROUP - 1) / GROUP;
   int32_t            done = 0;
   for (int32_t base = 0; base < n_groups; base += SCAN_BLOCK)
   {
      const int32_t g = base + (int32_t) threadIdx.x;
      int32_t       mine = 0;
      if (g < n_groups)
      {
         const group found = group_of(row_ptr, n_rows, backward, g);
         mine = (double) found.entries >= threshold * found.rows ? found.rows : 1;
      }
      sums[threadIdx.x] = mine;
      __syncthreads();
      for (int step = 1; step < SCAN_BLOCK; step *= 2)
      {
         const int32_t left = (int) threadIdx.x >= step ? sums[threadIdx.x - step] : 0;
         __syncthreads();
         sums[threadIdx.x] += left;
         __syncthreads();
      }
      for (int32_t w = 0; execute_row_id && w < mine; w++)
      {
         execute_row_id[done + sums[threadIdx.x] - mine + w] = g * GROUP + w;
      }
      done += sums[SCAN_BLOCK - 1];
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

/* The threshold for a triangle; overwrites the ticket. */
static trisweep_status find_threshold(const tsw_packed *p, int upper, const char *gpu,
                                      cudaStream_t stream, const tsw_triangles *t,
                                      double *threshold)
{
   const int32_t *row_ptr = upper ? p->upper.row_ptr : p->lower.row_ptr;
   int32_t       *longest = t->ticket;
   int32_t        most = 0;
   TSW_CUDA(cudaMemsetAsync(longest, 0, sizeof *longest, stream));
   longest_kernel<<<tsw_blocks(p->n_rows, GROUP * SCAN_BLOCK), SCAN_BLOCK, 0, stream>>>(
      row_ptr, (int32_t) p->n_rows, upper != 0, longest);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_memory_read(&most, longest, sizeof most, stream));
   *threshold = tsw_yuenyeung_threshold(gpu, p->n_rows, p->n_entries[upper] + p->n_rows, most);
   return TRISWEEP_OK;
}

static trisweep_status choose(const tsw_packed *p, int upper, const char *gpu, cudaStream_t stream,
                              tsw_memory *owner, yuenyeung_state *s)
{
   const int32_t *row_ptr = upper ? p->upper.row_ptr : p->lower.row_ptr;
   int32_t       *n_warps = s->triangles.ticket;
   double         threshold;
   TSW_TRY(find_threshold(p, upper, gpu, stream, &s->triangles, &threshold));
   choose_kernel<<<1, SCAN_BLOCK, 0, stream>>>(row_ptr, (int32_t) p->n_rows, upper != 0, threshold,
                                               NULL, n_warps);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_memory_read(&s->n_warps[upper], n_warps, sizeof(int32_t), stream));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->execute_row_id[upper], s->n_warps[upper] + 1,
                            "the rows of the warps"));
   choose_kernel<<<1, SCAN_BLOCK, 0, stream>>>(row_ptr, (int32_t) p->n_rows, upper != 0, threshold,
                                               s->execute_row_id[upper], n_warps);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

static trisweep_status yuenyeung_plan(const tsw_packed *p, void *stream, tsw_memory *owner,
                                      void *state)
{
   yuenyeung_state *s = (yuenyeung_state *) state;
   tsw_gpu          gpu;
   TSW_TRY(tsw_measure_gpu(&gpu));
   TSW_TRY(choose(p, 0, gpu.name, (cudaStream_t) stream, owner, s));
   TSW_TRY(choose(p, 1, gpu.name, (cudaStream_t) stream, owner, s));
   return TSW_CUDA_STATUS(cudaStreamSynchronize((cudaStream_t) stream));
}

static trisweep_status yuenyeung_solve(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                       void *stream)
{
   const yuenyeung_state *s = (const yuenyeung_state *) state;
   const tsw_triangles   *t = &s->triangles;
   const int32_t          n_warps = s->n_warps[pass->backward];
   TSW_TRY(tsw_reset_flags(t, p->n_rows, (cudaStream_t) stream));
   yuenyeung_kernel<<<tsw_blocks(n_warps, BLOCK / 32), BLOCK, 0, (cudaStream_t) stream>>>(
      tsw_pass_zero(p, pass), tsw_triangle_rows(p, pass->backward),
      s->execute_row_id[pass->backward], n_warps, t->word, t->ticket, tsw_pass_wait(p));
   return TSW_CUDA_STATUS(cudaGetLastError());
}

static void yuenyeung_free(tsw_memory *owner, void *state)
{
   yuenyeung_state *s = (yuenyeung_state *) state;
   tsw_memory_free_device(owner, &s->execute_row_id[0]);
   tsw_memory_free_device(owner, &s->execute_row_id[1]);
}

extern "C" const tsw_sptrsv tsw_sptrsv_yuenyeung = {
   .name = "yuenyeung",
   .summary = "a thread or a warp a row in row order, by the mean length of 32 rows",
   .source = "Yuenyeung 2021, Alg. 6",
   .needs = TSW_NEED_WORDS,
   .deterministic = true,
   .state_bytes = sizeof(yuenyeung_state),
   .plan = yuenyeung_plan,
   .solve = yuenyeung_solve,
   .free = yuenyeung_free,
};
