/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "cycle/cuda/cycle.cuh"
#include "cycle/run.h"

static size_t shared_bytes(const tsw_cycle_packed *packed)
{
   size_t all = 0;
   size_t most = 0;
   for (int l = 0; l < packed->n_levels; l++)
   {
      const size_t n = (size_t) packed->level[l].n_rows;
      all += n * (size_t) packed->level[l].n_vectors;
      most = most > n ? most : n;
   }
   return (size_t) packed->n_bytes + (all + most) * sizeof(double);
}

trisweep_status tsw_cycle_prepare(const tsw_cycle_packed *packed)
{
   const size_t bytes = shared_bytes(packed);
   int          device;
   int          most;
   TSW_CUDA(cudaGetDevice(&device));
   TSW_CUDA(cudaDeviceGetAttribute(&most, cudaDevAttrMaxSharedMemoryPerBlockOptin, device));
   if (bytes > (size_t) most)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "these levels need %zu bytes of shared memory, "
                       "and a block of this device has %d",
                       bytes, most);
   }
   return TSW_CUDA_STATUS(
      cudaFuncSetAttribute(cycle::run, cudaFuncAttributeMaxDynamicSharedMemorySize, most));
}

trisweep_status tsw_cycle_launch(const tsw_cycle_packed *packed, const char *image, const double *f,
                                 double *u, void *stream)
{
   cycle::run<<<1, cycle::THREADS, shared_bytes(packed), (cudaStream_t) stream>>>(
      *packed, (const int4 *) image, f, u);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

static trisweep_status read_array(void *to_p, const void *from, int64_t count, size_t size,
                                  void *stream)
{
   void **to = (void **) to_p;
   TSW_TRY(tsw_memory_alloc(NULL, to, count, size, "a level of a cycle"));
   return count > 0 ? tsw_memory_read(*to, from, (size_t) count * size, stream) : TRISWEEP_OK;
}

static trisweep_status read_csr(const trisweep_csr *from, void *stream, trisweep_csr *to)
{
   *to = *from;
   to->space = TRISWEEP_HOST;
   to->row_ptr = NULL;
   to->col_idx = NULL;
   to->val = NULL;
   TSW_TRY(read_array(&to->row_ptr, from->row_ptr, from->n_rows + 1, sizeof(int32_t), stream));
   TSW_TRY(read_array(&to->col_idx, from->col_idx, from->nnz, sizeof(int32_t), stream));
   return read_array(&to->val, from->val, from->nnz, sizeof(double), stream);
}

trisweep_status tsw_cycle_level_read(const trisweep_cycle_level *level, int last, void *stream,
                                      trisweep_cycle_level *copy)
{
   memset(copy, 0, sizeof *copy);
   copy->relax_weight = level->relax_weight;
   copy->colored = level->colored;
   copy->few_colors = level->few_colors;
   TSW_TRY(read_csr(&level->a, stream, &copy->a));
   if (last)
   {
      return TRISWEEP_OK;
   }
   TSW_TRY(read_csr(&level->p, stream, &copy->p));
   return level->l1_norms
             ? read_array(&copy->l1_norms, level->l1_norms, level->a.n_rows, sizeof(double), stream)
             : TRISWEEP_OK;
}

static void free_csr(trisweep_csr *a)
{
   tsw_memory_free(NULL, &a->row_ptr);
   tsw_memory_free(NULL, &a->col_idx);
   tsw_memory_free(NULL, &a->val);
}

void tsw_cycle_level_free(trisweep_cycle_level *copy)
{
   free_csr(&copy->a);
   free_csr(&copy->p);
   tsw_memory_free(NULL, &copy->l1_norms);
}

trisweep_status tsw_cycle_upload(const char *image, int64_t bytes, void *stream, tsw_memory *owner,
                                 char **copy)
{
   TSW_TRY(tsw_memory_alloc_device(owner, copy, bytes, 1, "the levels of a cycle"));
   TSW_CUDA(
      cudaMemcpyAsync(*copy, image, (size_t) bytes, cudaMemcpyHostToDevice, (cudaStream_t) stream));
   return TSW_CUDA_STATUS(cudaStreamSynchronize((cudaStream_t) stream));
}

void tsw_cycle_unload(tsw_memory *owner, char **copy)
{
   tsw_memory_free_device(owner, copy);
}
