/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/cuda_call.h"
#include "base/message.h"
#include "kernels/cuda/device/residual.cuh"
#include "kernels/cuda/levels_sliced.cuh"
#include "kernels/cuda/triangles.h"

/* Both triangles in slices, without levels. */
template <class VALUE> struct sliced_block
{
   int32_t        n_slices;
   const int32_t *start; /* [n_slices + 1] place of the first row of each */
   slices_part    fresh;
   slices_part    stale;
   const VALUE   *fresh_val;
   const VALUE   *stale_val;
};

template <int LANES, class VALUE>
static __global__ void __launch_bounds__(LEVELS_WIDE_THREADS)
   sliced_rows(__grid_constant__ const tsw_residual q,
               __grid_constant__ const sliced_block<VALUE> s)
{
   const int     lane = (int) (threadIdx.x % LANES);
   const int32_t slice = (int32_t) ((blockIdx.x * LEVELS_WIDE_THREADS + threadIdx.x) / 32);
   if (slice >= s.n_slices)
   {
      return;
   }
   const levels::part<VALUE> stale = levels::part_of_slice(s.stale, s.stale_val, slice);
   levels::part<VALUE>       fresh = {};
   if (q.t)
   {
      fresh = levels::part_of_slice(s.fresh, s.fresh_val, slice);
   }
   const int32_t place = s.start[slice] + (int32_t) (threadIdx.x % 32 / LANES);
   const int32_t i = place < s.start[slice + 1] ? q.row[place] : -1;
   residual::find_row<LANES, LEVELS_DEPTH, 32>(q, i, place, fresh, stale, lane);
}

/* For one number of lanes. */
template <class VALUE> struct sliced_kernel
{
   int lanes;
   void (*of)(tsw_residual, sliced_block<VALUE>);
};

#define TABLE(value)                                                                            \
   {                                                                                            \
      { 1, sliced_rows<1, value> }, { 2, sliced_rows<2, value> }, { 4, sliced_rows<4, value> }, \
      {                                                                                         \
         8, sliced_rows<8, value>                                                               \
      }                                                                                         \
   }
static const sliced_kernel<double> double_kernels[] = TABLE(double);
static const sliced_kernel<float>  float_kernels[] = TABLE(float);

template <class VALUE>
static trisweep_status launch(const levels_slices *s, const sliced_kernel<VALUE> *kernels,
                              const tsw_residual &q, bool backward, cudaStream_t stream)
{
   const levels_part *fresh = &s->part[backward];
   const levels_part *stale = &s->part[!backward];
   int                k = 0;
   while (kernels[k].lanes < s->lanes)
   {
      k++;
   }
   const sliced_block<VALUE> block = { s->n_slices,
                                       s->start,
                                       { fresh->ptr, fresh->col },
                                       { stale->ptr, stale->col },
                                       (const VALUE *) fresh->val,
                                       (const VALUE *) stale->val };
   const unsigned            blocks = tsw_blocks(32 * (int64_t) s->n_slices, LEVELS_WIDE_THREADS);
   kernels[k].of<<<blocks, LEVELS_WIDE_THREADS, 0, stream>>>(q, block);
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

trisweep_status tsw_levels_slices_residual(const levels_slices *s, const tsw_residual *q,
                                           bool backward, cudaStream_t stream)
{
   return s->floats ? launch(s, float_kernels, *q, backward, stream)
                    : launch(s, double_kernels, *q, backward, stream);
}
