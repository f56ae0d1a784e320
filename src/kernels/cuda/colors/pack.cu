/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Packing for schedule colors, four steps that read the caller's rows in their own
 * order: survey (validate, count entries that would share a colour), count (entries
 * of each row by colour), a prefix sum, store. A step does nothing once an earlier
 * one has found a fault, so that no bad index is followed. Deterministic: entries
 * keep the caller's order within a row and a side.
 */
#include "kernels/cuda/colors/pack.cuh"

#include <cub/device/device_scan.cuh>

#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "block/cuda/rows.cuh"
#include "block/cut.h"
#include "kernels/cuda/device/row.cuh"

using namespace colors_packing;

namespace {

/* Row pointers of row i, or none if they do not fit the arrays. */
__device__ bool row_range(const trisweep_csr &a, int64_t i, int32_t *begin, int32_t *end)
{
   *begin = a.row_ptr[i];
   *end = a.row_ptr[i + 1];
   const bool first = i > 0 || *begin == 0;
   const bool last = i + 1 < a.n_rows || *end == a.nnz;
   return first && last && 0 <= *begin && *begin <= *end && *end <= a.nnz;
}

template <int LANES>
__global__ void __launch_bounds__(THREADS) survey(__grid_constant__ const pack_arguments p)
{
   __shared__ unsigned counts[TSW_FEW_MOST + 1]; /* [0] all entries */
   if (threadIdx.x <= TSW_FEW_MOST)
   {
      counts[threadIdx.x] = 0;
   }
   __syncthreads();
   const int64_t i = row_lanes<LANES>::row();
   unsigned      mine[TSW_FEW_MOST + 1] = {};
   int32_t       begin = 0;
   int32_t       end = 0;
   bool          good = i >= p.a.n_rows || row_range(p.a, i, &begin, &end);
   for (int32_t e = begin + row_lanes<LANES>::lane(); good && e < end; e += LANES)
   {
      const int32_t j = p.a.col_idx[e];
      const int32_t distance = j < i ? (int32_t) i - j : j - (int32_t) i;
      good = j >= 0 && j < p.a.n_rows;
      mine[0] += distance != 0;
#pragma unroll
      for (int k = TSW_FEW_LEAST; k <= TSW_FEW_MOST; k++)
      {
         mine[k] += distance != 0 && distance % k == 0;
      }
   }
   if (!good)
   {
      atomicMax(&p.report->bad_row, colors_mark(i));
   }
#pragma unroll
   for (int k = 0; k <= TSW_FEW_MOST; k++)
   {
      const unsigned sum = __reduce_add_sync(0xffffffffu, mine[k]);
      if (threadIdx.x % 32 == 0 && sum > 0)
      {
         atomicAdd(&counts[k], sum);
      }
   }
   __syncthreads();
   if (threadIdx.x <= TSW_FEW_MOST && counts[threadIdx.x] > 0)
   {
      int64_t *to =
         threadIdx.x == 0 ? &p.report->counts.n_entries : &p.report->counts.shared[threadIdx.x];
      atomicAdd((unsigned long long *) to, (unsigned long long) counts[threadIdx.x]);
   }
}

/* Where a row goes. */
struct placing
{
   tsw_few_colors colors;
   int32_t        color;
   int64_t        place;
};

/* To be called by whole blocks. */
__device__ placing place_of(const pack_arguments &p, int64_t i)
{
   __shared__ tsw_few_colors colors;
   if (threadIdx.x == 0)
   {
      colors = tsw_few_choose(&p.report->counts, p.asked);
   }
   __syncthreads();
   placing t;
   t.colors = colors;
   const int32_t n_groups = tsw_few_groups(t.colors, p.a.n_rows);
   t.color = tsw_few_color(t.colors, (int32_t) i);
   t.place = i < (int64_t) n_groups * t.colors.n
                ? (int64_t) t.color * n_groups + (int32_t) i / t.colors.n
                : i; /* behind the last group: a place that no row has */
   return t;
}

/* Earlier 0, same 1, later 2, and -1 for the diagonal or no entry. */
__device__ int side_of(const placing &t, int64_t i, int32_t j)
{
   const int32_t c = tsw_few_color(t.colors, j);
   return j == i ? -1 : c < t.color ? 0 : c == t.color ? 1 : 2;
}

/* Entries of each place and side, in place of seg; 0 for places without a row. */
template <int LANES>
__global__ void __launch_bounds__(THREADS) count(__grid_constant__ const pack_arguments p)
{
   const int64_t i = row_lanes<LANES>::row();
   if (is_refused(p.report))
   {
      return;
   }
   const placing t = place_of(p, i);
   int32_t       begin = 0;
   int32_t       end = 0;
   int           n[3] = {};
   if (i < p.a.n_rows)
   {
      begin = p.a.row_ptr[i];
      end = p.a.row_ptr[i + 1];
   }
   for (int32_t e = begin + row_lanes<LANES>::lane(); e < end; e += LANES)
   {
      const int side = side_of(t, i, p.a.col_idx[e]);
      n[0] += side == 0;
      n[1] += side == 1;
      n[2] += side == 2;
   }
#pragma unroll
   for (int k = 0; k < 3; k++)
   {
      for (int step = LANES / 2; step > 0; step /= 2)
      {
         n[k] += __shfl_xor_sync(0xffffffffu, n[k], step);
      }
   }
   const int64_t n_places = colors_most_places(p.a.n_rows);
   if (row_lanes<LANES>::lane() == 0 && i == n_places)
   {
      p.to.seg[3 * n_places] = 0;
   }
   if (row_lanes<LANES>::lane() == 0 && i < n_places)
   {
      p.to.seg[3 * t.place] = n[0];
      p.to.seg[3 * t.place + 1] = n[1];
      p.to.seg[3 * t.place + 2] = n[2];
   }
}

/* What the entries of a row add up to, this lane's share. */
struct row_sums
{
   double diagonal;
   double same; /* |a_ij| */
   int    n_same;
};

template <int LANES, class VALUE>
__device__ row_sums store_entries(const pack_arguments &p, const placing &t, int64_t i,
                                  int32_t begin, int32_t end, bool *good, bool *fits)
{
   using lanes = row_lanes<LANES>;
   row_sums sums = {};
   int32_t  at[3] = {};
   for (int k = 0; k < 3 && begin < end; k++)
   {
      at[k] = p.to.seg[3 * t.place + k];
   }
   for (int32_t e = begin + lanes::lane(); __any_sync(0xffffffffu, e < end); e += LANES)
   {
      const int32_t j = e < end ? p.a.col_idx[e] : (int32_t) i;
      const double  value = e < end ? p.a.val[e] : 0.0;
      const int     side = e < end ? side_of(t, i, j) : -1;
      *good = *good && isfinite(value);
      sums.diagonal += j == i ? value : 0.0;
      sums.same += side == 1 ? fabs(value) : 0.0;
      sums.n_same += side == 1;
#pragma unroll
      for (int k = 0; k < 3; k++)
      {
         const unsigned votes = lanes::vote(side == k);
         if (side == k)
         {
            const int32_t to = at[k] + lanes::before_me(votes);
            p.to.col[to] = j;
            ((VALUE *) p.to.val)[to] = (VALUE) value;
            *fits = *fits && isfinite((VALUE) value);
         }
         at[k] += __popc(votes);
      }
   }
   return sums;
}

__device__ void finish_row(const pack_arguments &p, int64_t i, int64_t place, const row_sums &sums,
                           bool good)
{
   const double shift = tsw_cut_shift(sums.diagonal, sums.same);
   p.inv_diag[place] = tsw_rows::reciprocal(sums.diagonal + shift, &good);
   p.to.shift[i] = (float) shift;
   if (sums.diagonal == 0.0)
   {
      atomicAdd(&p.report->n_zero, 1);
      atomicMax(&p.report->first_zero, colors_mark(i));
   }
   if (shift != 0.0)
   {
      p.report->shifts = 1;
   }
   if (!good)
   {
      atomicMax(&p.report->bad_value, colors_mark(i));
   }
}

template <int LANES, class VALUE>
__global__ void __launch_bounds__(THREADS) store(__grid_constant__ const pack_arguments p)
{
   const int64_t i = row_lanes<LANES>::row();
   if (is_refused(p.report))
   {
      return;
   }
   const bool    has = i < p.a.n_rows;
   const placing t = place_of(p, i);
   bool          good = true;
   bool          fits = true;
   row_sums      sums = store_entries<LANES, VALUE>(p, t, i, has ? p.a.row_ptr[i] : 0,
                                               has ? p.a.row_ptr[i + 1] : 0, &good, &fits);
   sums.diagonal = tsw_sum_lanes<LANES>(sums.diagonal);
   sums.same = tsw_sum_lanes<LANES>(sums.same);
   good = row_lanes<LANES>::vote(!good) == 0;
   const int n_same = (int) __reduce_add_sync(0xffffffffu, (unsigned) sums.n_same);
   if (threadIdx.x % 32 == 0 && n_same > 0)
   {
      atomicAdd((unsigned long long *) &p.report->shared, (unsigned long long) n_same);
   }
   if (!fits && good)
   {
      p.report->too_large = 1;
   }
   if (has && row_lanes<LANES>::lane() == 0)
   {
      finish_row(p, i, t.place, sums, good);
   }
}

__global__ void __launch_bounds__(THREADS)
   scale(__grid_constant__ const pack_arguments p, const double *l1_norms, double *inv_l1,
         double *diag_l1)
{
   const int64_t i = (int64_t) blockIdx.x * THREADS + threadIdx.x;
   const placing t = place_of(p, i);
   if (i >= p.a.n_rows || is_refused(p.report))
   {
      return;
   }
   bool         good = true;
   const double inverse = tsw_rows::reciprocal(l1_norms[i], &good);
   const double inv_diag = p.inv_diag[t.place];
   const double ratio = inv_diag == 0.0 ? 0.0 : inverse / inv_diag;
   inv_l1[t.place] = inverse;
   diag_l1[t.place] = ratio;
   if (!good || !isfinite(ratio))
   {
      atomicMax(&p.report->bad_value, colors_mark(i));
   }
}

/* The steps for one number of lanes. */
struct pack_kernels
{
   int lanes;
   void (*survey)(pack_arguments);
   void (*count)(pack_arguments);
   void (*store[2])(pack_arguments); /* doubles, floats */
};

const pack_kernels kernels[] = {
   { 2, survey<2>, count<2>, { store<2, double>, store<2, float> } },
   { 8, survey<8>, count<8>, { store<8, double>, store<8, float> } },
   { 32, survey<32>, count<32>, { store<32, double>, store<32, float> } }
};

/* A row of the longest kind takes a few rounds. */
const pack_kernels *kernels_for(const trisweep_csr *a)
{
   const double mean = (double) a->nnz / (double) a->n_rows;
   return mean <= 4.0 ? &kernels[0] : mean <= 48.0 ? &kernels[1] : &kernels[2];
}

pack_arguments arguments_of(const colors_state *s, const trisweep_csr *a, double *inv_diag)
{
   return { *a, s->store, s->asked, inv_diag, s->found };
}

trisweep_status launch(void (*kernel)(pack_arguments), const pack_arguments *p, int64_t n_rows,
                       int lanes, cudaStream_t stream)
{
   kernel<<<tsw_blocks(n_rows * lanes, THREADS), THREADS, 0, stream>>>(*p);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

} // namespace

trisweep_status colors_scratch_bytes(int64_t n_rows, size_t *bytes)
{
   int32_t *const none = NULL;
   return TSW_CUDA_STATUS(cub::DeviceScan::ExclusiveSum(
      NULL, *bytes, none, none, (int32_t) (3 * colors_most_places(n_rows) + 1)));
}

trisweep_status colors_pack(const colors_state *s, const trisweep_csr *a, double *inv_diag,
                            void *scratch, size_t scratch_bytes, cudaStream_t stream)
{
   const pack_kernels  *k = kernels_for(a);
   const pack_arguments p = arguments_of(s, a, inv_diag);
   const int64_t        n_places = colors_most_places(a->n_rows);
   const int32_t        n_segments = (int32_t) (3 * n_places + 1);
   TSW_CUDA(cudaMemsetAsync(s->found, 0, sizeof *s->found, stream));
   TSW_TRY(launch(k->survey, &p, a->n_rows, k->lanes, stream));
   TSW_TRY(launch(k->count, &p, n_places + 1, k->lanes, stream));
   TSW_CUDA(cub::DeviceScan::ExclusiveSum(scratch, scratch_bytes, s->store.seg, s->store.seg,
                                          n_segments, stream));
   TSW_TRY(launch(k->store[s->floats], &p, a->n_rows, k->lanes, stream));
   return colors_sort(&p, s->floats, stream);
}

trisweep_status colors_scale(const colors_state *s, double *inv_diag, const double *l1_norms,
                             double *inv_l1, double *diag_l1, cudaStream_t stream)
{
   const pack_arguments p = arguments_of(s, &s->source, inv_diag);
   scale<<<tsw_blocks(s->store.n_rows, THREADS), THREADS, 0, stream>>>(p, l1_norms, inv_l1,
                                                                       diag_l1);
   return TSW_CUDA_STATUS(cudaGetLastError());
}
