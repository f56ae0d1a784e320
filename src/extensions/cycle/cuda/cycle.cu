/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "extensions/cycle/cuda/cycle.cuh"
#include "extensions/cycle/packed.h"

/* Shared memory of a block for the vectors of all levels. */
static size_t vector_bytes(const tsw_cycle_packed *packed)
{
   size_t all = 0;
   size_t most = 0;
   for (int l = 0; l < packed->n_levels; l++)
   {
      const size_t n = (size_t) packed->level[l].n_rows;
      all += n * (size_t) packed->level[l].n_vectors;
      most = most > n ? most : n;
   }
   return (all + most) * sizeof(double);
}

/* Do the levels fit into the shared memory of a block, beside the vectors? */
static trisweep_status look_for_room(const tsw_cycle_packed *packed, int *most, bool *in_shared)
{
   const size_t bytes = vector_bytes(packed);
   TSW_TRY(tsw_cuda_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, most));
   if (bytes > (size_t) *most)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "the vectors of these levels need %zu bytes of shared memory, "
                       "and a block of this device has %d",
                       bytes, *most);
   }
   *in_shared = bytes + (size_t) packed->n_bytes <= (size_t) *most;
   return TRISWEEP_OK;
}

trisweep_status tsw_cycle_columns(const tsw_cycle_packed *packed, const char *image, void *stream,
                                  tsw_memory *owner, double **dense)
{
   TSW_SCRATCH_DEVICE char *copy = NULL;
   const cudaStream_t       cuda_stream = (cudaStream_t) stream;
   const int64_t            n = packed->level[0].n_rows;
   const size_t             n_bytes = (size_t) packed->n_bytes;
   bool                     in_shared = false;
   int                      most;
   TSW_TRY(look_for_room(packed, &most, &in_shared));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, dense, n * n, "the matrix of a cycle"));
   TSW_TRY(tsw_memory_alloc_device(NULL, &copy, packed->n_bytes, 1, "the levels of a cycle"));
   const size_t bytes = vector_bytes(packed) + (in_shared ? n_bytes : 0);
   auto *const  kernel = in_shared ? cycle::columns<true> : cycle::columns<false>;
   /* the same for all calls: threads may be in this function at once */
   TSW_CUDA(cudaFuncSetAttribute((const void *) kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                                 most));
   TSW_CUDA(cudaMemcpyAsync(copy, image, n_bytes, cudaMemcpyHostToDevice, cuda_stream));
   kernel<<<(unsigned) n, cycle::THREADS, bytes, cuda_stream>>>(*packed, (const int4 *) copy,
                                                                *dense);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

trisweep_status tsw_cycle_apply(const double *dense, int32_t n_rows, const double *f, double *u,
                                void *stream)
{
   const unsigned blocks = (unsigned) ((n_rows + 31) / 32);
   return TSW_CUDA_STATUS(tsw_launch(true, cycle::apply, blocks, cycle::APPLY_THREADS,
                                     (cudaStream_t) stream, dense, n_rows, f, u));
}

trisweep_status tsw_cycle_read(const tsw_cycle_input *levels, int n_levels, void *stream,
                               tsw_cycle_input *copies, char *memory, int64_t *bytes)
{
   const cudaStream_t cuda_stream = (cudaStream_t) stream;
   int64_t            used = 0;
   cudaError_t        error = cudaSuccess;
   const auto         take = [&](const void *from, int64_t count, size_t size) {
      const size_t n = (size_t) count * size;
      char *const  at = memory + used;
      used += ((int64_t) n + 15) / 16 * 16;
      if (used <= *bytes && n > 0 && !error)
      {
         error = cudaMemcpyAsync(at, from, n, cudaMemcpyDeviceToHost, cuda_stream);
      }
      return at;
   };
   const auto take_csr = [&](const trisweep_csr *from) {
      trisweep_csr to = *from;
      to.space = TRISWEEP_HOST;
      to.row_ptr = (const int32_t *) take(from->row_ptr, from->n_rows + 1, sizeof(int32_t));
      to.col_idx = (const int32_t *) take(from->col_idx, from->nnz, sizeof(int32_t));
      to.val = (const double *) take(from->val, from->nnz, sizeof(double));
      return to;
   };
   for (int l = 0; l < n_levels; l++)
   {
      const tsw_cycle_input *from = &levels[l];
      const bool             last = l == n_levels - 1;
      copies[l] = *from;
      copies[l].a = take_csr(&from->a);
      copies[l].p = last ? trisweep_csr{} : take_csr(&from->p);
      copies[l].l1_norms =
         last || !from->l1_norms
            ? NULL
            : (const double *) take(from->l1_norms, from->a.n_rows, sizeof(double));
   }
   const cudaError_t ended = cudaStreamSynchronize(cuda_stream);
   if (used > *bytes)
   {
      return TSW_ERROR(UNSUPPORTED, "the levels of the cycle take %lld of %lld bytes",
                       (long long) used, (long long) *bytes);
   }
   *bytes = used;
   return TSW_CUDA_STATUS(error ? error : ended);
}
