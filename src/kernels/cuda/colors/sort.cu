/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/colors/pack.cuh"

#include "base/cuda_call.h"
#include "kernels/cuda/device/row.cuh"

using namespace colors_packing;

namespace {

constexpr int SORT_LANES = 8;
constexpr int SORTED = 8; /* entries of a side that a lane holds; longer sides stay as they are */

/* A side of a row, this lane's entries of it. */
template <class VALUE> struct held_side
{
   int32_t begin;
   int32_t end;
   int32_t first; /* of this lane */
   int32_t col[SORTED];
   VALUE   val[SORTED];

   /* Do the columns ascend? To be called by whole warps. */
   __device__ bool hold(const colors_store &a, int64_t side, int64_t n_sides)
   {
      begin = side < n_sides ? a.seg[side] : 0;
      end = side < n_sides ? a.seg[side + 1] : 0;
      end = end - begin <= SORTED * SORT_LANES ? end : begin;
      first = begin + row_lanes<SORT_LANES>::lane();
      bool ascends = true;
#pragma unroll
      for (int q = 0; q < SORTED; q++)
      {
         const int32_t e = first + q * SORT_LANES;
         if (e < end)
         {
            col[q] = a.col[e];
            val[q] = ((const VALUE *) a.val)[e];
            ascends = ascends && (e + 1 >= end || col[q] <= a.col[e + 1]);
         }
      }
      return row_lanes<SORT_LANES>::vote(!ascends) == 0;
   }

   /* The place of this lane's q-th entry. */
   __device__ int32_t rank(const colors_store &a, int q) const
   {
      const int32_t own = first + q * SORT_LANES;
      int32_t       n = 0;
      for (int32_t e = begin; e < end; e++)
      {
         n += a.col[e] < col[q] || (a.col[e] == col[q] && e < own);
      }
      return begin + n;
   }
};

template <class VALUE>
__global__ void __launch_bounds__(THREADS) sort_sides(__grid_constant__ const pack_arguments p)
{
   const int64_t n_sides = 3 * colors_most_places(p.a.n_rows);
   if (is_refused(p.report))
   {
      return;
   }
   for (int64_t turn = 0; turn < n_sides; turn += row_lanes<SORT_LANES>::rows_a_turn())
   {
      held_side<VALUE> h;
      int32_t          to[SORTED];
      const bool       ascends = h.hold(p.to, row_lanes<SORT_LANES>::row(turn), n_sides);
#pragma unroll
      for (int q = 0; q < SORTED; q++)
      {
         to[q] = !ascends && h.first + q * SORT_LANES < h.end ? h.rank(p.to, q) : -1;
      }
      __syncwarp();
#pragma unroll
      for (int q = 0; q < SORTED; q++)
      {
         if (to[q] >= 0)
         {
            p.to.col[to[q]] = h.col[q];
            ((VALUE *) p.to.val)[to[q]] = h.val[q];
         }
      }
   }
}

} // namespace

trisweep_status colors_sort(const pack_arguments *p, bool floats, int64_t threads,
                            cudaStream_t stream)
{
   const int64_t  n_sides = 3 * colors_most_places(p->a.n_rows);
   const int64_t  wanted = tsw_blocks(n_sides * SORT_LANES, THREADS);
   const unsigned blocks = (unsigned) (wanted < threads / THREADS ? wanted : threads / THREADS);
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
