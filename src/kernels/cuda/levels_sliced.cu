/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/levels_sliced.cuh"

#include "base/cuda_call.h"
#include "base/message.h"
#include "kernels/cuda/triangles.h"

/* The kernels for one number of lanes, by kind of pass. */
template <class VALUE> struct sliced_kernels
{
   int lanes;
   void (*of[3])(levels_pass, slices_pass<VALUE>);
};

#define KERNELS(lanes, value)                                                                    \
   {                                                                                             \
      lanes,                                                                                     \
      {                                                                                          \
         levels_sliced<lanes, TSW_PASS_FULL, value>, levels_sliced<lanes, TSW_PASS_ZERO, value>, \
            levels_sliced<lanes, TSW_PASS_HALF, value>                                           \
      }                                                                                          \
   }
#define TABLE(value)                                                             \
   {                                                                             \
      KERNELS(1, value), KERNELS(2, value), KERNELS(4, value), KERNELS(8, value) \
   }
static const sliced_kernels<double> double_kernels[] = TABLE(double);
static const sliced_kernels<float>  float_kernels[] = TABLE(float);

template <class VALUE>
static trisweep_status launch(const levels_slices *s, const sliced_kernels<VALUE> *kernels,
                              const levels_pass *a, tsw_pass_kind kind, int32_t level,
                              const cudaLaunchConfig_t *config)
{
   const levels_part *fresh = &s->part[a->backward];
   const levels_part *stale = &s->part[!a->backward];
   cudaLaunchConfig_t c = *config;
   slices_pass<VALUE> pass;
   int                k = 0;
   pass.level = { s->first[level], s->first[level + 1] - s->first[level], s->place[level],
                  s->place[level + 1] };
   pass.fresh = { fresh->ptr, fresh->col };
   pass.stale = { stale->ptr, stale->col };
   pass.fresh_val = (const VALUE *) fresh->val;
   pass.stale_val = (const VALUE *) stale->val;
   while (kernels[k].lanes < s->lanes)
   {
      k++;
   }
   c.blockDim.x = LEVELS_WIDE_THREADS;
   c.gridDim.x = tsw_blocks(32 * (int64_t) pass.level.n_slices, LEVELS_WIDE_THREADS);
   TSW_CUDA(cudaLaunchKernelEx(&c, kernels[k].of[kind], *a, pass));
   return TRISWEEP_OK;
}

trisweep_status tsw_levels_slices_launch(const levels_slices *s, const levels_pass *a,
                                         tsw_pass_kind kind, int32_t level,
                                         const cudaLaunchConfig_t *config)
{
   return s->floats ? launch(s, float_kernels, a, kind, level, config)
                    : launch(s, double_kernels, a, kind, level, config);
}
