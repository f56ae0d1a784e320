/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "kernels/cuda/slices.h"

#include "base/cuda_call.h"
#include "base/device/order.cuh"
#include "base/memory_cuda.h"
#include "base/resident.h"
#include "kernels/cuda/overlap.cuh"

static constexpr int BLOCK = 256;

/* Move the new values to x, and mark them unknown for the next pass. */
static __global__ void __launch_bounds__(BLOCK)
   move_values(double *fresh, double *x, int64_t n_rows)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   tsw_wait_for_last();
   if (i < n_rows)
   {
      x[i] = fresh[i];
      fresh[i] = tsw_unknown();
   }
}

/* Find the first place of each slice. */
static trisweep_status split_levels(const tsw_graph_levels *levels, int64_t n_rows,
                                    tsw_memory *owner, tsw_slices *s)
{
   TSW_SCRATCH int32_t *slice = NULL;
   const int32_t        whole[] = { 0, (int32_t) n_rows };
   const int32_t       *ptr = levels ? levels->host_level_ptr : whole;
   const int64_t        n_levels = levels ? levels->n_levels : 1;
   const int32_t        rows = 32 / s->lanes;
   TSW_TRY(TSW_ALLOC(NULL, &slice, n_rows / rows + n_levels + 1, "slices")); /* at most so many */
   s->n = 0;
   for (int64_t l = 0; l < n_levels; l++)
   {
      for (int32_t k = ptr[l]; k < ptr[l + 1]; k += rows)
      {
         slice[s->n++] = k;
      }
   }
   slice[s->n] = (int32_t) n_rows;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->first, (int64_t) s->n + 1, "slices"));
   return tsw_memory_copy(s->first, slice, ((size_t) s->n + 1) * sizeof *slice);
}

trisweep_status tsw_slices_plan(const tsw_graph_levels *levels, int64_t n_rows,
                                int64_t levels_ahead, const void *const *kernels, int n_kernels,
                                cudaStream_t stream, tsw_memory *owner, tsw_slices *s)
{
   int processors;
   TSW_TRY(tsw_cuda_processors(&processors));
   TSW_TRY(split_levels(levels, n_rows, owner, s));
   if (levels)
   {
      TSW_TRY(tsw_graph_order_copy(levels, n_rows, stream, owner, &s->order));
   }
   const int64_t wanted = levels ? levels_ahead * (int64_t) s->n / levels->n_levels + 1 : s->n;
   const int64_t each = (wanted + processors - 1) / processors;
   const int64_t most = TSW_SLICES_THREADS / 32;
   s->blocks = (int) (wanted < processors ? wanted : processors);
   s->threads = 32 * (int) (each < most ? each : most);
   for (int k = 0; k < n_kernels; k++)
   {
      TSW_TRY(tsw_resident_limit(kernels[k], s->threads, 0, &s->blocks));
   }
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &s->fresh, n_rows, "new values"));
   return TSW_CUDA_STATUS(
      cudaMemsetAsync(s->fresh, 0xff, (size_t) n_rows * sizeof(double), stream));
}

trisweep_status tsw_slices_run(const tsw_slices *s, const void *kernel, void *argument,
                               int64_t n_rows, double *x, bool early, cudaStream_t stream)
{
   TSW_TRY(tsw_launch_resident(kernel, s->blocks, s->threads, 0, argument, stream));
   return TSW_CUDA_STATUS(tsw_launch(early, move_values, tsw_blocks(n_rows, BLOCK), BLOCK, stream,
                                     s->fresh, x, n_rows));
}

void tsw_slices_free(tsw_memory *owner, tsw_slices *s)
{
   tsw_memory_free_device(owner, &s->order);
   tsw_memory_free_device(owner, &s->first);
   tsw_memory_free_device(owner, &s->fresh);
}
