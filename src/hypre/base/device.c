/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "hypre/base/device.h"

#include <stdio.h>

#include "hypre/base/device_call.h"
#include "hypre/base/device_kernels.h"
#include "hypre/base/notice.h"

static cudaStream_t side_stream;
static cudaEvent_t  forked; /* tsw_device_fork and tsw_device_join record this event */

/* Queried once: the devices of a process do not change. */
const char *tsw_device_obstacle(void)
{
   static bool        queried = false;
   static const char *obstacle;
   static char        text[512];
   int                n_devices;
   if (!queried)
   {
      queried = true;
      if (trisweep_device_query(&n_devices, text, sizeof text) != TRISWEEP_OK)
      {
         snprintf(text, sizeof text, "%s", tsw_without_prefix(trisweep_message()));
         obstacle = text;
      }
      else if (n_devices == 0)
      {
         obstacle = "this process finds no CUDA device; check nvidia-smi and "
                    "CUDA_VISIBLE_DEVICES";
      }
   }
   return obstacle;
}

void *tsw_device_stream(void)
{
   return TSW_HYPRE_COMPUTE_STREAM(hypre_HandleDeviceData(hypre_handle()));
}

bool tsw_cuda_fails(cudaError_t error)
{
   if (error != cudaSuccess)
   {
      (void) cudaGetLastError();
   }
   return error != cudaSuccess;
}

bool tsw_cuda_check(cudaError_t error, const char *what)
{
   if (error != cudaSuccess)
   {
      tsw_notice("rank %d: %s failed: %s", tsw_world_rank(), what, cudaGetErrorString(error));
   }
   return error == cudaSuccess;
}

/* CUDA's error text, or NULL. Clears CUDA's last error. */
static const char *fault_of(cudaError_t error)
{
   return tsw_cuda_fails(error) ? cudaGetErrorString(error) : NULL;
}

static cudaError_t make_side_stream(void)
{
   int         least, greatest;
   cudaError_t error = cudaDeviceGetStreamPriorityRange(&least, &greatest);
   error = error || forked ? error : cudaEventCreateWithFlags(&forked, cudaEventDisableTiming);
   return error ? error : cudaStreamCreateWithPriority(&side_stream, cudaStreamNonBlocking, least);
}

void *tsw_device_side_stream(void)
{
   return side_stream;
}

/* The side stream is non-blocking: no implicit order with the default stream. */
const char *tsw_device_fork(int *device)
{
   cudaError_t error = side_stream ? cudaSuccess : make_side_stream();
   error = error ? error : cudaGetDevice(device);
   error = error ? error : cudaEventRecord(forked, tsw_device_stream());
   error = error ? error : cudaStreamWaitEvent(side_stream, forked, 0);
   return fault_of(error);
}

void tsw_device_join(void)
{
   cudaError_t error = cudaEventRecord(forked, side_stream);
   error = error ? error : cudaStreamWaitEvent(tsw_device_stream(), forked, 0);
   if (error)
   {
      tsw_notice("rank %d: hypre's stream cannot wait for the analysis: %s", tsw_world_rank(),
                 fault_of(error));
      tsw_raise("hypre's stream cannot wait for the stream of trisweep");
   }
}

const char *tsw_device_set(int device)
{
   return fault_of(cudaSetDevice(device));
}

bool tsw_device_multiply(hypre_CSRMatrix *a, double alpha, const double *x, double beta,
                         const double *z, double *y)
{
   const tsw_device_csr m = tsw_csr_of(a);
   return tsw_cuda_check(tsw_multiply(&m, alpha, x, beta, z, y, tsw_device_stream()),
                         "a matrix-vector product");
}

/*
 * Poll for the result, which the kernel stores before CUDA notices the end of the kernel. False if
 * the stream has ended or failed without a result.
 */
static bool wait_for(const tsw_inner_result *result)
{
   static const uint32_t POLLS_PER_QUERY = 1024; /* polls between two queries of the stream */
   cudaError_t           error = cudaErrorNotReady;
   uint32_t              n = 0;
   while (!__atomic_load_n(&result->is_done, __ATOMIC_ACQUIRE) && error == cudaErrorNotReady)
   {
      error = ++n % POLLS_PER_QUERY == 0 ? cudaStreamQuery(tsw_device_stream()) : cudaErrorNotReady;
   }
   return __atomic_load_n(&result->is_done, __ATOMIC_ACQUIRE);
}

tsw_inner_result *tsw_device_inner_begin(void)
{
   static tsw_inner_result *result; /* pinned; freed with the process */
   if (!result &&
       tsw_cuda_fails(cudaHostAlloc((void **) &result, sizeof *result, cudaHostAllocPortable)))
   {
      result = NULL;
      return NULL;
   }
   result->is_done = 0;
   return result;
}

bool tsw_device_inner_end(const tsw_inner_result *result, double *product)
{
   const bool is_done = wait_for(result);
   *product = is_done ? result->product : *product;
   return is_done;
}

bool tsw_device_inner_product(const double *x, const double *y, int64_t n, double *product)
{
   tsw_inner_result *result = tsw_device_inner_begin();
   return result && tsw_inner_product(x, y, n, result, tsw_device_stream()) == cudaSuccess &&
          tsw_device_inner_end(result, product);
}

/* Capture in this thread only: other threads may call functions that a capture prohibits. */
bool tsw_device_capture_begin(void)
{
   const bool begun =
      cudaStreamBeginCapture(tsw_device_stream(), cudaStreamCaptureModeThreadLocal) == cudaSuccess;
   (void) cudaGetLastError();
   return begun;
}

void *tsw_device_capture_end(void)
{
   cudaGraph_t     graph = NULL;
   cudaGraphExec_t exec = NULL;
   const bool good = cudaStreamEndCapture(tsw_device_stream(), &graph) == cudaSuccess && graph &&
                     cudaGraphInstantiate(&exec, graph, 0) == cudaSuccess &&
                     cudaGraphUpload(exec, tsw_device_stream()) == cudaSuccess;
   if (!good && exec)
   {
      cudaGraphExecDestroy(exec);
      exec = NULL;
   }
   if (graph)
   {
      cudaGraphDestroy(graph);
   }
   (void) cudaGetLastError();
   return exec;
}

bool tsw_device_graph_launch(void *graph)
{
   return tsw_cuda_check(cudaGraphLaunch(graph, tsw_device_stream()),
                         "the launch of a recorded cycle");
}

void tsw_device_graph_free(void **graph)
{
   if (*graph)
   {
      cudaGraphExecDestroy(*graph);
      *graph = NULL;
   }
}

void *tsw_device_event_record(void *stream)
{
   cudaEvent_t event;
   if (cudaEventCreate(&event) != cudaSuccess)
   {
      return NULL;
   }
   if (cudaEventRecord(event, stream) != cudaSuccess)
   {
      cudaEventDestroy(event);
      return NULL;
   }
   return event;
}

bool tsw_device_event_seconds(void *origin, void *event, double *seconds)
{
   float ms;
   if (!origin || !event || cudaEventSynchronize(event) != cudaSuccess ||
       cudaEventElapsedTime(&ms, origin, event) != cudaSuccess)
   {
      return false;
   }
   *seconds = 1e-3 * (double) ms;
   return true;
}

void tsw_device_event_free(void **event)
{
   if (*event)
   {
      cudaEventDestroy(*event);
      *event = NULL;
   }
}

double tsw_device_free_bytes(void)
{
   size_t free_bytes = 0, total = 0;
   return cudaMemGetInfo(&free_bytes, &total) == cudaSuccess ? (double) free_bytes : 0.0;
}
