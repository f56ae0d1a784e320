/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The last step of packing: entries of each side of a row by column, and slices step by
 * step (slices.cuh), in place. A block takes 32 places of a colour on one side, whole
 * slices, holds their entries in registers, and stores them once all have been read.
 */
#include "kernels/cuda/colors/pack.cuh"

#include "base/cuda_call.h"

using namespace colors_packing;

namespace {

constexpr int ROWS = 32;
constexpr int EACH = THREADS / ROWS;        /* threads of a row */
constexpr int HELD = COLORS_LONGEST / EACH; /* entries that a thread holds */

/* What a block knows of its rows and slices. */
struct group
{
   int32_t  begin[ROWS];
   int32_t  n[ROWS];
   bool     fits[ROWS];           /* by slice */
   int32_t  step[COLORS_LONGEST]; /* where a step of a slice begins, slice by slice, */
   uint32_t mask[COLORS_LONGEST]; /* and the lanes that take part in it */
};

/* Entries of a row's side, this thread's share. */
template <class VALUE> struct held_row
{
   int32_t             begin;
   int32_t             end;
   colors_entry<VALUE> entry[HELD];
   int32_t             to[HELD]; /* place by column */
   int32_t             steps;    /* of the warp */
   bool                ascends;

   __device__ __forceinline__ void read(const colors_entry<VALUE> *all, int32_t from, int32_t n)
   {
      begin = from + row_lanes<EACH>::lane();
      end = from + (n <= COLORS_LONGEST ? n : 0);
      steps = (int32_t) __reduce_max_sync(0xffffffffu, (uint32_t) (end - from + EACH - 1) / EACH);
      bool good = true;
#pragma unroll
      for (int q = 0; q < HELD; q++)
      {
         const int32_t e = begin + q * EACH;
         if (q < steps && e < end)
         {
            entry[q] = all[e];
            good = good && (e + 1 >= end || entry[q].col <= all[e + 1].col);
         }
      }
      ascends = row_lanes<EACH>::vote(!good) == 0;
   }

   __device__ __forceinline__ void rank(const colors_entry<VALUE> *all, int32_t from)
   {
#pragma unroll
      for (int q = 0; q < HELD; q++)
      {
         const int32_t own = begin + q * EACH;
         to[q] = own - from;
         if (q < steps && !ascends && own < end)
         {
            int32_t n = 0;
            for (int32_t e = from; e < end; e++)
            {
               const int32_t other = all[e].col;
               n += other < entry[q].col || (other == entry[q].col && e < own);
            }
            to[q] = n;
         }
      }
   }
};

/* Where the steps of the block's slices begin; a warp a slice. */
__device__ void find_steps(int lanes, group *g)
{
   const int lane = (int) threadIdx.x % 32;
   const int rows = ROWS / lanes; /* of a slice */
   for (int slice = (int) threadIdx.x / 32; slice < lanes; slice += THREADS / 32)
   {
      const int  row = slice * rows + lane / lanes;
      const int  n = (g->n[row] - lane % lanes + lanes - 1) / lanes;
      const bool fits = !__any_sync(0xffffffffu, g->n[row] > COLORS_LONGEST);
      int32_t    at = g->begin[slice * rows];
      for (int q = 0; fits && q < COLORS_LONGEST / lanes; q++)
      {
         const uint32_t mask = __ballot_sync(0xffffffffu, n > q);
         if (lane == 0)
         {
            g->step[slice * (COLORS_LONGEST / lanes) + q] = at;
            g->mask[slice * (COLORS_LONGEST / lanes) + q] = mask;
         }
         at += __popc(mask);
         if (mask == 0)
         {
            break;
         }
      }
      if (lane == 0)
      {
         g->fits[slice] = fits;
      }
   }
}

/* The place of the k-th entry of a row. */
__device__ int32_t place_in_slice(const group *g, int lanes, int row, int32_t k)
{
   const int rows = ROWS / lanes;
   const int step = row / rows * (COLORS_LONGEST / lanes) + k / lanes;
   const int lane = row % rows * lanes + k % lanes;
   return g->step[step] + __popc(g->mask[step] & ((1u << lane) - 1u));
}

template <class VALUE>
__device__ void store_row(const colors_store &a, const group *g, int row, const held_row<VALUE> &h)
{
   const bool single = a.lanes == 32; /* a row is a slice */
   if (single ? h.ascends : !g->fits[row / (ROWS / a.lanes)])
   {
      return;
   }
#pragma unroll
   for (int q = 0; q < HELD; q++)
   {
      if (q < h.steps && h.begin + q * EACH < h.end)
      {
         const int32_t to =
            single ? g->begin[row] + h.to[q] : place_in_slice(g, a.lanes, row, h.to[q]);
         ((colors_entry<VALUE> *) a.entry)[to] = h.entry[q];
      }
   }
}

template <class VALUE>
__global__ void __launch_bounds__(THREADS) sort_sides(__grid_constant__ const pack_arguments p)
{
   __shared__ group g;
   if (is_refused(p.report))
   {
      return;
   }
   const tsw_few_colors colors = tsw_few_choose(&p.report->counts, p.asked);
   const int32_t        n_places = tsw_few_places(colors, p.a.n_rows);
   const int32_t        groups = (n_places + ROWS - 1) / ROWS; /* of a colour on a side */
   const int            row = (int) threadIdx.x / EACH;
   for (int64_t i = blockIdx.x; i < (int64_t) 3 * colors.n * groups; i += gridDim.x)
   {
      const int      side = (int) (i / (colors.n * groups));
      const int32_t  color = (int32_t) (i / groups) % colors.n;
      const int32_t  place = (int32_t) (i % groups) * ROWS + row;
      const int32_t *seg = colors_side(&p.to, side) + color * n_places + min(place, n_places);
      if (row_lanes<EACH>::lane() == 0)
      {
         g.begin[row] = seg[0];
         g.n[row] = place < n_places ? seg[1] - seg[0] : 0;
      }
      __syncthreads();
      held_row<VALUE> h;
      h.read((const colors_entry<VALUE> *) p.to.entry, g.begin[row], g.n[row]);
      h.rank((const colors_entry<VALUE> *) p.to.entry, g.begin[row]);
      if (p.to.lanes < 32)
      {
         find_steps(p.to.lanes, &g);
      }
      __syncthreads();
      store_row(p.to, &g, row, h);
      __syncthreads();
   }
}

} // namespace

trisweep_status colors_sort(const pack_arguments *p, bool floats, int64_t threads,
                            cudaStream_t stream)
{
   const int64_t  wanted = tsw_blocks(3 * colors_most_places(p->a.n_rows), ROWS);
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
