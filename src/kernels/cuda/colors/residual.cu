/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The residual behind a pass of schedule colors, all rows in one launch. Entries that the pass has
 * multiplied by new values are not read again.
 * With d_i = a_ii + shift_i and C the entries between rows of one colour:
 *
 *    ZERO without t   t_i = d_i x_i         r_i = shift_i x_i - ((C + S) x)_i
 *    ZERO with t                            r_i = t_i - a_ii x_i - ((C + S) x)_i
 *    HALF   d_i x_i + (T x)_i = t_i         r_i = b_i - t_i + shift_i x_i - ((C + S) x)_i
 *
 * Rows that were kept read all of their entries: r_i = b_i - a_ii x_i - ((T + C + S) x)_i.
 */
#include "kernels/cuda/colors/slices.cuh"

#include "base/cuda_call.h"
#include "kernels/cuda/device/residual.cuh"

using namespace colors_slices;

namespace {

struct residual_arguments : tsw_residual
{
   colors_store   a;
   const int32_t *seg[3]; /* of the first colour, on the sides S, the same colour, T */
   tsw_few_colors colors;
   int32_t        n_places;
   bool           shares;
   bool           shifts;
};

/* Sum within the unit: columns that are swept later than row i or, in a kept row, all columns. */
template <class VALUE>
__device__ __forceinline__ double unit_sum(const residual_arguments &s, int32_t i, int64_t place,
                                           bool kept)
{
   unit_entries<VALUE> unit;
   double              sum = 0.0;
   unit.read(s.a, place);
#pragma unroll
   for (int q = 0; q < UNIT; q++)
   {
      const bool later = s.backward ? q < i % UNIT : q > i % UNIT;
      if (unit.a[q] != (VALUE) 0 && q != i % UNIT && (kept || later))
      {
         sum += (double) unit.a[q] * s.x[i - i % UNIT + q];
      }
   }
   return sum;
}

template <class VALUE>
__device__ __forceinline__ double finish(const residual_arguments &s, int32_t i, int64_t place,
                                         bool kept, double sum)
{
   const double shift = s.shifts ? shift_of<VALUE>(s.a, place, i) : 0.0;
   const double x = s.x[i];
   const double diagonal = s.inv_diag[place] == 0.0 ? 0.0 : 1.0 / s.inv_diag[place] - shift;
   return kept                      ? s.b[i] - diagonal * x - sum
          : s.kind == TSW_PASS_HALF ? s.b[i] - s.t[i] + shift * x - sum
          : s.t                     ? s.t[i] - diagonal * x - sum
                                    : shift * x - sum;
}

/* Consecutive blocks have different colours: blocks that run together read neighbouring rows. */
template <int LANES, class F>
__global__ void __launch_bounds__(THREADS) residual(__grid_constant__ const residual_arguments s)
{
   const int32_t color = (int32_t) blockIdx.x % s.colors.n;
   const int32_t begin = (int32_t) blockIdx.x / s.colors.n * (THREADS / LANES);
   const int32_t k = begin + (int32_t) threadIdx.x / LANES;
   const bool    first = threadIdx.x % LANES == 0;
   const int32_t place = color * s.n_places + k;
   side<LANES>   sides[2]; /* swept later, at once */
   const double *x[2] = { s.x, s.x };
   double        part[2];
   sides[0].open(s.seg[0] + color * s.n_places, k, s.n_places);
   sides[1].open(s.seg[1] + color * s.n_places, k, s.shares ? s.n_places : 0);
   const chunk<F> now = begin_sides<F>(s.a, sides);
   const int32_t  base = colors_near_base(k, s.colors.n);
   const int32_t  i = row_at(s.a, s.colors, s.n_places, k, color);
   const bool     kept = i >= 0 && tsw_is_kept(s, i, s.inv_scale[place]);
   tsw_let_next_begin();
   tsw_wait_for_last();
   double sum = i >= 0 && first ? unit_sum<value_of<F>>(s, i, place, kept) : 0.0;
   add_sides<F, false>(s.a, sides, now, base, x, part);
   sum += part[0] + part[1];
   if (__any_sync(WARP, kept))
   {
      side<LANES>   earlier[1];
      const double *y[1] = { s.x };
      double        all[1];
      earlier[0].open(s.seg[2] + color * s.n_places, k, s.n_places);
      add_sides<F, false>(s.a, earlier, begin_sides<F>(s.a, earlier), base, y, all);
      sum += kept ? all[0] : 0.0;
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (i >= 0 && first)
   {
      s.r[i] = finish<value_of<F>>(s, i, place, kept, sum);
   }
}

typedef void residual_kernel(residual_arguments);

#define OF_LANES(lanes)                                                      \
   {                                                                         \
      residual<lanes, double>, residual<lanes, float>, residual<lanes, near> \
   }
residual_kernel *const kernels[][3] = { OF_LANES(1), OF_LANES(2),  OF_LANES(4),
                                        OF_LANES(8), OF_LANES(16), OF_LANES(32) };
#undef OF_LANES

} // namespace

trisweep_status colors_residual(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                double *r, void *stream)
{
   const colors_state *c = (const colors_state *) state;
   residual_arguments  s = {};
   static_cast<tsw_residual &>(s) = tsw_residual_of(p, pass, r);
   s.a = c->store;
   for (int q = 0; q < 3; q++)
   {
      s.seg[q] = colors_side(&s.a, pass->backward ? q : 2 - q);
   }
   s.colors = c->colors;
   s.n_places = tsw_few_places(c->colors, c->store.n_rows);
   s.shares = c->facts->shared != 0;
   s.shifts = c->facts->shifts != 0;
   const unsigned blocks = tsw_blocks(s.n_places, THREADS / s.a.lanes) * (unsigned) s.colors.n;
   int            k = tsw_lanes_index(s.a.lanes);
   return TSW_CUDA_STATUS(
      tsw_launch(true, kernels[k][colors_format(c)], blocks, THREADS, (cudaStream_t) stream, s));
}
