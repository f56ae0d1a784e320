/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/published/level_graph.h"

#include "base/cuda_call.h"
#include "base/memory_cuda.h"

namespace {

__global__ void store_arguments(tsw_zero *arguments, tsw_zero z)
{
   *arguments = z;
}

trisweep_status capture(const tsw_level_graph *g, const tsw_packed *p, tsw_level_launch launch,
                        bool backward, cudaStream_t stream, cudaGraphExec_t *pass)
{
   cudaGraph_t graph = NULL;
   TSW_CUDA(cudaStreamBeginCapture(stream, cudaStreamCaptureModeThreadLocal));
   const trisweep_status launched = launch(&g->triangles, p, backward, g->arguments, stream);
   const cudaError_t     ended = cudaStreamEndCapture(stream, &graph);
   TSW_TRY(launched);
   TSW_CUDA(ended);
   const cudaError_t made = cudaGraphInstantiate(pass, graph, 0);
   TSW_CUDA(cudaGraphDestroy(graph));
   return TSW_CUDA_STATUS(made);
}

trisweep_status capture_both(tsw_level_graph *g, const tsw_packed *p, tsw_level_launch launch)
{
   cudaStream_t    stream;
   trisweep_status status = TRISWEEP_OK;
   TSW_CUDA(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
   for (int backward = 0; backward < 2 && status == TRISWEEP_OK; backward++)
   {
      status = capture(g, p, launch, backward != 0, stream, &g->pass[backward]);
   }
   TSW_CUDA(cudaStreamDestroy(stream));
   return status;
}

} // namespace

trisweep_status tsw_level_graph_make(const tsw_packed *p, int needs, const tsw_analysis *analysis,
                                     tsw_level_launch launch, void *stream, tsw_memory *owner,
                                     tsw_level_graph *g)
{
   TSW_TRY(tsw_triangles_find(p, needs, analysis, stream, owner, &g->triangles));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &g->arguments, 1, "the arguments of a graph"));
   return capture_both(g, p, launch);
}

trisweep_status tsw_level_graph_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                     void *stream)
{
   const tsw_level_graph *g = (const tsw_level_graph *) state;
   const cudaStream_t     s = (cudaStream_t) stream;
   store_arguments<<<1, 1, 0, s>>>(g->arguments, tsw_pass_zero(p, pass));
   TSW_CUDA(cudaGetLastError());
   return TSW_CUDA_STATUS(cudaGraphLaunch(g->pass[pass->backward], s));
}

void tsw_level_graph_free(tsw_memory *owner, void *state)
{
   tsw_level_graph *g = (tsw_level_graph *) state;
   for (int backward = 0; backward < 2; backward++)
   {
      if (g->pass[backward])
      {
         cudaGraphExecDestroy(g->pass[backward]);
      }
   }
   tsw_memory_free_device(owner, &g->arguments);
   tsw_triangles_free(owner, &g->triangles);
}
