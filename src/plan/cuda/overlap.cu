/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "plan/cuda/overlap.h"

#include <mutex>
#include <vector>

#include "base/clock.h"
#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "plan/cuda/build.h"

namespace {

/* A stream beside the caller's, with events around the factorisation on that one. */
struct side_stream
{
   int          device;
   cudaStream_t stream;
   cudaEvent_t  begun;
   cudaEvent_t  ended;
};

/*
 * They are slow to get, and kept until the program ends. Of higher priority than the usual
 * stream: its short kernels go first where the factorisation leaves room.
 */
std::mutex               streams_lock;
std::vector<side_stream> free_streams;

cudaError_t open_stream(side_stream *l)
{
   int         least = 0;
   int         greatest = 0;
   cudaError_t error = cudaDeviceGetStreamPriorityRange(&least, &greatest);
   const int   higher = least > greatest ? least - 1 : least;
   error = error == cudaSuccess
              ? cudaStreamCreateWithPriority(&l->stream, cudaStreamNonBlocking, higher)
              : error;
   error = error == cudaSuccess ? cudaEventCreate(&l->begun) : error;
   return error == cudaSuccess ? cudaEventCreate(&l->ended) : error;
}

void close_stream(side_stream *l)
{
   if (l->stream)
   {
      cudaStreamDestroy(l->stream);
   }
   if (l->begun)
   {
      cudaEventDestroy(l->begun);
   }
}

trisweep_status take_stream(side_stream *l)
{
   *l = {};
   TSW_CUDA(cudaGetDevice(&l->device));
   {
      const std::lock_guard<std::mutex> guard(streams_lock);
      for (side_stream &free_one : free_streams)
      {
         if (free_one.device == l->device)
         {
            *l = free_one;
            free_one = free_streams.back();
            free_streams.pop_back();
            return TRISWEEP_OK;
         }
      }
   }
   const cudaError_t error = open_stream(l);
   if (error != cudaSuccess)
   {
      close_stream(l);
   }
   return TSW_CUDA_STATUS(error);
}

void give_stream(const side_stream *l)
{
   const std::lock_guard<std::mutex> guard(streams_lock);
   free_streams.push_back(*l);
}

struct job
{
   tsw_plan    *plan;
   tsw_memory  *owner;
   cudaStream_t stream; /* of the factorisation */
   side_stream  side;
   double       seconds;
};

/* What was put off; to be done again after a failure. */
trisweep_status plan_deferred(tsw_plan *plan, cudaStream_t stream, tsw_memory *owner)
{
   tsw_findings   *f = plan->deferred;
   trisweep_status status = TRISWEEP_OK;
   if (plan->schedule->needs == TSW_NEEDS_SWEEP_LEVELS)
   {
      status = tsw_findings_finish(&plan->packed, plan->schedule, stream, f);
   }
   if (status == TRISWEEP_OK)
   {
      status = tsw_plan_schedule_cuda(&f->levels, stream, owner, plan);
   }
   if (status == TRISWEEP_OK)
   {
      tsw_overlap_forget(plan);
      return TRISWEEP_OK;
   }
   plan->schedule->free(owner, &plan->state);
   tsw_memory_free_device(owner, &plan->work);
   return status;
}

/* The factorisation is queued. Memory comes and goes with that stream meanwhile. */
trisweep_status work_meanwhile(void *data)
{
   job         *j = (job *) data;
   const double start = tsw_clock_now();
   TSW_CUDA(cudaEventRecord(j->side.ended, j->stream));
   TSW_CUDA(cudaStreamWaitEvent(j->side.stream, j->side.begun, 0));
   tsw_memory_use_stream(j->side.stream);
   const trisweep_status status = plan_deferred(j->plan, j->side.stream, j->owner);
   tsw_memory_use_stream(j->stream);
   j->seconds = tsw_clock_now() - start;
   return status;
}

/* What was waited for is what both took beyond the factorisation on its stream. */
trisweep_status measure(const job *j, double together)
{
   float            ms = 0.0f;
   tsw_plan_overlap *b = &j->plan->overlap;
   TSW_CUDA(cudaEventElapsedTime(&ms, j->side.begun, j->side.ended));
   const double beyond = together - 1e-3 * ms;
   b->seconds = j->seconds;
   b->waited = beyond < 0.0 ? 0.0 : beyond < j->seconds ? beyond : j->seconds;
   return TRISWEEP_OK;
}

trisweep_status factorise_with(const tsw_ilu_source *from, tsw_pivots *pivots, job *j)
{
   const tsw_meanwhile meanwhile = { work_meanwhile, j };
   const double        start = tsw_clock_now();
   TSW_CUDA(cudaEventRecord(j->side.begun, j->stream));
   TSW_TRY(tsw_device_ilu_factorise(from, j->plan->order, &j->plan->packed, pivots, &meanwhile,
                                    j->stream));
   return measure(j, tsw_clock_now() - start);
}

} // namespace

trisweep_status tsw_overlap_defer(tsw_plan *plan, tsw_findings *f)
{
   TSW_TRY(tsw_memory_alloc(NULL, &plan->deferred, 1, sizeof *f, "the findings"));
   *plan->deferred = *f;
   *f = {};
   return TRISWEEP_OK;
}

trisweep_status tsw_overlap_factorise(const tsw_ilu_source *from, tsw_plan *plan,
                                      tsw_pivots *pivots, void *stream, tsw_memory *owner)
{
   job j = {};
   plan->overlap = {};
   if (!plan->deferred)
   {
      return tsw_device_ilu_factorise(from, plan->order, &plan->packed, pivots, NULL, stream);
   }
   j.plan = plan;
   j.owner = owner;
   j.stream = (cudaStream_t) stream;
   TSW_TRY(take_stream(&j.side));
   const trisweep_status status = factorise_with(from, pivots, &j);
   give_stream(&j.side);
   return status;
}

void tsw_overlap_forget(tsw_plan *plan)
{
   if (plan->deferred)
   {
      tsw_findings_free(plan->deferred);
      tsw_memory_free(NULL, &plan->deferred);
   }
}
