/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * Packing for schedule colors. Steps read the caller's rows in their order: validate (validate.cu),
 * count (entries of each row by side), a prefix sum, store; then sort (sort.cu). After a bad row
 * the later steps do nothing, so that no invalid index is used. Deterministic: store keeps the
 * caller's order within a row and a side.
 */
#include "kernels/cuda/colors/pack.cuh"

#include <cub/device/device_scan.cuh>

#include "base/cub_call.h"
#include "base/device/sum.cuh"
#include "block/cut.h"
#include "kernels/cuda/colors/entries.cuh"

using namespace colors_entries;
using namespace colors_packing;

namespace {

/* The place of a row. */
struct placing
{
   tsw_few_colors colors;
   int32_t        color;
   int64_t        place;
};

/* The chosen colours. To be called by whole blocks. */
__device__ tsw_few_colors colors_of(const pack_arguments &p)
{
   __shared__ tsw_few_colors colors;
   if (threadIdx.x == 0)
   {
      colors = tsw_few_choose(&p.facts->counts, p.asked);
   }
   __syncthreads();
   return colors;
}

__device__ placing place_of(tsw_few_colors colors, int64_t n_rows, int64_t i)
{
   placing       t;
   const int32_t n_places = tsw_few_places(colors, n_rows);
   t.colors = colors;
   t.color = tsw_few_color(colors, (int32_t) i);
   t.place = i < (int64_t) n_places * colors.n
                ? (int64_t) t.color * n_places + tsw_few_place(colors, (int32_t) i)
                : i; /* behind the last group: a place without a row */
   return t;
}

/* Side of column j: swept earlier 0, at once 1, later 2; -1: in the unit of row i. */
__device__ int side_of(const placing &t, int64_t i, int32_t j)
{
   const int32_t c = tsw_few_color(t.colors, j);
   const bool    same = tsw_few_unit(t.colors, j) == tsw_few_unit(t.colors, (int32_t) i);
   return same ? -1 : c < t.color ? 0 : c == t.color ? 1 : 2;
}

/* Index of a place and side in seg. */
__device__ int64_t segment(const pack_arguments &p, int64_t place, int side)
{
   return side * colors_most_places(p.a.n_rows) + place;
}

/* Store the number of entries of row i by side in seg; 0 for rows behind the last. */
template <int LANES> __device__ void count_row(const pack_arguments &p, const placing &t, int64_t i)
{
   const bool has = i < p.a.n_rows;
   int32_t    end = has ? p.a.row_ptr[i + 1] : 0;
   int        n[3] = {};
   for (int32_t e = has ? p.a.row_ptr[i] + row_lanes<LANES>::lane() : 0; e < end; e += LANES)
   {
      const int side = side_of(t, i, p.a.col_idx[e]);
      n[0] += side == 0;
      n[1] += side == 1;
      n[2] += side == 2;
   }
#pragma unroll
   for (int k = 0; k < 3; k++)
   {
      n[k] = tsw_sum_lanes<LANES>(n[k]);
   }
   if (row_lanes<LANES>::lane() == 0 && i < colors_most_places(p.a.n_rows))
   {
#pragma unroll
      for (int k = 0; k < 3; k++)
      {
         p.to.seg[segment(p, t.place, k)] = n[k];
      }
   }
}

/* Store the number of entries of each place and side in seg. */
template <int LANES>
__global__ void __launch_bounds__(THREADS) count(__grid_constant__ const pack_arguments p)
{
   const int64_t n_places = colors_most_places(p.a.n_rows);
   if (is_refused(p.facts))
   {
      return;
   }
   const tsw_few_colors colors = colors_of(p);
   for (int64_t first = 0; first < n_places; first += row_lanes<LANES>::stride())
   {
      const int64_t i = row_lanes<LANES>::row(first);
      count_row<LANES>(p, place_of(colors, p.a.n_rows, i), i);
   }
   if (blockIdx.x == 0 && threadIdx.x == 0)
   {
      p.to.seg[3 * n_places] = 0;
   }
}

/* This lane's sums over the entries of a row. */
struct row_sums
{
   double diagonal;
   double same;   /* |a_ij| of side 1 */
   int    n_same; /* entries of side 1 */
};

/* Findings in the entries of a row. */
struct row_checks
{
   bool good;  /* all values are finite */
   bool fits;  /* none is too large for the store */
   bool exact; /* none is rounded */
   bool near;  /* all distances fit */
};

/* Store an entry between units. Returns its value as it is stored. */
template <class F>
__device__ double store_entry(const pack_arguments &p, int32_t at, int32_t base, int32_t j,
                              double value)
{
   const colors_store &a = p.to;
   if constexpr (is_near<F>)
   {
      const int32_t exponent = colors_near_exponent(p.facts->largest, a.bits);
      const int32_t entry = colors_near_pack(j - base, value, exponent, a.bits);
      ((int32_t *) a.entry)[at] = entry;
      return colors_near_power(exponent) * number_of<F>(a, entry);
   }
   else
   {
      ((entry_of<F> *) a.entry)[at] = { j, (F) value };
      return (double) (F) value;
   }
}

/* Store the entries of row i by side, and add those within the unit to dense. */
template <int LANES, class F>
__device__ row_sums store_entries(const pack_arguments &p, const placing &t, int64_t i,
                                  int32_t begin, int32_t end, value_of<F> *dense,
                                  row_checks *checks)
{
   using lanes = row_lanes<LANES>;
   const int32_t base = colors_near_base(tsw_few_place(t.colors, (int32_t) i), t.colors.n);
   row_sums      sums = {};
   int32_t       at[3] = {};
   for (int k = 0; k < 3 && begin < end; k++)
   {
      at[k] = p.to.seg[segment(p, t.place, k)];
   }
   for (int32_t e = begin + lanes::lane(); __any_sync(0xffffffffu, e < end); e += LANES)
   {
      const int32_t j = e < end ? p.a.col_idx[e] : (int32_t) i;
      const double  value = e < end ? p.a.val[e] : 0.0;
      const int     side = e < end ? side_of(t, i, j) : -1;
      checks->good = checks->good && isfinite(value);
      sums.diagonal += j == i ? value : 0.0;
      sums.same += side == 1 ? fabs(value) : 0.0;
      sums.n_same += side == 1;
      double stored = j == i ? value : (double) (value_of<F>) value;
      if (side < 0 && j != i)
      {
         atomicAdd(&dense[j % TSW_FEW_UNIT], (value_of<F>) value);
      }
#pragma unroll
      for (int k = 0; k < 3; k++)
      {
         const unsigned votes = lanes::vote(side == k);
         if (side == k)
         {
            stored = store_entry<F>(p, at[k] + lanes::before_me(votes), base, j, value);
         }
         at[k] += __popc(votes);
      }
      checks->fits = checks->fits && isfinite(stored);
      checks->exact = checks->exact && stored == value;
      checks->near = checks->near && (!is_near<F> || colors_near_fits(j - base, p.to.bits));
   }
   return sums;
}

__device__ void finish_row(const pack_arguments &p, int64_t i, int64_t place, const row_sums &sums,
                           double shift, bool good)
{
   p.inv_diag[place] = tsw_rows::reciprocal(sums.diagonal + shift, &good);
   if (sums.diagonal == 0.0)
   {
      atomicAdd(&p.facts->n_zero, 1);
   }
   if (shift != 0.0 && p.facts->shifts == 0)
   {
      p.facts->shifts = 1;
   }
   if (!good)
   {
      atomicMax(&p.facts->bad_value, colors_mark(i));
   }
}

/* Returns this lane's number of entries between rows of one colour. */
template <int LANES, class F>
__device__ int store_row(const pack_arguments &p, const placing &t, int64_t i)
{
   using VALUE = value_of<F>;
   __shared__ VALUE of_row[THREADS / LANES][TSW_FEW_UNIT];
   VALUE           *dense = of_row[threadIdx.x / LANES];
   const bool       has = i < p.a.n_rows;
   row_checks       checks = { true, true, true, true };
   for (int q = row_lanes<LANES>::lane(); q < TSW_FEW_UNIT; q += LANES)
   {
      dense[q] = (VALUE) 0;
   }
   __syncwarp();
   row_sums sums = store_entries<LANES, F>(p, t, i, has ? p.a.row_ptr[i] : 0,
                                           has ? p.a.row_ptr[i + 1] : 0, dense, &checks);
   __syncwarp();
   sums.diagonal = tsw_sum_lanes<LANES>(sums.diagonal);
   sums.same = tsw_sum_lanes<LANES>(sums.same);
   const double shift = tsw_cut_shift(sums.diagonal, sums.same);
   for (int q = row_lanes<LANES>::lane(); has && q < TSW_FEW_UNIT; q += LANES)
   {
      const VALUE value = q == i % TSW_FEW_UNIT ? (VALUE) (float) shift : dense[q];
      ((VALUE *) p.to.dense)[t.place * TSW_FEW_UNIT + q] = value;
      checks.fits = checks.fits && isfinite(dense[q]);
   }
   if (!checks.exact && p.facts->rounded == 0)
   {
      p.facts->rounded = 1;
   }
   if (!checks.near)
   {
      p.facts->not_near = 1;
   }
   if (!checks.fits && checks.good)
   {
      p.facts->too_large = 1;
   }
   const bool good = row_lanes<LANES>::vote(!checks.good) == 0;
   if (has && row_lanes<LANES>::lane() == 0)
   {
      finish_row(p, i, t.place, sums, shift, good);
   }
   return sums.n_same;
}

template <int LANES, class F>
__global__ void __launch_bounds__(THREADS) store(__grid_constant__ const pack_arguments p)
{
   if (is_refused(p.facts))
   {
      return;
   }
   const tsw_few_colors colors = colors_of(p);
   const int32_t        n = p.to.seg[segment(p, 0, 3)];
   unsigned             n_same = 0;
   if (n > p.to.nnz)
   {
      p.facts->too_many = 1;
      return;
   }
   if (is_near<F> && !colors_near_is_even(colors_spread(p.facts), p.to.bits))
   {
      p.facts->not_near = 1;
      return;
   }
   if (blockIdx.x == 0 && threadIdx.x == 0)
   {
      ((entry_of<F> *) p.to.entry)[n] = {};
   }
   for (int64_t first = 0; first < p.a.n_rows; first += row_lanes<LANES>::stride())
   {
      const int64_t i = row_lanes<LANES>::row(first);
      n_same += (unsigned) store_row<LANES, F>(p, place_of(colors, p.a.n_rows, i), i);
   }
   n_same = __reduce_add_sync(0xffffffffu, n_same);
   if (threadIdx.x % 32 == 0 && n_same > 0)
   {
      atomicAdd((unsigned long long *) &p.facts->shared, (unsigned long long) n_same);
   }
}

template <class VALUE>
trisweep_status scale(const pack_arguments &p, const double *l1_norms, double *inv_l1,
                      double *diag_l1, cudaStream_t stream)
{
   return tsw_rows::each_row<1>(p.a.n_rows, stream, [=] __device__(int64_t i, int) {
      const placing t = place_of(colors_of(p), p.a.n_rows, i);
      if (i >= p.a.n_rows || is_refused(p.facts))
      {
         return;
      }
      bool         good = true;
      const VALUE  shift = ((const VALUE *) p.to.dense)[colors_shift_at(t.place, i)];
      const double norm = tsw_cut_norm(l1_norms[i], (double) shift);
      const double inverse = tsw_rows::reciprocal(norm, &good);
      const double inv_diag = p.inv_diag[t.place];
      const double ratio = inv_diag == 0.0 ? 0.0 : inverse / inv_diag;
      inv_l1[t.place] = inverse;
      diag_l1[t.place] = ratio;
      if (!good || !isfinite(ratio))
      {
         atomicMax(&p.facts->bad_value, colors_mark(i));
      }
   });
}

/* By pack_variant, and by colors_format. */
void (*const counts[])(pack_arguments) = { count<2>, count<8>, count<32> };
void (*const stores[][3])(pack_arguments) = { { store<2, double>, store<2, float>, store<2, near> },
                                              { store<8, double>, store<8, float>, store<8, near> },
                                              { store<32, double>, store<32, float>,
                                                store<32, near> } };

} // namespace

trisweep_status colors_pack(colors_state *s, const tsw_packed *p, cudaStream_t stream)
{
   const trisweep_csr  *a = &s->source;
   const int            lanes = pack_lanes(a);
   const int            variant = pack_variant(a);
   const pack_arguments args = { *a, s->store, s->asked, p->inv_diag, s->device_facts };
   const int64_t        n_places = colors_most_places(a->n_rows);
   const int32_t        n_segments = (int32_t) (3 * n_places + 1);
   int32_t             *seg = s->store.seg;
   if (!s->checked)
   {
      TSW_TRY(colors_validate(s, a, stream));
   }
   s->checked = false; /* a later load may have another pattern */
   TSW_TRY(launch(counts[variant], THREADS, n_places, lanes, s->threads, stream, args));
   TSW_TRY(tsw_cub("the prefix sum of rows", [=](void *storage, size_t &bytes) {
      return cub::DeviceScan::ExclusiveSum(storage, bytes, seg, seg, n_segments, stream);
   }));
   TSW_TRY(launch(stores[variant][colors_format(s)], THREADS, a->n_rows, lanes, s->threads, stream,
                  args));
   TSW_TRY(colors_sort(&args, colors_format(s), s->threads, stream));
   if (s->l1_norms)
   {
      TSW_TRY((s->floats ? scale<float> : scale<double>) (args, s->l1_norms, p->inv_l1, p->diag_l1,
                                                          stream));
   }
   return colors_read_facts(s, stream);
}
