/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/* The default stream and blocking streams wait for one another; the others need events. */
#include "base/last_use.h"

#include "base/cuda_call.h"
#include "base/memory_cuda.h"

static trisweep_status is_blocking(cudaStream_t stream, bool *blocking)
{
   unsigned flags = cudaStreamDefault;
   if (stream)
   {
      TSW_CUDA(cudaStreamGetFlags(stream, &flags));
   }
   *blocking = (flags & cudaStreamNonBlocking) == 0;
   return TRISWEEP_OK;
}

trisweep_status tsw_last_use_mark(tsw_last_use *use, void *stream)
{
   cudaStreamCaptureStatus capture = cudaStreamCaptureStatusNone;
   bool                    blocking;
   TSW_CUDA(cudaStreamIsCapturing((cudaStream_t) stream, &capture));
   if (capture != cudaStreamCaptureStatusNone)
   {
      return TRISWEEP_OK; /* the caller orders launches of the graph (trisweep.h) */
   }
   TSW_TRY(is_blocking((cudaStream_t) stream, &blocking));
   if (blocking)
   {
      use->blocking = true;
      return TRISWEEP_OK;
   }
   if (!use->event)
   {
      TSW_CUDA(cudaEventCreateWithFlags((cudaEvent_t *) &use->event, cudaEventDisableTiming));
   }
   return TSW_CUDA_STATUS(cudaEventRecord((cudaEvent_t) use->event, (cudaStream_t) stream));
}

/* Let a non-blocking stream wait for the queued work of blocking streams. */
static trisweep_status wait_for_blocking(cudaStream_t stream)
{
   cudaEvent_t event;
   TSW_CUDA(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
   trisweep_status status = TSW_CUDA_STATUS(cudaEventRecord(event, cudaStreamLegacy));
   status = status ? status : TSW_CUDA_STATUS(cudaStreamWaitEvent(stream, event, 0));
   cudaEventDestroy(event); /* CUDA releases the event after its completion */
   return status;
}

trisweep_status tsw_last_use_order(tsw_last_use *use)
{
   const cudaStream_t stream = (cudaStream_t) tsw_memory_stream();
   const tsw_last_use before = *use;
   trisweep_status    status = TRISWEEP_OK;
   bool               blocking = true;
   *use = {};
   if (before.event)
   {
      status = TSW_CUDA_STATUS(cudaStreamWaitEvent(stream, (cudaEvent_t) before.event, 0));
      cudaEventDestroy((cudaEvent_t) before.event);
   }
   if (status == TRISWEEP_OK && before.blocking)
   {
      status = is_blocking(stream, &blocking);
   }
   return status == TRISWEEP_OK && !blocking ? wait_for_blocking(stream) : status;
}
