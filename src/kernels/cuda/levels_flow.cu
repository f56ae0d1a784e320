/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/levels_flow.h"

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/levels_flow.cuh"
#include "kernels/cuda/levels_prepare.cuh"
#include "kernels/cuda/triangles.h"
#include "kernels/levels_way.h"

static constexpr int64_t LEVELS_AT_A_TIME = 4; /* that the warps share out among them */

/* Rows that are longer than this times the mean have entries that no lane fetches ahead. */
static constexpr double LONG_ROW = 1.2;

typedef void (*flow_kernel)(flow_pass);
typedef void (*prepare_kernel)(levels_pass, int32_t, double *, double *);

/* The kernels for one number of lanes, by kind of pass. */
struct flow_kernels
{
   int            lanes;
   flow_kernel    cluster[3];
   flow_kernel    device[3];
   prepare_kernel prepare;
};

#define BY_KIND(lanes, cluster)                          \
   {                                                     \
      levels_flow_run<lanes, TSW_PASS_FULL, cluster>,    \
         levels_flow_run<lanes, TSW_PASS_ZERO, cluster>, \
         levels_flow_run<lanes, TSW_PASS_HALF, cluster>  \
   }
#define KERNELS(lanes)                                                          \
   {                                                                            \
      lanes, BY_KIND(lanes, true), BY_KIND(lanes, false), levels_prepare<lanes> \
   }
static const flow_kernels kernels[] = { KERNELS(4), KERNELS(8), KERNELS(16), KERNELS(32) };

static const flow_kernels &kernels_of(int lanes)
{
   int k = 0;
   while (kernels[k].lanes < lanes)
   {
      k++;
   }
   return kernels[k];
}

/* 4 to 32 lanes for rows of a mean length, so that each has this many entries or fewer. */
static int lanes_for(double length, int entries)
{
   int lanes = 4;
   while (lanes < 32 && entries * lanes < length)
   {
      lanes *= 2;
   }
   return lanes;
}

static size_t bytes_needed(const levels_flow *flow, int64_t n_x, int64_t n_levels)
{
   flow::block_memory r;
   return flow::lay_out(&r, NULL, (size_t) n_x, (size_t) n_levels, FLOW_THREADS,
                        (size_t) (FLOW_THREADS / flow->lanes), (size_t) flow->ahead);
}

static void set_cluster(int blocks, cudaLaunchAttribute *attribute)
{
   attribute->id = cudaLaunchAttributeClusterDimension;
   attribute->val.clusterDim.x = (unsigned) blocks;
   attribute->val.clusterDim.y = 1;
   attribute->val.clusterDim.z = 1;
}

/* Can the device hold a cluster of so many blocks? */
static bool cluster_fits(const levels_flow *flow)
{
   cudaLaunchAttribute attribute = {};
   cudaLaunchConfig_t  config = {};
   int                 n_clusters = 0;
   set_cluster(flow->blocks, &attribute);
   config.gridDim.x = (unsigned) flow->blocks;
   config.blockDim.x = FLOW_THREADS;
   config.dynamicSmemBytes = flow->bytes;
   config.attrs = &attribute;
   config.numAttrs = 1;
   const bool fits =
      cudaOccupancyMaxActiveClusters(&n_clusters, kernels_of(flow->lanes).cluster[TSW_PASS_FULL],
                                     &config) == cudaSuccess &&
      n_clusters > 0;
   (void) cudaGetLastError(); /* what does not fit is no failure */
   return fits;
}

static trisweep_status allow_shared(const flow_kernels &k, int most_bytes)
{
   for (int kind = 0; kind < 3; kind++)
   {
      TSW_CUDA(cudaFuncSetAttribute(k.cluster[kind], cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    most_bytes));
      TSW_CUDA(cudaFuncSetAttribute(k.device[kind], cudaFuncAttributeMaxDynamicSharedMemorySize,
                                    most_bytes));
      TSW_CUDA(
         cudaFuncSetAttribute(k.cluster[kind], cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
   }
   return TRISWEEP_OK;
}

/* As many blocks as a cluster can have; none if x does not fit or is better off elsewhere. */
static void find_cluster(int64_t n_rows, int64_t n_levels, int most_bytes, levels_flow *flow)
{
   flow->ahead = 2 * FLOW_CHUNK;
   flow->bytes = bytes_needed(flow, n_rows, n_levels);
   flow->blocks = n_rows <= TSW_LEVELS_CLUSTER_ROWS && flow->bytes <= (size_t) most_bytes
                     ? FLOW_MOST_BLOCKS
                     : 0;
   while (flow->blocks > 0 && !cluster_fits(flow))
   {
      flow->blocks /= 2;
   }
}

/* Warps for a few levels at a time on all processors; none if the levels do not fit beside them. */
static trisweep_status find_grid(int64_t n_rows, int64_t n_levels, double mean, int device,
                                 levels_flow *flow)
{
   int most = INT32_MAX;
   int processors;
   TSW_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
   flow->ahead = (flow->lanes * FLOW_CHUNK < LONG_ROW * mean ? 2 : 1) * FLOW_CHUNK;
   flow->bytes = bytes_needed(flow, 0, n_levels);
   for (const flow_kernel kernel : kernels_of(flow->lanes).device)
   {
      int each;
      TSW_CUDA(
         cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, FLOW_THREADS, flow->bytes));
      most = each < most ? each : most;
   }
   const int64_t groups = n_rows * flow->lanes / 32 / n_levels + 1;
   const int64_t warps = (int64_t) processors * (FLOW_THREADS / 32);
   const int64_t wanted = (LEVELS_AT_A_TIME * groups + warps - 1) / warps;
   flow->blocks = processors * (int) (wanted < most ? wanted : most);
   return TRISWEEP_OK;
}

static trisweep_status alloc_vectors(int64_t n_rows, bool cluster, cudaStream_t stream,
                                     tsw_memory *owner, levels_flow *flow)
{
   TSW_TRY(
      tsw_memory_alloc_device(owner, &flow->right, n_rows, sizeof(double), "right-hand sides"));
   TSW_TRY(tsw_memory_alloc_device(owner, &flow->stale, n_rows, sizeof(double), "old values"));
   if (!cluster)
   {
      TSW_TRY(tsw_memory_alloc_device(owner, &flow->fresh, n_rows, sizeof(double), "new values"));
      TSW_CUDA(cudaMemsetAsync(flow->fresh, 0xff, (size_t) n_rows * sizeof(double), stream));
   }
   return TRISWEEP_OK;
}

trisweep_status levels_flow_plan(const tsw_packed *p, int64_t n_levels, cudaStream_t stream,
                                 tsw_memory *owner, levels_flow *flow)
{
   const int64_t n_rows = p->n_rows;
   const double  mean = 0.5 * (double) (p->n_entries[0] + p->n_entries[1]) / (double) n_rows;
   int           device;
   int           most_bytes;
   if (tsw_levels_by_launches(n_rows, tsw_packed_nnz(p), n_levels))
   {
      return TRISWEEP_OK;
   }
   TSW_CUDA(cudaGetDevice(&device));
   TSW_CUDA(cudaDeviceGetAttribute(&most_bytes, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
   flow->lanes = lanes_for(mean, FLOW_CHUNK);
   flow->prepare_lanes = lanes_for(mean, LEVELS_DEPTH);
   TSW_TRY(allow_shared(kernels_of(flow->lanes), most_bytes));
   find_cluster(n_rows, n_levels, most_bytes, flow);
   const bool cluster = flow->blocks > 0;
   if (!cluster)
   {
      TSW_TRY(find_grid(n_rows, n_levels, mean, device, flow));
   }
   return flow->blocks > 0 ? alloc_vectors(n_rows, cluster, stream, owner, flow) : TRISWEEP_OK;
}

static flow_pass describe(const levels_flow *flow, const tsw_packed *p, const levels_pass *a,
                          tsw_pass_kind kind)
{
   flow_pass f = {};
   f.a = *a;
   f.n_rows = (int32_t) p->n_rows;
   f.ahead = flow->ahead;
   f.right = kind == TSW_PASS_FULL ? flow->right : kind == TSW_PASS_HALF ? a->t : a->b;
   f.stale = flow->stale;
   f.fresh = flow->fresh;
   f.wait = tsw_pass_wait(p);
   return f;
}

/* In a cluster, which may begin before prepare has ended, or cooperative on the whole device. */
static trisweep_status launch(const levels_flow *flow, const flow_pass &f, tsw_pass_kind kind,
                              cudaStream_t stream)
{
   const flow_kernels &k = kernels_of(flow->lanes);
   cudaLaunchAttribute attribute[2] = {};
   cudaLaunchConfig_t  config = {};
   config.gridDim.x = (unsigned) flow->blocks;
   config.blockDim.x = FLOW_THREADS;
   config.dynamicSmemBytes = flow->bytes;
   config.stream = stream;
   config.attrs = attribute;
   config.numAttrs = 1;
   if (flow->fresh)
   {
      attribute[0].id = cudaLaunchAttributeCooperative;
      attribute[0].val.cooperative = 1;
      TSW_CUDA(cudaLaunchKernelEx(&config, k.device[kind], f));
      return TRISWEEP_OK;
   }
   set_cluster(flow->blocks, &attribute[0]);
   attribute[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
   attribute[1].val.programmaticStreamSerializationAllowed = 1;
   config.numAttrs = kind == TSW_PASS_FULL ? 2 : 1;
   TSW_CUDA(cudaLaunchKernelEx(&config, k.cluster[kind], f));
   return TRISWEEP_OK;
}

trisweep_status levels_flow_pass(const levels_flow *flow, const tsw_packed *p, const levels_pass *a,
                                 tsw_pass_kind kind, cudaStream_t stream)
{
   const int32_t n = (int32_t) p->n_rows;
   if (kind == TSW_PASS_FULL)
   {
      const unsigned blocks = tsw_blocks(p->n_rows * flow->prepare_lanes, PREPARE_THREADS);
      kernels_of(flow->prepare_lanes)
         .prepare<<<blocks, PREPARE_THREADS, 0, stream>>>(*a, n, flow->right, flow->stale);
      TSW_CUDA(cudaGetLastError());
   }
   TSW_TRY(launch(flow, describe(flow, p, a, kind), kind, stream));
   if (flow->fresh)
   {
      TSW_CUDA(tsw_launch(true, tsw_move_values, tsw_blocks(n, TSW_MOVE), TSW_MOVE, stream,
                          flow->fresh, a->x, (int64_t) n));
   }
   return TRISWEEP_OK;
}

void levels_flow_free(tsw_memory *owner, levels_flow *flow)
{
   tsw_memory_free_device(owner, &flow->right);
   tsw_memory_free_device(owner, &flow->stale);
   tsw_memory_free_device(owner, &flow->fresh);
}
