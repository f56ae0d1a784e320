/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/cuda_call.h"
#include "kernels/cuda/device/residual.cuh"
#include "kernels/cuda/strips/rows.cuh"

using namespace strips_rows;

namespace {

/*
 * Not solved: t is S, r_i = start - (S x)_i. solved: t is T, r_i -= (T x)_i in kept rows only.
 * old: x by slot of t.
 */
template <int G>
__global__ void __launch_bounds__(BLOCK)
   residual_rows(__grid_constant__ const tsw_residual q, strips_triangle t, bool solved,
                 const double *old)
{
   const int64_t index = ((int64_t) blockIdx.x * BLOCK + threadIdx.x) / 32;
   const int     lane = (int) (threadIdx.x % 32);
   if (index >= (int64_t) t.n_steps * t.shape.team_warps)
   {
      return;
   }
   const uint4   s = t.slice[index];
   const bool    has = lane < strips_n_rows(s) * G;
   const int32_t i = has ? t.row[strips_slot(t, (int32_t) s.y + lane / G)] : 0;
   const bool    kept = has && residual::is_kept(q, i);
   if (solved && !__any_sync(TSW_FULL_WARP, kept))
   {
      return;
   }
   const double sum = slice_times<G>(t, s, lane, old);
   if (lane % G == 0 && has && (kept || !solved))
   {
      q.r[i] = (solved ? q.r[i] : residual::start(q, i, kept)) - sum;
   }
}

} // namespace

trisweep_status tsw_strips_residual(const strips_triangle triangle[2], const tsw_packed *p,
                                    const tsw_pass *pass, double *by_slot, double *r,
                                    cudaStream_t stream)
{
   const tsw_residual q = tsw_residual_of(p, pass, r);
   for (int solved = 0; solved < (pass->t ? 2 : 1); solved++)
   {
      const strips_triangle *t = &triangle[pass->backward != (solved == 0)];
      permute<<<tsw_blocks(t->n_rows, BLOCK), BLOCK, 0, stream>>>(pass->x, *t, by_slot);
      TSW_PER_LANES(residual_rows, t->shape.lanes,
                    <<<slice_blocks(t), BLOCK, 0, stream>>>(q, *t, solved != 0, by_slot));
      TSW_CUDA(cudaGetLastError());
   }
   return TRISWEEP_OK;
}
