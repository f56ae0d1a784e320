/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "base/cuda_call.h"
#include "base/device/sum.cuh"
#include "base/memory_cuda.h"
#include "block/csr.h"
#include "block/device.h"

namespace {

constexpr int BLOCK = 256;

struct pattern_facts
{
   unsigned long long hash;
   int                bad; /* not 0: the pattern is not valid */
};

/* Hash a word with its position, so that the sum over all words depends on their order. */
__device__ unsigned long long mix(unsigned long long place, int32_t word)
{
   unsigned long long h = place * 0x9E3779B97F4A7C15ull ^ (uint32_t) word;
   h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93ull;
   h = (h ^ (h >> 32)) * 0xD6E8FEB86659FD93ull;
   return h ^ (h >> 32);
}

__device__ void add_facts(pattern_facts *f, unsigned long long hash, bool bad)
{
   hash = tsw_sum_lanes<32>(hash);
   const bool any = __any_sync(0xffffffffu, bad);
   if (threadIdx.x % 32 == 0)
   {
      atomicAdd(&f->hash, hash);
      if (any)
      {
         atomicExch(&f->bad, 1);
      }
   }
}

__global__ void __launch_bounds__(BLOCK)
   inspect_pointers(const int32_t *row_ptr, int64_t n_rows, int64_t nnz, pattern_facts *f)
{
   unsigned long long hash = 0;
   bool               bad = false;
   for (int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x; i <= n_rows;
        i += (int64_t) gridDim.x * BLOCK)
   {
      const int32_t begin = row_ptr[i];
      const int32_t end = i < n_rows ? row_ptr[i + 1] : (int32_t) nnz;
      bad =
         bad || (i == 0 && begin != 0) || end < begin || end > nnz || (i == n_rows && begin != nnz);
      hash += mix((unsigned long long) i, begin);
   }
   add_facts(f, hash, bad);
}

__global__ void __launch_bounds__(BLOCK)
   inspect_columns(const int32_t *col_idx, int64_t nnz, int64_t n_cols, pattern_facts *f)
{
   unsigned long long hash = 0;
   bool               bad = false;
   for (int64_t e = (int64_t) blockIdx.x * BLOCK + threadIdx.x; e < nnz;
        e += (int64_t) gridDim.x * BLOCK)
   {
      const int32_t j = col_idx[e];
      bad = bad || j < 0 || j >= n_cols;
      hash += mix(~(unsigned long long) e, j);
   }
   add_facts(f, hash, bad);
}

/* Enough blocks to fill the device; the loops above have a grid stride. */
unsigned blocks(int64_t work)
{
   const int64_t most = 2048;
   const int64_t wanted = (work + BLOCK - 1) / BLOCK;
   return (unsigned) (wanted < 1 ? 1 : wanted < most ? wanted : most);
}

trisweep_status inspect(const trisweep_csr *a, cudaStream_t stream, pattern_facts *host)
{
   TSW_SCRATCH_DEVICE pattern_facts *device = NULL;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 1, "facts about a pattern"));
   TSW_CUDA(cudaMemsetAsync(device, 0, sizeof *device, stream));
   inspect_pointers<<<blocks(a->n_rows + 1), BLOCK, 0, stream>>>(a->row_ptr, a->n_rows, a->nnz,
                                                                 device);
   TSW_CUDA(cudaGetLastError());
   inspect_columns<<<blocks(a->nnz), BLOCK, 0, stream>>>(a->col_idx, a->nnz, a->n_cols, device);
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
