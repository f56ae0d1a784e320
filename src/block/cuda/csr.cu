/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "base/hash.h"
#include "base/memory_cuda.h"
#include "block/csr.h"
#include "block/device.h"

namespace {

constexpr int     BLOCK = 256;
constexpr int64_t MOST_BLOCKS = 2048; /* enough to fill the device */

struct pattern_facts
{
   unsigned long long hash;
   int                bad; /* not 0: the pattern is not valid */
};

/*
 * One loop over the row pointers and the columns. Each word is hashed with its place, so that the
 * sum over all words depends on their order.
 */
__global__ void __launch_bounds__(BLOCK) inspect_words(trisweep_csr a, pattern_facts *f)
{
   unsigned long long hash = 0;
   bool               bad = false;
   for (int64_t k = (int64_t) blockIdx.x * BLOCK + threadIdx.x; k <= a.n_rows + a.nnz;
        k += (int64_t) gridDim.x * BLOCK)
   {
      const bool    is_pointer = k <= a.n_rows;
      const int32_t word = is_pointer ? a.row_ptr[k] : a.col_idx[k - a.n_rows - 1];
      const int32_t end = k < a.n_rows ? a.row_ptr[k + 1] : (int32_t) a.nnz;
      const bool    fits =
         word <= end && end <= a.nnz && (k > 0 || word == 0) && (k < a.n_rows || word == a.nnz);
      bad = bad || (is_pointer ? !fits : word < 0 || word >= a.n_cols);
      hash += tsw_hash_mix((uint64_t) k << 32 | (uint32_t) word);
   }
   hash = tsw_sum_lanes<32>(hash);
   bad = __any_sync(0xffffffffu, bad);
   if (threadIdx.x % 32 == 0)
   {
      atomicAdd(&f->hash, hash);
      if (bad)
      {
         atomicExch(&f->bad, 1);
      }
   }
}

trisweep_status inspect(const trisweep_csr *a, cudaStream_t stream, pattern_facts *host)
{
   TSW_SCRATCH_DEVICE pattern_facts *device = NULL;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 1, "facts about a pattern"));
   TSW_CUDA(cudaMemsetAsync(device, 0, sizeof *device, stream));
   const int64_t wanted = tsw_blocks(a->n_rows + 1 + a->nnz, BLOCK);
   inspect_words<<<(unsigned) min(wanted, MOST_BLOCKS), BLOCK, 0, stream>>>(*a, device);
   TSW_CUDA(cudaGetLastError());
   return tsw_memory_read(host, device, sizeof *host, stream);
}

/* Rerun the host validation to build the message. */
trisweep_status explain(const trisweep_csr *a, cudaStream_t stream)
{
   TSW_AT_END(tsw_host_copy_free) trisweep_csr copy = {};
   trisweep_csr                                pattern = *a;
   pattern.val = NULL;
   TSW_TRY(tsw_host_copy(&pattern, stream, &copy));
   TSW_TRY(tsw_csr_validate(&copy));
   return TSW_ERROR(CUDA, "the pattern changed while it was read; order the work that writes it "
                          "before the stream of this call");
}

} // namespace

trisweep_status tsw_device_csr_inspect(const trisweep_csr *a, void *stream, uint64_t *hash)
{
   TSW_TRY(tsw_csr_validate_sizes(a));
   *hash = (uint64_t) a->n_cols;
   if (a->n_rows == 0)
   {
      return TRISWEEP_OK;
   }
   pattern_facts host;
   TSW_TRY(inspect(a, (cudaStream_t) stream, &host));
   if (host.bad)
   {
      return explain(a, (cudaStream_t) stream);
   }
   *hash += host.hash;
   return TRISWEEP_OK;
}

template <class Word>
static trisweep_status copy_array(const Word *there, int64_t n, cudaStream_t stream,
                                  const Word **here)
{
   Word *array = NULL;
   TSW_TRY(TSW_ALLOC(NULL, &array, n, "a copy of the block on the host"));
   *here = array;
   return tsw_memory_read(array, there, (size_t) n * sizeof *array, stream);
}

trisweep_status tsw_host_copy(const trisweep_csr *a, void *stream, trisweep_csr *copy)
{
   cudaStream_t s = (cudaStream_t) stream;
   *copy = *a;
   copy->space = TRISWEEP_HOST;
   copy->row_ptr = NULL;
   copy->col_idx = NULL;
   copy->val = NULL;
   if (a->n_rows == 0)
   {
      int32_t *row_ptr = NULL;
      TSW_TRY(TSW_ALLOC(NULL, &row_ptr, 1, "a copy of the block on the host"));
      row_ptr[0] = 0; /* the block may have none */
      copy->row_ptr = row_ptr;
      return TRISWEEP_OK;
   }
   TSW_TRY(copy_array(a->row_ptr, a->n_rows + 1, s, &copy->row_ptr));
   TSW_TRY(copy_array(a->col_idx, a->nnz, s, &copy->col_idx));
   if (a->val)
   {
      TSW_TRY(copy_array(a->val, a->nnz, s, &copy->val));
   }
   return TRISWEEP_OK;
}

void tsw_host_copy_free(trisweep_csr *copy)
{
   tsw_memory_free(NULL, &copy->row_ptr);
   tsw_memory_free(NULL, &copy->col_idx);
   tsw_memory_free(NULL, &copy->val);
}

/* Rerun the host loading to build the message. */
trisweep_status tsw_device_packed_explain(const trisweep_csr *a, const double *l1_norms,
                                          void *stream)
{
   TSW_AT_END(tsw_host_copy_free) trisweep_csr copy = {};
   tsw_packed                                  p = {};
   TSW_SCRATCH double                         *norms = NULL;
   TSW_TRY(tsw_host_copy(a, stream, &copy));
   if (l1_norms)
   {
      TSW_TRY(TSW_ALLOC(NULL, &norms, a->n_rows, "a copy of the l1 norms"));
      TSW_TRY(tsw_memory_read(norms, l1_norms, (size_t) a->n_rows * sizeof(double), stream));
   }
   trisweep_status status = tsw_packed_layout(&copy, NULL, &p);
   status = status ? status : tsw_packed_load(&copy, norms, NULL, &p);
   tsw_packed_free(NULL, &p);
   TSW_TRY(status);
   return TSW_ERROR(CUDA, "the values changed while they were read; order the work that writes "
                          "them before the stream of this call");
}
