/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/colors/pack.cuh"

#include "base/cuda_call.h"
#include "kernels/cuda/device/row.cuh"

using namespace colors_packing;

namespace
{

constexpr int SORT_LANES = 8;
constexpr int SORTED = 8; /* entries of a side that a lane holds; longer sides stay as they are */

template <class VALUE>
__global__ void __launch_bounds__(THREADS) sort_sides(__grid_constant__ const pack_arguments p)
{
   const int64_t side = ((int64_t) blockIdx.x * THREADS + threadIdx.x) / SORT_LANES;
   int32_t       begin = 0;
   int32_t       end = 0;
   int32_t       col[SORTED];
   VALUE         val[SORTED];
   int32_t       rank[SORTED] = {};
   bool          ascends = true;
   if (!is_refused(p.report) && side < 3 * colors_most_places(p.a.n_rows))
   {
      begin = p.to.seg[side];
      end = p.to.seg[side + 1];
      end = end - begin <= SORTED * SORT_LANES ? end : begin;
   }
   const int32_t first = begin + (int32_t) (threadIdx.x % SORT_LANES);
#pragma unroll
   for (int q = 0; q < SORTED; q++)
   {
      const int32_t e = first + q * SORT_LANES;
      col[q] = e < end ? p.to.col[e] : 0;
      val[q] = e < end ? ((const VALUE *) p.to.val)[e] : (VALUE) 0;
      ascends = ascends && (e + 1 >= end || col[q] <= p.to.col[e + 1]);
   }
   ascends = row_lanes<SORT_LANES>::vote(!ascends) == 0;
   for (int32_t other = begin; other < end && !ascends; other++)
   {
      const int32_t c = p.to.col[other];
#pragma unroll
      for (int q = 0; q < SORTED; q++)
      {
         rank[q] += c < col[q] || (c == col[q] && other < first + q * SORT_LANES);
      }
   }
   __syncwarp();
#pragma unroll
   for (int q = 0; q < SORTED; q++)
   {
      if (!ascends && first + q * SORT_LANES < end)
      {
         p.to.col[begin + rank[q]] = col[q];
         ((VALUE *) p.to.val)[begin + rank[q]] = val[q];
      }
   }
}

} // namespace

trisweep_status colors_sort(const pack_arguments *p, bool floats, cudaStream_t stream)
{
   const int64_t  n_sides = 3 * colors_most_places(p->a.n_rows);
   const unsigned blocks = tsw_blocks(n_sides * SORT_LANES, THREADS);
   if (floats)
   {
      sort_sides<float><<<blocks, THREADS, 0, stream>>>(*p);
   }
   else
   {
      sort_sides<double><<<blocks, THREADS, 0, stream>>>(*p);
   }
   return TSW_CUDA_STATUS(cudaGetLastError());
}
