/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* b - A x by packed triangles, from the t of a pass, in one launch. */

#include "base/cuda_call.h"
#include "kernels/cuda/device/residual.cuh"
#include "kernels/cuda/triangles.h"

static constexpr int BLOCK = 128;

/* Entries of a row of a triangle, for each lane. */
static constexpr int ENTRIES = 7;

template <int LANES>
static __global__ void __launch_bounds__(BLOCK)
   packed_rows(__grid_constant__ const tsw_residual q, tsw_triangle fresh, tsw_triangle stale)
{
   const int     lane = (int) (threadIdx.x % LANES);
   const int32_t i = (int32_t) (((int64_t) blockIdx.x * BLOCK + threadIdx.x) / LANES);
   const bool    has = i < q.n_rows;
   const bool    kept = has && residual::is_kept(q, i);
   const double  first = has && lane == 0 ? residual::start(q, i, kept) : 0.0;
   double        sum = has ? residual::times<LANES>(stale, i, lane, q.x) : 0.0;
   sum += kept ? residual::times<LANES>(fresh, i, lane, q.x) : 0.0;
   sum = tsw_sum_lanes<LANES>(sum);
   if (has && lane == 0)
   {
      q.r[i] = first - sum;
   }
}

trisweep_status tsw_residual_by_row(const void *, const tsw_packed *p, const tsw_pass *pass,
                                    double *r, void *stream)
{
   const double mean =
      0.5 * (double) (p->n_entries[0] + p->n_entries[1]) / (double) (p->n_rows + 1);
   const int lanes = tsw_lanes_for(mean, ENTRIES);
   if (p->n_rows > 0)
   {
      TSW_PER_LANES(packed_rows, lanes,
                    <<<tsw_blocks(p->n_rows * lanes, BLOCK), BLOCK, 0, (cudaStream_t) stream>>>(
                       tsw_residual_of(p, pass, r), pass->backward ? p->upper : p->lower,
                       pass->backward ? p->lower : p->upper));
      TSW_CUDA(cudaGetLastError());
   }
   return TRISWEEP_OK;
}
