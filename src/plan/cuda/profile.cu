/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/profile.h"

#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "plan/cuda/rows.cuh"

namespace
{

constexpr int BLOCK = 256;

/* Where pieces begin among the rows by level. */
struct pieces
{
   int     n;
   int32_t at[TSW_TUNE_PIECES + 1];
};

struct found
{
   unsigned long long nnz[TSW_TUNE_PIECES];
   int32_t            crossing[TSW_TUNE_PIECES];
   int32_t            longest[TSW_TUNE_PIECES];
};

/* Each block adds up its rows, which are of one piece or of neighbouring ones. */
__global__ void __launch_bounds__(BLOCK)
   look_at_levels(tsw_triangle lower, tsw_triangle upper, const int32_t *order, int64_t n_rows,
                  int64_t strip_rows, __grid_constant__ const pieces p, found *all)
{
   __shared__ found here;
   for (int k = (int) threadIdx.x; k < p.n; k += BLOCK)
   {
      here.nnz[k] = 0;
      here.crossing[k] = 0;
      here.longest[k] = 0;
   }
   __syncthreads();
   const int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (k < n_rows)
   {
      const tsw_row_look row = tsw_look_at_row(lower, upper, order[k], strip_rows);
      int                mine = 0;
      for (int step = TSW_TUNE_PIECES / 2; step > 0; step /= 2)
      {
         mine += mine + step < p.n && k >= p.at[mine + step] ? step : 0;
      }
      atomicAdd(&here.nnz[mine], (unsigned long long) row.length + 1);
      atomicMax(&here.longest[mine], row.length);
      if (row.crosses)
      {
         atomicAdd(&here.crossing[mine], 1);
      }
   }
   __syncthreads();
   for (int q = (int) threadIdx.x; q < p.n; q += BLOCK)
   {
      if (here.nnz[q] > 0)
      {
         atomicAdd(&all->nnz[q], here.nnz[q]);
         atomicAdd(&all->crossing[q], here.crossing[q]);
         atomicMax(&all->longest[q], here.longest[q]);
      }
   }
}

trisweep_status look(const tsw_packed *p, const tsw_graph_levels *levels, const pieces *cut,
                     cudaStream_t stream, found *device, found *host)
{
   const unsigned n_blocks = (unsigned) ((p->n_rows + BLOCK - 1) / BLOCK);
   TSW_CUDA(cudaMemsetAsync(device, 0, sizeof *device, stream));
   look_at_levels<<<n_blocks, BLOCK, 0, stream>>>(p->lower, p->upper, levels->order, p->n_rows,
                                                  tsw_tune_strip_rows(p->n_rows), *cut, device);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_read(host, device, sizeof *host, stream);
}

/* Level where the k-th of n pieces begins. */
int64_t level_of(int64_t n_levels, int n, int k)
{
   return n_levels * k / n;
}

} // namespace

trisweep_status tsw_profile_levels(const tsw_packed *p, const tsw_graph_levels *levels,
                                   void *stream, tsw_tune_profile *profile)
{
   const int64_t n_levels = levels->n_levels;
   pieces        cut = {};
   found         host = {};
   found        *device = NULL;
   memset(profile, 0, sizeof *profile);
   cut.n = n_levels < TSW_TUNE_PIECES ? (int) n_levels : (int) TSW_TUNE_PIECES;
   for (int k = 0; k <= cut.n; k++)
   {
      cut.at[k] = levels->host_level_ptr[level_of(n_levels, cut.n, k)];
   }
   TSW_TRY(tsw_memory_alloc_device(NULL, &device, 1, sizeof *device, "findings on the levels"));
   const trisweep_status status =
      p->n_rows > 0 ? look(p, levels, &cut, (cudaStream_t) stream, device, &host) : TRISWEEP_OK;
   tsw_memory_free_device(NULL, &device);
   profile->n_pieces = cut.n;
   for (int k = 0; k < cut.n; k++)
   {
      profile->longest_row[k] = host.longest[k];
      profile->piece[k + 1].levels = level_of(n_levels, cut.n, k + 1);
      profile->piece[k + 1].rows = cut.at[k + 1];
      profile->piece[k + 1].nnz = profile->piece[k].nnz + (int64_t) host.nnz[k];
      profile->piece[k + 1].crossing = profile->piece[k].crossing + host.crossing[k];
   }
   return status;
}
