/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The pivots of DILU on the device: a warp computes a row, a lane an entry of its lower part. */
#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "factor/cuda/rows.cuh"
#include "factor/ilu.h"

using namespace factor;

namespace {

struct dilu
{
   progress      f;
   tsw_triangle  lower;
   tsw_triangle  upper;
   const double *diagonal;
   double       *inv_pivot;
};

/* Sum of a_ij a_ji / d_j over the lower part of row i, in all lanes. */
__device__ double sum_products(const dilu &s, int32_t i, int32_t lane)
{
   const int32_t end = s.lower.row_ptr[i + 1];
   double        sum = 0.0;
   for (int32_t first = s.lower.row_ptr[i]; first < end; first += 32)
   {
      const int32_t e = first + lane;
      if (e < end)
      {
         const int32_t j = s.lower.col_idx[e];
         const int32_t at =
            find_entry(s.upper, s.upper.row_ptr[j], s.upper.row_ptr[j + 1], i, true);
         sum += at < 0 ? 0.0 : s.lower.val[e] * s.f.wait_for(&s.inv_pivot[j]) * s.upper.val[at];
      }
   }
   __syncwarp();
   return tsw_sum_lanes<32>(sum);
}

__device__ double largest_entry(const dilu &s, int32_t i, int32_t lane)
{
   double most = fabs(s.diagonal[i]);
   for (int32_t e = s.lower.row_ptr[i] + lane; e < s.lower.row_ptr[i + 1]; e += 32)
   {
      most = fmax(most, fabs(s.lower.val[e]));
   }
   for (int32_t e = s.upper.row_ptr[i] + lane; e < s.upper.row_ptr[i + 1]; e += 32)
   {
      most = fmax(most, fabs(s.upper.val[e]));
   }
   return reduce_max(most);
}

__global__ void __launch_bounds__(BLOCK) find_pivots(dilu s)
{
   const int32_t lane = (int32_t) (threadIdx.x % 32);
   int32_t       ticket = s.f.draw();
   for (int32_t i = s.f.row_of(ticket); i >= 0; i = s.f.row_of(ticket))
   {
      ticket = s.f.draw();
      const double most = largest_entry(s, i, lane);
      const double pivot = s.diagonal[i] - sum_products(s, i, lane);
      if (lane == 0)
      {
         tsw_post(&s.inv_pivot[i], s.f.judge(i, pivot, most, true));
      }
   }
}

} // namespace

trisweep_status tsw_device_dilu_factorise(const tsw_packed *block, const int32_t *order,
                                          int64_t n_levels, const double *diagonal,
                                          double *inv_pivot, tsw_pivots *pivots, void *stream)
{
   TSW_AT_END(tsw_factor_end) progress f = {};
   const cudaStream_t                  cuda_stream = (cudaStream_t) stream;
   unsigned                            blocks;
   tsw_pivots_restart(pivots);
   if (block->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(tsw_factor_begin(block, order, pivots, cuda_stream, &f));
   TSW_TRY(
      tsw_factor_grid_of((const void *) find_pivots, BLOCK, 0, block->n_rows, n_levels, &blocks));
   TSW_CUDA(cudaMemsetAsync(inv_pivot, 0xff, /* unknown */
                            (size_t) block->n_rows * sizeof *inv_pivot, cuda_stream));
   find_pivots<<<blocks, BLOCK, 0, cuda_stream>>>(
      { f, block->lower, block->upper, diagonal, inv_pivot });
   TSW_CUDA(cudaGetLastError());
   return tsw_factor_conclude(&f, cuda_stream, pivots);
}
