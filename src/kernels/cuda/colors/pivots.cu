/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * DILU in the order of few colours (Pommerell 1992; theory.md): the pivots take the place of the
 * diagonal in the packed copy. With D the pivots, L and U the entries of rows swept earlier and
 * later, a symmetric sweep with weights 1 is then x + (D + U)^-1 D (D + L)^-1 (b - A x):
 *
 *    forward   d_i x_i = b_i + (d_i - a_ii) v_i - (L x)_i - ((C + U) v)_i
 *    backward  d_i x_i = t_i - (U x)_i,  t_i = b_i + (d_i - a_ii) v_i - (L x)_i - (C v)_i
 *
 * Entries C between units of one colour are in A, not in M. One launch for each colour: lanes share
 * a unit, whose rows are eliminated one after another.
 */
#include "kernels/cuda/colors/slices.cuh"

#include "base/cuda_call.h"
#include "factor/cuda/rows.cuh"

using namespace colors_slices;
using factor::tsw_factor_end;

namespace {

constexpr int LANES = 8; /* that share a unit */

struct pivot_arguments
{
   trisweep_csr     a;
   colors_store     store;
   tsw_few_colors   colors;
   int32_t          n_places;
   int32_t          color;
   double          *inv_diag; /* by place; pivots of earlier colours are final */
   factor::progress f;
};

/* a_ij, 0 if there is no such entry; repeated entries add up. */
__device__ double entry_of(const trisweep_csr &a, int32_t i, int32_t j)
{
   double sum = 0.0;
   for (int32_t e = a.row_ptr[i]; e < a.row_ptr[i + 1]; e++)
   {
      sum += a.col_idx[e] == j ? a.val[e] : 0.0;
   }
   return sum;
}

/* The reciprocal of the pivot of row j if j is eliminated ahead of row i of this colour, else 0. */
__device__ double inverse_of(const pivot_arguments &s, int32_t i, int32_t j,
                             const double (&mine)[UNIT])
{
   const int32_t color = tsw_few_color(s.colors, j);
   double        inverse = 0.0;
   if (color < s.color)
   {
      return s.inv_diag[(int64_t) color * s.n_places + tsw_few_place(s.colors, j)];
   }
#pragma unroll
   for (int q = 0; q < UNIT; q++)
   {
      inverse =
         color == s.color && j < i && j / UNIT == i / UNIT && q == j % UNIT ? mine[q] : inverse;
   }
   return inverse;
}

struct row_sums
{
   double diagonal;
   double largest;
   double products; /* of a_ij a_ji / d_j over earlier rows j */
};

/* Sum over row i; i: -1 for no row. To be called by whole warps. */
__device__ row_sums add_row(const pivot_arguments &s, int32_t i, const double (&mine)[UNIT])
{
   row_sums      sum = {};
   const int32_t end = i < 0 ? 0 : s.a.row_ptr[i + 1];
   for (int32_t e = i < 0 ? 0 : s.a.row_ptr[i] + (int32_t) threadIdx.x % LANES; e < end; e += LANES)
   {
      const int32_t j = s.a.col_idx[e];
      const double  inverse = j == i ? 0.0 : inverse_of(s, i, j, mine);
      sum.diagonal += j == i ? s.a.val[e] : 0.0;
      sum.largest = fmax(sum.largest, fabs(s.a.val[e]));
      sum.products += inverse == 0.0 ? 0.0 : s.a.val[e] * inverse * entry_of(s.a, j, i);
   }
   __syncwarp();
   for (int step = LANES / 2; step > 0; step /= 2)
   {
      sum.diagonal += __shfl_xor_sync(WARP, sum.diagonal, step);
      sum.largest = fmax(sum.largest, __shfl_xor_sync(WARP, sum.largest, step));
      sum.products += __shfl_xor_sync(WARP, sum.products, step);
   }
   return sum;
}

/* Store a pivot as diagonal and shift; the shift is a float. Returns the reciprocal; 0: skipped. */
template <class VALUE>
__device__ double store_pivot(const pivot_arguments &s, int32_t i, int32_t place,
                              const row_sums &sum)
{
   const int64_t of_color = (int64_t) s.color * s.n_places + place;
   VALUE        *stored = (VALUE *) s.store.dense + colors_shift_at(of_color, i);
   const double  pivot = sum.diagonal + (double) *stored - sum.products;
   const double  wanted = s.f.judge(i, pivot, sum.largest, true);
   const float   shift = wanted == 0.0 ? 0.0f : (float) (1.0 / wanted - sum.diagonal);
   const double  inverse = 1.0 / (sum.diagonal + (double) shift);
   const bool    skipped = wanted == 0.0 || !isfinite(inverse) || inverse == 0.0;
   *stored = (VALUE) (skipped ? 0.0f : shift);
   s.inv_diag[of_color] = skipped ? 0.0 : inverse;
   return skipped ? 0.0 : inverse;
}

template <class VALUE>
__global__ void __launch_bounds__(THREADS) find_pivots(__grid_constant__ const pivot_arguments s)
{
   const int64_t unit = ((int64_t) blockIdx.x * THREADS + threadIdx.x) / LANES;
   const int32_t first = (int32_t) unit * UNIT;
   double        mine[UNIT] = {};
#pragma unroll
   for (int q = 0; q < UNIT; q++)
   {
      const int32_t  i = row_at(s.store, s.colors, s.n_places, first + q, s.color);
      const row_sums sum = add_row(s, i, mine);
      double         inverse = 0.0;
      if (i >= 0 && threadIdx.x % LANES == 0)
      {
         inverse = store_pivot<VALUE>(s, i, first + q, sum);
      }
      mine[q] = __shfl_sync(WARP, inverse, 0, LANES);
   }
}

trisweep_status run(const pivot_arguments *s, bool floats, tsw_pivots *pivots, cudaStream_t stream)
{
   pivot_arguments of_color = *s;
   for (of_color.color = 0; of_color.color < s->colors.n; of_color.color++)
   {
      const unsigned blocks = tsw_blocks((int64_t) s->n_places / UNIT * LANES, THREADS);
      (floats ? find_pivots<float>
              : find_pivots<double>) <<<blocks, THREADS, 0, stream>>>(of_color);
      TSW_CUDA(cudaGetLastError());
   }
   return factor::tsw_factor_conclude(&s->f, stream, pivots);
}

} // namespace

trisweep_status colors_dilu(void *state, const tsw_packed *p, tsw_pivots *pivots, void *stream)
{
   colors_state   *c = (colors_state *) state;
   pivot_arguments s = {};
   tsw_pivots_restart(pivots);
   if (p->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   s.a = c->source;
   s.store = c->store;
   s.colors = c->colors;
   s.n_places = tsw_few_places(c->colors, c->store.n_rows);
   s.inv_diag = p->inv_diag;
   c->facts->shifts = 1;
   TSW_AT_END(tsw_factor_end) factor::progress f = {};
   TSW_TRY(factor::tsw_factor_begin(p, NULL, pivots, (cudaStream_t) stream, &f));
   s.f = f;
   return run(&s, c->floats, pivots, (cudaStream_t) stream);
}
