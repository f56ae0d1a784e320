/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "extensions/vectors.h"

#include "extensions/vector_kernels.h"
#include "hypre/base/device.h"
#include "hypre/base/device_call.h"

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
