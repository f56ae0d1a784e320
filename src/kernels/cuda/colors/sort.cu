/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The last step of packing: sort the entries of each side of a row by column, and store slices step
 * by step (slices.cuh), in place. A warp loads a slice to shared memory and stores the entries in
 * their new order.
 */
#include "kernels/cuda/colors/slices.cuh"

#include "kernels/cuda/colors/pack.cuh"

using namespace colors_packing;
using namespace colors_entries;
using colors_slices::is_stepwise;
using colors_slices::WARP;

namespace {

template <class F> constexpr int warps_of = sizeof(value_of<F>) == sizeof(float) ? 4 : 2;

constexpr int AT_ONCE = 4; /* entries that a lane compares with the others of the row */

/* A slice in shared memory. */
template <class F> struct slice
{
   entry_of<F> entry[COLORS_ROOM];
   uint16_t    order[COLORS_ROOM]; /* new order of the entries, row by row */
};

/* This lane's part of a row in the slice. */
struct part
{
   int32_t row;   /* first entry of the row in the slice */
   int32_t n;     /* entries of the row */
   int32_t l;     /* lane of the row */
   int32_t lanes; /* of the row */
};

/* Do the columns of all rows ascend? */
template <class F> __device__ bool ascends(const slice<F> &s, const part &p)
{
   bool good = true;
   for (int32_t k = p.l; k + 1 < p.n; k += p.lanes)
   {
      good = good && key_of<F>(s.entry[p.row + k]) <= key_of<F>(s.entry[p.row + k + 1]);
   }
   return __all_sync(WARP, good);
}

/*
 * Find the places of AT_ONCE entries of a lane, k + u * p.lanes. Entry m is before an entry if its
 * column is smaller, or equal and m is smaller: columns before entry k are compared with the next
 * column number.
 */
template <class F> __device__ void rank_entries(slice<F> &s, const part &p, int32_t k)
{
   int32_t limit[AT_ONCE], rank[AT_ONCE] = {};
   int32_t m = 0;
#pragma unroll
   for (int u = 0; u < AT_ONCE; u++)
   {
      const int32_t e = k + u * p.lanes;
      limit[u] = e < p.n ? key_of<F>(s.entry[p.row + e]) + 1 : 0;
   }
#pragma unroll
   for (int next = 0; next <= AT_ONCE; next++)
   {
      const int32_t end = next < AT_ONCE ? min(k + next * p.lanes, p.n) : p.n;
      for (; m < end; m++)
      {
         const int32_t other = key_of<F>(s.entry[p.row + m]);
#pragma unroll
         for (int u = 0; u < AT_ONCE; u++)
         {
            rank[u] += other < limit[u];
         }
      }
      if (next < AT_ONCE)
      {
         limit[next]--;
      }
   }
#pragma unroll
   for (int u = 0; u < AT_ONCE; u++)
   {
      const int32_t e = k + u * p.lanes;
      if (e < p.n)
      {
         s.order[p.row + rank[u]] = (uint16_t) (p.row + e);
      }
   }
}

template <class F> __device__ void find_order(slice<F> &s, const part &p)
{
   const bool sorted = ascends(s, p);
   for (int32_t k = p.l; sorted && k < p.n; k += p.lanes)
   {
      s.order[p.row + k] = (uint16_t) (p.row + k);
   }
   for (int32_t k = p.l; !sorted && k < p.n; k += AT_ONCE * p.lanes)
   {
      rank_entries(s, p, k);
   }
}

template <class F>
__device__ void store_steps(const colors_store &a, uint32_t to, const slice<F> &s, const part &p)
{
   const uint32_t before = (1u << (threadIdx.x % 32)) - 1u;
   int32_t        k = p.l;
   for (uint32_t mask = __ballot_sync(WARP, k < p.n); mask != 0;
        mask = __ballot_sync(WARP, k < p.n))
   {
      if (k < p.n)
      {
         ((entry_of<F> *) a.entry)[to + (uint32_t) __popc(mask & before)] =
            s.entry[s.order[p.row + k]];
      }
      to += (uint32_t) __popc(mask);
      k += p.lanes;
   }
}

/* seg: of the colour's places on the side. To be called by whole warps. */
template <class F>
__device__ void sort_slice(const colors_store &a, const int32_t *seg, int32_t place,
                           int32_t n_places, slice<F> &s)
{
   const int32_t lane = (int32_t) (threadIdx.x % 32);
   const int32_t begin = seg[min(place, n_places)];
   const int32_t n = seg[min(place + 1, n_places)] - begin;
   const int32_t first = __shfl_sync(WARP, begin, 0);
   const int32_t total = __shfl_sync(WARP, begin + n, 31) - first;
   const part    p = { begin - first, n, lane % a.lanes, a.lanes };
   if (total > 0 && is_stepwise(n, total))
   {
#pragma unroll 4
      for (int32_t e = lane; e < total; e += 32)
      {
         s.entry[e] = read_entry<F>(a, (uint32_t) (first + e));
      }
      __syncwarp();
      find_order(s, p);
      __syncwarp();
      store_steps(a, (uint32_t) first, s, p);
      __syncwarp();
   }
}

template <class F>
__global__ void __launch_bounds__(32 * warps_of<F>)
   sort_sides(__grid_constant__ const pack_arguments p)
{
   constexpr int WARPS = warps_of<F>;
   __shared__ slice<F> slices[WARPS];
   if (is_refused(p.facts))
   {
      return;
   }
   const tsw_few_colors colors = tsw_few_choose(&p.facts->counts, p.asked);
   const int32_t        n_places = tsw_few_places(colors, p.a.n_rows);
   const int32_t        rows = 32 / p.to.lanes; /* of a slice */
   const int32_t        n = (n_places + rows - 1) / rows;
   const int32_t        stride = (int32_t) gridDim.x * WARPS;
   const int            warp = (int) threadIdx.x / 32;
   for (int64_t i = (int64_t) blockIdx.x * WARPS + warp; i < (int64_t) 3 * colors.n * n;
        i += stride)
   {
      const int32_t  of_side = (int32_t) (i / n); /* colour and side */
      const int32_t *seg = colors_side(&p.to, of_side / colors.n) + of_side % colors.n * n_places;
      const int32_t  place = (int32_t) (i % n) * rows + (int32_t) (threadIdx.x % 32) / p.to.lanes;
      sort_slice(p.to, seg, place, n_places, slices[warp]);
   }
}

/* By colors_format. */
void (*const kernels[])(pack_arguments) = { sort_sides<double>, sort_sides<float>,
                                            sort_sides<near> };

} // namespace

trisweep_status colors_sort(const pack_arguments *p, int format, int64_t threads,
                            cudaStream_t stream)
{
   const int each = 32 * (format == 0 ? warps_of<double> : warps_of<float>);
   return launch(kernels[format], each, 3 * colors_most_places(p->a.n_rows), p->to.lanes, threads,
                 stream, *p);
}
