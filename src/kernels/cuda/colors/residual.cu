/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The residual behind a pass of schedule colors, all rows in their own order in one
 * launch: the entries that the pass has added up with new values are not read again.
 * With d_i = a_ii + shift_i and C the entries between rows of one colour:
 *
 *    ZERO without t   t_i = d_i x_i         r_i = shift_i x_i - ((C + S) x)_i
 *    ZERO with t                            r_i = t_i - a_ii x_i - ((C + S) x)_i
 *    HALF   d_i x_i + (T x)_i = t_i         r_i = b_i - t_i + shift_i x_i - ((C + S) x)_i
 *
 * Rows that were kept read all of their entries: r_i = b_i - a_ii x_i - ((T + C + S) x)_i.
 */
#include "kernels/cuda/colors/colors.h"

#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "kernels/cuda/device/row.cuh"

namespace {

constexpr int THREADS = 128;

struct residual_arguments
{
   colors_store   a;
   tsw_few_colors colors;
   int32_t        n_places;
   bool           backward;
   bool           half;
   bool           shifts;
   const double  *inv_diag;
   const double  *inv_scale;
   const int32_t *cf_marker;
   int32_t        points;
   const double  *b;
   const double  *x;
   const double  *t;
   double        *r;
};

__device__ double finish(const residual_arguments &s, int32_t i, int64_t place, bool kept,
                         double sum)
{
   const double shift = s.shifts ? (double) s.a.shift[i] : 0.0;
   const double x = s.x[i];
   const double diagonal = s.inv_diag[place] == 0.0 ? 0.0 : 1.0 / s.inv_diag[place] - shift;
   return kept     ? s.b[i] - diagonal * x - sum
          : s.half ? s.b[i] - s.t[i] + shift * x - sum
          : s.t    ? s.t[i] - diagonal * x - sum
                   : shift * x - sum;
}

template <int LANES, class VALUE>
__global__ void __launch_bounds__(THREADS) residual(__grid_constant__ const residual_arguments s)
{
   const int32_t lane = (int32_t) (threadIdx.x % LANES);
   const int64_t i = ((int64_t) blockIdx.x * THREADS + threadIdx.x) / LANES;
   const bool    has = i < s.a.n_rows;
   int64_t       place = 0;
   bool          kept = false;
   double        sum = 0.0;
   if (has)
   {
      place = (int64_t) tsw_few_color(s.colors, (int32_t) i) * s.n_places +
              tsw_few_place(s.colors, (int32_t) i);
      const int32_t *seg = &s.a.seg[3 * place];
      kept = s.inv_scale[place] == 0.0 || (s.cf_marker && s.cf_marker[i] != s.points);
      const int32_t begin = kept || s.backward ? seg[0] : seg[1];
      const int32_t end = kept || !s.backward ? seg[3] : seg[2];
#pragma unroll 4
      for (int32_t e = begin + lane; e < end; e += LANES)
      {
         sum += (double) __ldg((const VALUE *) s.a.val + e) * s.x[__ldg(&s.a.col[e])];
      }
   }
   sum = tsw_sum_lanes<LANES>(sum);
   if (has && lane == 0)
   {
      s.r[i] = finish(s, (int32_t) i, place, kept, sum);
   }
}

struct residual_kernel
{
   int lanes;
   void (*kernel[2])(residual_arguments); /* of doubles, of floats */
};

#define KERNEL(lanes)                                    \
   {                                                     \
      lanes,                                             \
      {                                                  \
         residual<lanes, double>, residual<lanes, float> \
      }                                                  \
   }
const residual_kernel kernels[] = { KERNEL(1), KERNEL(2),  KERNEL(4),
                                    KERNEL(8), KERNEL(16), KERNEL(32) };
#undef KERNEL

} // namespace

trisweep_status colors_residual(const colors_state *c, const double *inv_diag, const tsw_pass *pass,
                                double *r, cudaStream_t stream)
{
   residual_arguments s = {};
   s.a = c->store;
   s.colors = c->colors;
   s.n_places = tsw_few_places(c->colors, c->store.n_rows);
   s.backward = pass->backward;
   s.half = pass->kind == TSW_PASS_HALF;
   s.shifts = c->report->shifts != 0;
   s.inv_diag = inv_diag;
   s.inv_scale = pass->inv_scale;
   s.cf_marker = pass->cf_marker;
   s.points = pass->points;
   s.b = pass->b;
   s.x = pass->x;
   s.t = pass->t;
   s.r = r;
   const double mean = 0.6 * (double) c->report->counts.n_entries / (double) s.a.n_rows;
   const int    lanes = colors_lanes(c, mean, s.a.n_rows);
   int          k = 0;
   while (kernels[k].lanes < lanes)
   {
      k++;
   }
   kernels[k]
      .kernel[c->floats]<<<tsw_blocks((int64_t) s.a.n_rows * lanes, THREADS), THREADS, 0, stream>>>(
         s);
   return TSW_CUDA_STATUS(cudaGetLastError());
}
