/* SPDX-License-Identifier: Apache-2.0 OR MIT */
/*
 * levels: level sets of the sweep graph, whole sweeps in place: a row reads the
 * new values of the rows before it and still the old ones of the rows behind,
 * so that a pass over both triangles reads the block once (ours). For orderings
 * with few levels, such as colours, and as the plain yardstick for the others.
 *
 * Rows are packed level by level; 2 to 32 lanes a row, by its mean length. Wide
 * levels get a launch each. Otherwise one launch does them all, with a barrier
 * after each level among the threads of one block, of a cluster of 16, or of
 * the device; what a row needs beside x is fetched before the barrier.
 *
 * Needs: levels of the sweep graph, rows in level order. Extra bytes: 4 a level.
 * Deterministic: fixed order of additions. Capturable.
 * Progress: nobody polls; blocks that share a barrier are resident together
 * because the launch is cooperative or a cluster.
 * Limits: clusters need compute capability 9.0; before that narrow levels of up
 * to 16 blocks take the barrier of the device.
 */
#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "base/message.h"
#include "kernels/cuda/levels.cuh"
#include "kernels/registry.h"

/* A level of at least this many bytes a launch reads for longer than the launch takes. */
static constexpr int64_t WIDE_BYTES = 4 << 20;

struct levels_state
{
   int32_t  n_levels;
   int32_t *host_ptr; /* [n_levels + 1] where each level starts */
   int32_t *ptr;      /* device, the same */
   int32_t  lanes[2]; /* of a row, in passes over one triangle and over both */
   int32_t  widest;   /* rows */
   bool     wide;     /* a launch a level */
   int32_t  most_blocks; /* that are resident together on the device */
};

typedef void (*levels_kernel)(levels_pass, int32_t, int32_t);

template <tsw_pass_kind KIND>
static levels_kernel kernel_of_kind(int lanes)
{
   switch (lanes)
   {
      case 2:
         return levels_run<2, KIND>;
      case 4:
         return levels_run<4, KIND>;
      case 8:
         return levels_run<8, KIND>;
      case 16:
         return levels_run<16, KIND>;
      default:
         return levels_run<32, KIND>;
   }
}

static levels_kernel kernel_of(tsw_pass_kind kind, int lanes)
{
   switch (kind)
   {
      case TSW_PASS_FULL:
         return kernel_of_kind<TSW_PASS_FULL>(lanes);
      case TSW_PASS_ZERO:
         return kernel_of_kind<TSW_PASS_ZERO>(lanes);
      default:
         return kernel_of_kind<TSW_PASS_HALF>(lanes);
   }
}

/* Lanes for rows of a mean length: each lane has two entries to fetch at once. */
static int lanes_for(double length)
{
   int lanes = 2;
   while (lanes < 32 && 2 * lanes < length)
   {
      lanes *= 2;
   }
   return lanes;
}

static trisweep_status read_length(const tsw_triangle *t, int64_t n_rows, cudaStream_t stream,
                                   int32_t *nnz)
{
   TSW_CUDA(cudaMemcpyAsync(nnz, t->row_ptr + n_rows, sizeof *nnz, cudaMemcpyDeviceToHost,
                            stream));
   TSW_CUDA(cudaStreamSynchronize(stream));
   return TRISWEEP_OK;
}

/* How many blocks of the largest kernel the device holds, for the barrier among them. */
static trisweep_status count_blocks(levels_state *s)
{
   int device;
   int processors;
   s->most_blocks = INT32_MAX;
   TSW_CUDA(cudaGetDevice(&device));
   TSW_CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
   for (int k = 0; k < 3; k++)
   {
      int                 blocks;
      const tsw_pass_kind kind = (tsw_pass_kind) k;
      TSW_CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(
         &blocks, kernel_of(kind, s->lanes[kind == TSW_PASS_FULL]), LEVELS_BLOCK, 0));
      s->most_blocks = blocks * processors < s->most_blocks ? blocks * processors : s->most_blocks;
   }
   return TRISWEEP_OK;
}

static trisweep_status copy_levels(const tsw_graph_levels *levels, cudaStream_t stream,
                                   tsw_memory *owner, levels_state *s)
{
   const size_t bytes = ((size_t) levels->n_levels + 1) * sizeof(int32_t);
   s->n_levels = (int32_t) levels->n_levels;
   TSW_TRY(tsw_memory_alloc(owner, &s->host_ptr, levels->n_levels + 1, sizeof(int32_t),
                            "the levels"));
   TSW_TRY(tsw_memory_alloc_device(owner, &s->ptr, levels->n_levels + 1, sizeof(int32_t),
                                   "the levels"));
   memcpy(s->host_ptr, levels->host_level_ptr, bytes);
   TSW_CUDA(cudaMemcpyAsync(s->ptr, levels->level_ptr, bytes, cudaMemcpyDeviceToDevice, stream));
   for (int32_t l = 0; l < s->n_levels; l++)
   {
      const int32_t rows = s->host_ptr[l + 1] - s->host_ptr[l];
      s->widest = rows > s->widest ? rows : s->widest;
   }
   return TRISWEEP_OK;
}

static trisweep_status levels_plan(const tsw_packed *p, const tsw_analysis *analysis,
                                   int n_threads, void *stream, tsw_memory *owner, void **state)
{
   (void) n_threads;
   cudaStream_t  queue = (cudaStream_t) stream;
   levels_state *s;
   int32_t       nnz[2];
   TSW_TRY(tsw_memory_alloc(owner, &s, 1, sizeof *s, "the schedule"));
   memset(s, 0, sizeof *s);
   *state = s;
   TSW_TRY(copy_levels(analysis->device_levels, queue, owner, s));
   TSW_TRY(read_length(&p->lower, p->n_rows, queue, &nnz[0]));
   TSW_TRY(read_length(&p->upper, p->n_rows, queue, &nnz[1]));
   const double both = (double) nnz[0] + nnz[1];
   s->lanes[0] = lanes_for(0.5 * both / (double) p->n_rows);
   s->lanes[1] = lanes_for(both / (double) p->n_rows);
   s->wide = 12.0 * both / s->n_levels >= WIDE_BYTES;
   return count_blocks(s);
}

static levels_pass describe(const levels_state *s, const tsw_packed *p, const tsw_pass *pass)
{
   const tsw_triangle *fresh = pass->backward ? &p->upper : &p->lower;
   const tsw_triangle *stale = pass->backward ? &p->lower : &p->upper;
   levels_pass         a = {};
   a.n_levels = s->n_levels;
   a.backward = pass->backward;
   a.level_ptr = s->ptr;
   a.row = p->row;
   a.fresh = *fresh;
   a.stale = *stale;
   a.inv_scale = pass->inv_scale;
   a.diag_scale = pass->diag_scale;
   a.relax_weight = pass->relax_weight;
   a.omega = pass->omega;
   a.cf_marker = pass->cf_marker;
   a.points = pass->points;
   a.b = pass->b;
   a.x = pass->x;
   a.v = pass->omega != 1.0 ? pass->v : NULL;
   a.t = pass->t;
   return a;
}

static trisweep_status launch_each(const levels_state *s, levels_kernel kernel, int lanes,
                                   levels_pass a, cudaStream_t stream)
{
   a.barrier = LEVELS_NO_BARRIER;
   for (int32_t k = 0; k < s->n_levels; k++)
   {
      const int32_t l = a.backward ? s->n_levels - 1 - k : k;
      const int64_t threads = (int64_t) (s->host_ptr[l + 1] - s->host_ptr[l]) * lanes;
      kernel<<<(unsigned) ((threads + LEVELS_BLOCK - 1) / LEVELS_BLOCK), LEVELS_BLOCK, 0, stream>>>(
         a, k, k + 1);
   }
   TSW_CUDA(cudaGetLastError());
   return TRISWEEP_OK;
}

/* One launch whose blocks meet after each level. */
static trisweep_status launch_all(const levels_state *s, levels_kernel kernel, int lanes,
                                  levels_pass a, cudaStream_t stream)
{
   const int64_t       wanted = ((int64_t) s->widest * lanes + LEVELS_BLOCK - 1) / LEVELS_BLOCK;
   cudaLaunchAttribute attribute = {};
   cudaLaunchConfig_t  config = {};
   a.barrier = wanted <= 1                      ? LEVELS_BLOCK_BARRIER
               : wanted <= LEVELS_CLUSTER_BLOCKS ? LEVELS_CLUSTER_BARRIER
                                                 : LEVELS_DEVICE_BARRIER;
   config.gridDim.x = (unsigned) (wanted < s->most_blocks ? wanted : s->most_blocks);
   config.blockDim.x = LEVELS_BLOCK;
   config.stream = stream;
   config.attrs = &attribute;
   config.numAttrs = 1;
   if (a.barrier == LEVELS_CLUSTER_BARRIER)
   {
      int blocks = 2;
      while (blocks < wanted)
      {
         blocks *= 2;
      }
      config.gridDim.x = (unsigned) blocks;
      attribute.id = cudaLaunchAttributeClusterDimension;
      attribute.val.clusterDim.x = (unsigned) blocks;
      attribute.val.clusterDim.y = 1;
      attribute.val.clusterDim.z = 1;
   }
   else
   {
      attribute.id = cudaLaunchAttributeCooperative;
      attribute.val.cooperative = 1;
   }
   TSW_CUDA(cudaLaunchKernelEx(&config, kernel, a, (int32_t) 0, s->n_levels));
   return TRISWEEP_OK;
}

static trisweep_status levels_do_pass(const void *state, const tsw_packed *p, const tsw_pass *pass,
                                      void *stream)
{
   const levels_state *s = (const levels_state *) state;
   const int           lanes = s->lanes[pass->kind == TSW_PASS_FULL];
   const levels_pass   a = describe(s, p, pass);
   return (s->wide ? launch_each : launch_all)(s, kernel_of(pass->kind, lanes), lanes, a,
                                               (cudaStream_t) stream);
}

static void levels_free(tsw_memory *owner, void **state)
{
   levels_state *s = (levels_state *) *state;
   if (s)
   {
      tsw_memory_free(owner, &s->host_ptr);
      tsw_memory_free_device(owner, &s->ptr);
   }
   tsw_memory_free(owner, state);
}

extern "C" const tsw_schedule tsw_schedule_cuda_levels = {
   .name = "levels",
   .summary = "whole sweeps in place by level sets, a launch or a barrier a level",
   .source = "trisweep",
   .space = TRISWEEP_DEVICE,
   .needs = TSW_NEEDS_LEVEL_ORDER,
   .threaded = false,
   .solve_only = false,
   .deterministic = true,
   .capturable = true,
   .plan = levels_plan,
   .load = NULL,
   .pass = levels_do_pass,
   .free = levels_free,
};
