/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * The trial of tune=measure. There are no values yet: all entries are 1 and all
 * vectors 0, so that every product and every wait takes place and nothing can
 * overflow.
 */
#include "plan/cuda/trial.h"

#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"

namespace
{

constexpr int BLOCK = 256;
constexpr int SWEEPS = 3; /* with each plan that are timed; one goes before them */

__global__ void __launch_bounds__(BLOCK) fill_ones(double *x, int64_t n)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n)
   {
      x[i] = 1.0;
   }
}

struct trial
{
   trisweep_csr with_ones; /* the block */
   double      *ones;
   double      *b;
   double      *x;
   cudaEvent_t  begin;
   cudaEvent_t  end;
};

trisweep_status open_trial(const trisweep_csr *a, cudaStream_t stream, trial *t)
{
   const size_t   bytes = (size_t) a->n_rows * sizeof(double);
   const unsigned n_blocks = (unsigned) ((a->nnz + BLOCK - 1) / BLOCK);
   TSW_TRY(tsw_memory_alloc_device(NULL, &t->ones, a->nnz, sizeof(double), "values of a trial"));
   TSW_TRY(tsw_memory_alloc_device(NULL, &t->b, a->n_rows, sizeof(double), "b of a trial"));
   TSW_TRY(tsw_memory_alloc_device(NULL, &t->x, a->n_rows, sizeof(double), "x of a trial"));
   TSW_CUDA(cudaMemsetAsync(t->b, 0, bytes, stream));
   TSW_CUDA(cudaMemsetAsync(t->x, 0, bytes, stream));
   if (n_blocks > 0)
   {
      fill_ones<<<n_blocks, BLOCK, 0, stream>>>(t->ones, a->nnz);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_CUDA(cudaEventCreate(&t->begin));
   TSW_CUDA(cudaEventCreate(&t->end));
   t->with_ones = *a;
   t->with_ones.val = t->ones;
   return TRISWEEP_OK;
}

void close_trial(trial *t)
{
   tsw_memory_free_device(NULL, &t->ones);
   tsw_memory_free_device(NULL, &t->b);
   tsw_memory_free_device(NULL, &t->x);
   if (t->begin)
   {
      cudaEventDestroy(t->begin);
   }
   if (t->end)
   {
      cudaEventDestroy(t->end);
   }
}

/* One forward sweep, in seconds. */
trisweep_status time_sweep(const trial *t, const tsw_plan *plan, cudaStream_t stream,
                           double *seconds)
{
   tsw_pass pass = {};
   float    ms;
   pass.kind = TSW_PASS_FULL;
   pass.inv_scale = plan->packed.inv_diag;
   pass.relax_weight = 1.0;
   pass.omega = 1.0;
   pass.b = t->b;
   pass.x = t->x;
   TSW_CUDA(cudaEventRecord(t->begin, stream));
   TSW_TRY(tsw_plan_pass(plan, &pass, stream));
   TSW_CUDA(cudaEventRecord(t->end, stream));
   TSW_CUDA(cudaEventSynchronize(t->end));
   TSW_CUDA(cudaEventElapsedTime(&ms, t->begin, t->end));
   *seconds = 1e-3 * ms;
   return plan->backend->report(&plan->packed, stream);
}

trisweep_status build_rival(const trisweep_csr *a, const tsw_options *options, void *stream,
                            tsw_memory *owner, const tsw_plan *plan, tsw_plan *rival)
{
   tsw_options own = *options;
   strcpy(own.value[TSW_OPTION_schedule], plan->choice.rival);
   strcpy(own.value[TSW_OPTION_ordering], plan->choice.ordering);
   rival->backend = plan->backend;
   rival->use = plan->use;
   return plan->backend->build(a, &own, NULL, stream, owner, rival);
}

/* In turn, and the fastest of each, because the setup may keep the device busy beside them. */
trisweep_status compare(const trisweep_csr *a, cudaStream_t stream, tsw_memory *owner,
                        tsw_plan *plan, tsw_plan *rival, trial *t)
{
   tsw_plan *plans[2] = { plan, rival };
   double    least[2] = { 0.0, 0.0 };
   TSW_TRY(open_trial(a, stream, t));
   TSW_TRY(tsw_plan_load(plan, &t->with_ones, NULL, stream, owner));
   TSW_TRY(tsw_plan_load(rival, &t->with_ones, NULL, stream, owner));
   for (int k = 0; k <= SWEEPS; k++)
   {
      for (int i = 0; i < 2; i++)
      {
         double seconds;
         TSW_TRY(time_sweep(t, plans[i], stream, &seconds));
         least[i] = k <= 1 || seconds < least[i] ? seconds : least[i];
      }
   }
   for (int i = 0; i < 2; i++)
   {
      plans[i]->choice.by = "trial";
      plans[i]->choice.measured = least[i];
   }
   return TRISWEEP_OK;
}

} // namespace

trisweep_status tsw_trial_run(const trisweep_csr *a, const tsw_options *options, void *stream,
                              tsw_memory *owner, tsw_plan *plan)
{
   if (!plan->choice.rival)
   {
      return TRISWEEP_OK;
   }
   tsw_plan        rival = {};
   trial           t = {};
   trisweep_status status = build_rival(a, options, stream, owner, plan, &rival);
   if (status == TRISWEEP_OK)
   {
      status = compare(a, (cudaStream_t) stream, owner, plan, &rival, &t);
   }
   close_trial(&t);
   if (status == TRISWEEP_OK && rival.choice.measured < plan->choice.measured)
   {
      const tsw_plan slower = *plan;
      *plan = rival;
      rival = slower;
   }
   tsw_plan_free(owner, &rival);
   plan->choice.rival = NULL;
   return status == TRISWEEP_MEMORY || status == TRISWEEP_UNSUPPORTED ? TRISWEEP_OK : status;
}
