/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include <string.h>

#include "base/cuda_call.h"
#include "base/memory_cuda.h"
#include "extensions/cycle/cuda/cycle.cuh"
#include "extensions/cycle/packed.h"

static constexpr cudaFuncAttribute MOST_SHARED = cudaFuncAttributeMaxDynamicSharedMemorySize;

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

/* Allow the kernels as much shared memory as a block may have. Do the levels fit into it, too? */
static trisweep_status prepare(const tsw_cycle_packed *packed, bool *in_shared)
{
   const size_t bytes = vector_bytes(packed);
   int          most;
   TSW_TRY(tsw_cuda_attribute(cudaDevAttrMaxSharedMemoryPerBlockOptin, &most));
   if (bytes > (size_t) most)
   {
      return TSW_ERROR(UNSUPPORTED,
                       "the vectors of these levels need %zu bytes of shared memory, "
                       "and a block of this device has %d",
                       bytes, most);
   }
   *in_shared = bytes + (size_t) packed->n_bytes <= (size_t) most;
   const cudaError_t error = *in_shared
                                ? cudaFuncSetAttribute(cycle::columns<true>, MOST_SHARED, most)
                                : cudaFuncSetAttribute(cycle::columns<false>, MOST_SHARED, most);
   return TSW_CUDA_STATUS(error);
}

trisweep_status tsw_cycle_columns(const tsw_cycle_packed *packed, const char *image, void *stream,
                                  tsw_memory *owner, double **dense)
{
   TSW_SCRATCH_DEVICE char *copy = NULL;
   const cudaStream_t       cuda_stream = (cudaStream_t) stream;
   const int64_t            n = packed->level[0].n_rows;
   const size_t             n_bytes = (size_t) packed->n_bytes;
   bool                     in_shared = false;
   TSW_TRY(prepare(packed, &in_shared));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, dense, n * n, "the matrix of a cycle"));
   TSW_TRY(tsw_memory_alloc_device(NULL, &copy, packed->n_bytes, 1, "the levels of a cycle"));
   const size_t bytes = vector_bytes(packed) + (in_shared ? n_bytes : 0);
   auto *const  kernel = in_shared ? cycle::columns<true> : cycle::columns<false>;
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

namespace {

enum
{
   MOST_ARRAYS = 7 * TSW_CYCLE_LEVELS
};

/* Arrays that are copied to one allocation. An element is one or two words of 32 bits. */
struct collection
{
   const int32_t *from[MOST_ARRAYS];
   int64_t        n_words[MOST_ARRAYS];
   int64_t        to[MOST_ARRAYS]; /* first word */
   int            n;
};

__global__ void collect(__grid_constant__ const collection c, int32_t *memory)
{
   const int k = (int) blockIdx.x;
   for (int64_t i = (int64_t) blockIdx.y * blockDim.x + threadIdx.x; i < c.n_words[k];
        i += (int64_t) gridDim.y * blockDim.x)
   {
      memory[c.to[k] + i] = c.from[k][i];
   }
}

/* Assign parts of memory to the arrays of the copies. Returns the number of bytes. */
int64_t lay_out(const tsw_cycle_input *levels, int n_levels, char *memory, tsw_cycle_input *copies,
                collection *c)
{
   int64_t    used = 0;
   const auto take = [&](const void *from, int64_t count, size_t size) {
      char *at = memory + used;
      c->from[c->n] = (const int32_t *) from;
      c->n_words[c->n] = count * (int64_t) (size / sizeof(int32_t));
      c->to[c->n++] = used / (int64_t) sizeof(int32_t);
      used += (count * (int64_t) size + 15) / 16 * 16;
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
   c->n = 0;
   for (int l = 0; l < n_levels; l++)
   {
      const bool last = l == n_levels - 1;
      copies[l] = levels[l];
      copies[l].a = take_csr(&levels[l].a);
      copies[l].p = last ? trisweep_csr{} : take_csr(&levels[l].p);
      copies[l].l1_norms =
         last || !levels[l].l1_norms
            ? NULL
            : (const double *) take(levels[l].l1_norms, levels[l].a.n_rows, sizeof(double));
   }
   return used;
}

} // namespace

trisweep_status tsw_cycle_read(const tsw_cycle_input *levels, int n_levels, void *stream,
                               tsw_cycle_input *copies, char *memory, int64_t *bytes)
{
   TSW_SCRATCH_DEVICE int32_t *together = NULL;
   static const unsigned       PARTS = 8; /* thread blocks for an array */
   const cudaStream_t          cuda_stream = (cudaStream_t) stream;
   const int64_t               most = *bytes;
   collection                  c;
   *bytes = lay_out(levels, n_levels, memory, copies, &c);
   if (*bytes > most)
   {
      return TSW_ERROR(UNSUPPORTED, "the levels of the cycle take %lld of %lld bytes",
                       (long long) *bytes, (long long) most);
   }
   TSW_TRY(tsw_memory_alloc_device(NULL, &together, *bytes, 1, "the levels of a cycle"));
   collect<<<dim3((unsigned) c.n, PARTS), 256, 0, cuda_stream>>>(c, together);
   TSW_CUDA(cudaGetLastError());
   TSW_CUDA(
      cudaMemcpyAsync(memory, together, (size_t) *bytes, cudaMemcpyDeviceToHost, cuda_stream));
   return TSW_CUDA_STATUS(cudaStreamSynchronize(cuda_stream));
}
