/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/onchip/solver.h"

#include "base/device/each.cuh"
#include "kernels/cuda/onchip/layout.h"

/* Value k is val[entry[k]], or 0 without an entry. Records of n values are stride doubles apart. */
static trisweep_status load_values(const int32_t *entry, int64_t n_entries, int64_t n,
                                   int64_t stride, const double *val, double *value,
                                   cudaStream_t stream)
{
   return tsw_each(n_entries, stream, [=] __device__(int64_t k) {
      value[k / n * stride + k % n] = entry[k] < 0 ? 0.0 : val[entry[k]];
   });
}

typedef void (*onchip_kernel)(onchip_triangle, onchip_vectors);

static const onchip_kernel kernels[TSW_ONCHIP_SHAPES][2] = {
   { onchip_solve<1, false>, onchip_solve<1, true> },
   { onchip_solve<2, false>, onchip_solve<2, true> },
   { onchip_solve<4, false>, onchip_solve<4, true> },
};

static onchip_kernel kernel_of(const onchip_solver *s, bool has_t)
{
   return kernels[s->shape - tsw_onchip_shapes][has_t];
}

static int shared_bytes(const onchip_solver *s)
{
   return 2 * onchip_x_bytes(tsw_onchip_places(s->shape)) + MAX_RING * 8 +
          s->triangle.ring * ring_bytes(s->triangle);
}

/* Choose the longest ring of records that fits into shared memory beside x. */
static trisweep_status choose_ring(onchip_solver *s)
{
   int limit;
   TSW_TRY(tsw_cuda_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, &limit));
   onchip_triangle *t = &s->triangle;
   t->ring = MAX_RING;
   while (t->ring > MIN_RING && shared_bytes(s) > limit)
   {
      t->ring--;
   }
   if (shared_bytes(s) > limit)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "schedule onchip does not fit in the %d bytes of one block's shared memory; "
                       "use another schedule",
                       limit);
   }
   /* After the last step the chain warps load one more record: its place must have been filled. */
   t->ring = t->ring < t->n_steps ? t->ring : t->n_steps;
   for (int with_t = 0; with_t < 2; with_t++)
   {
      TSW_CUDA(cudaFuncSetAttribute((const void *) kernel_of(s, with_t),
                                    cudaFuncAttributeMaxDynamicSharedMemorySize, limit));
      TSW_CUDA(cudaFuncSetAttribute((const void *) kernel_of(s, with_t),
                                    cudaFuncAttributeNonPortableClusterSizeAllowed, 1));
   }
   return TRISWEEP_OK;
}

/* All blocks are one cluster. The kernel may begin before kernel prepare has ended. */
struct launch
{
   cudaLaunchAttribute attribute[2];
   cudaLaunchConfig_t  config;

   launch(const onchip_solver *s, cudaStream_t stream) : attribute{}, config{}
   {
      attribute[0].id = cudaLaunchAttributeClusterDimension;
      attribute[0].val.clusterDim.x = (unsigned) (1 + s->triangle.far.blocks);
      attribute[0].val.clusterDim.y = 1;
      attribute[0].val.clusterDim.z = 1;
      attribute[1].id = cudaLaunchAttributeProgrammaticStreamSerialization;
      attribute[1].val.programmaticStreamSerializationAllowed = 1;
      config.gridDim = dim3((unsigned) (1 + s->triangle.far.blocks));
      config.blockDim = dim3((unsigned) (32 * tsw_onchip_warps(s->shape)));
      config.dynamicSmemBytes = (size_t) shared_bytes(s);
      config.stream = stream;
      config.attrs = attribute;
      config.numAttrs = 2;
   }
};

/* Reduce the far blocks to as many as the device can hold together with the solving block. */
static trisweep_status fit_blocks(onchip_solver *s)
{
   tsw_onchip_far *far = &s->triangle.far;
   int             n_clusters = 0;
   for (; far->blocks > 0 && n_clusters == 0; far->blocks -= n_clusters == 0)
   {
      launch l(s, NULL);
      l.config.numAttrs = 1;
      if (cudaOccupancyMaxActiveClusters(&n_clusters, kernel_of(s, false), &l.config) !=
          cudaSuccess)
      {
         n_clusters = 0;
      }
      (void) cudaGetLastError(); /* a cluster that does not fit is no failure */
   }
   return far->n_slices > 0 && far->blocks == 0
             ? TSW_ERROR(UNSUPPORTED,
                         "schedule onchip needs two blocks of %d bytes of shared "
                         "memory at a time; use another schedule",
                         shared_bytes(s))
             : TRISWEEP_OK;
}

trisweep_status tsw_onchip_solver_plan(onchip_solver *s, const tsw_packed *p, bool upper,
                                       tsw_memory *owner, cudaStream_t stream)
{
   TSW_AT_END(tsw_onchip_steps_free) tsw_onchip_steps steps = {};
   const tsw_graph                                    g = tsw_packed_graph(p, upper);
   const tsw_triangle                                *triangle = upper ? &p->upper : &p->lower;
   onchip_triangle                                   *t = &s->triangle;
   TSW_TRY(tsw_onchip_steps_find(&g, stream, &s->shape, &steps));
   TSW_TRY(tsw_onchip_pack_build(triangle, s->shape, &steps, stream, owner, t));
   TSW_TRY(tsw_onchip_far_build(triangle, s->shape, &steps, stream, owner, &t->far));
   TSW_TRY(choose_ring(s));
   return fit_blocks(s);
}

trisweep_status tsw_onchip_solver_load(const onchip_solver *s, const double *val,
                                       cudaStream_t stream)
{
   const onchip_triangle *p = &s->triangle;
   const int64_t          record = (int64_t) p->width * chain_bytes / 8;
   const int64_t          n_record = (2 + MID) * (int64_t) p->width;
   const int64_t          n_chunk = (int64_t) p->n_chunks * TSW_ONCHIP_LANES * TSW_ONCHIP_DEEP;
   TSW_TRY(load_values(p->chain_entry, p->n_steps * n_record, n_record, record, val,
                       (double *) p->image, stream));
   return load_values(p->chunk_entry, n_chunk, n_chunk, 0, val, (double *) p->chunk_value, stream);
}

trisweep_status tsw_onchip_solver_solve(const onchip_solver *s, const onchip_vectors *v, bool has_t,
                                        cudaStream_t stream)
{
   const launch l(s, stream);
   return TSW_CUDA_STATUS(cudaLaunchKernelEx(&l.config, kernel_of(s, has_t), s->triangle, *v));
}

void tsw_onchip_solver_free(tsw_memory *owner, onchip_solver *s)
{
   tsw_onchip_pack_free(owner, &s->triangle);
   tsw_onchip_far_free(owner, &s->triangle.far);
}
