/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* A run that cannot be measured is left out; no call fails for this reason. */
#include <cuda_runtime_api.h>

#include "base/timer.h"

static constexpr double SECONDS_A_MS = 1e-3;

/* Read the events of the last measured run, if both have passed. */
static void read_events(tsw_timer *t)
{
   float ms = 0.0f;
   if (t->pending && cudaEventQuery((cudaEvent_t) t->event[1]) == cudaSuccess)
   {
      t->pending = false;
      if (cudaEventElapsedTime(&ms, (cudaEvent_t) t->event[0], (cudaEvent_t) t->event[1]) ==
          cudaSuccess)
      {
         t->measured += SECONDS_A_MS * ms;
         t->n_measured++;
      }
   }
   (void) cudaGetLastError(); /* the next launch must not report cudaErrorNotReady */
}

static bool has_events(tsw_timer *t)
{
   for (void *&event : t->event)
   {
      if (!event && cudaEventCreate((cudaEvent_t *) &event) != cudaSuccess)
      {
         event = NULL;
         return false;
      }
   }
   return true;
}

void tsw_timer_begin_device(tsw_timer *t, void *stream)
{
   t->n_runs++;
   t->measuring = false;
   if (t->n_runs < 2 || (t->n_runs & (t->n_runs - 1)) != 0)
   {
      return; /* the first run is not measured, because CUDA loads the kernels in it */
   }
   cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
   if (cudaStreamIsCapturing((cudaStream_t) stream, &capture) != cudaSuccess ||
       capture != cudaStreamCaptureStatusNone)
   {
      return;
   }
   read_events(t);
   t->measuring = !t->pending && has_events(t) &&
                  cudaEventRecord((cudaEvent_t) t->event[0], (cudaStream_t) stream) == cudaSuccess;
}

void tsw_timer_end_device(tsw_timer *t, void *stream)
{
   if (t->measuring)
   {
      t->measuring = false;
      t->pending = cudaEventRecord((cudaEvent_t) t->event[1], (cudaStream_t) stream) == cudaSuccess;
   }
}

double tsw_timer_seconds_device(const tsw_timer *t)
{
   tsw_timer now = *t;
   read_events(&now);
   return tsw_timer_seconds(&now);
}

void tsw_timer_free_device(tsw_timer *t)
{
   for (void *&event : t->event)
   {
      if (event)
      {
         cudaEventDestroy((cudaEvent_t) event);
         event = NULL;
      }
   }
   t->pending = false;
}
