/* SPDX-License-Identifier: Apache-2.0 OR MIT */
#include "block/cuda/index.h"

#include <limits.h>

#include <cub/device/device_radix_sort.cuh>

#include "base/cub_call.h"
#include "block/cuda/rows.cuh"
#include "block/device.h"

using namespace tsw_rows;

namespace {

/* Rows up to this length are sorted by counting: each entry is compared with all others. */
constexpr int COUNTING_LIMIT = 512;

struct order_facts
{
   int longest;       /* length of the longest unsorted row; 0: all rows are sorted */
   int n_repetitions; /* of sorted rows: entries with the column of the entry before */
};

__device__ bool comes_before(int32_t a, int32_t b, bool descending)
{
   return descending ? a > b : a < b;
}

/* Find the longest unsorted row, and count the repetitions in sorted rows. */
__global__ void __launch_bounds__(BLOCK)
   inspect(const int32_t *row_ptr, const int32_t *col_idx, int64_t n_rows, bool descending,
           order_facts *facts)
{
   __shared__ int longest;
   const int64_t  i = lanes::row(0);
   const int32_t  begin = i < n_rows ? row_ptr[i] : 0;
   const int32_t  end = i < n_rows ? row_ptr[i + 1] : 0;
   int            repetitions = 0;
   bool           sorted = true;
   for (int32_t e = begin + 1 + lanes::lane(); e < end; e += LANES)
   {
      sorted = sorted && !comes_before(col_idx[e], col_idx[e - 1], descending);
      repetitions += col_idx[e] == col_idx[e - 1];
   }
   if (repetitions > 0)
   {
      atomicAdd(&facts->n_repetitions, repetitions);
   }
   longest = 0;
   if (__syncthreads_or(!sorted))
   {
      /* One atomic operation for each block on the word that all blocks share. */
      if (!sorted)
      {
         atomicMax(&longest, end - begin);
      }
      __syncthreads();
      if (threadIdx.x == 0)
      {
         atomicMax(&facts->longest, longest);
      }
   }
}

/* The place of an entry is the number of entries before it; repetitions keep their order. */
__global__ void __launch_bounds__(BLOCK)
   sort_by_counting(const int32_t *row_ptr, const int32_t *from, int64_t n_rows, bool descending,
                    int32_t *to, order_facts *facts)
{
   const int64_t i = lanes::row(0);
   if (i >= n_rows)
   {
      return;
   }
   const int32_t begin = row_ptr[i];
   const int32_t end = row_ptr[i + 1];
   for (int32_t e = begin + lanes::lane(); e < end; e += LANES)
   {
      const int32_t j = from[e];
      int32_t       place = begin;
      bool          repeats = false;
      for (int32_t k = begin; k < end; k++)
      {
         const bool again = from[k] == j && k < e;
         place += comes_before(from[k], j, descending) || again;
         repeats = repeats || again;
      }
      to[place] = j;
      if (repeats)
      {
         atomicAdd(&facts->n_repetitions, 1);
      }
   }
}

/* Row and column in one key: a single sort orders all rows. */
__global__ void __launch_bounds__(BLOCK) make_keys(const int32_t *row_ptr, const int32_t *col_idx,
                                                   int64_t n_rows, bool descending, uint64_t *key)
{
   const int64_t i = lanes::row(0);
   if (i >= n_rows)
   {
      return;
   }
   for (int32_t e = row_ptr[i] + lanes::lane(); e < row_ptr[i + 1]; e += LANES)
   {
      const int32_t j = descending ? INT32_MAX - col_idx[e] : col_idx[e];
      key[e] = (uint64_t) i << 32 | (uint32_t) j;
   }
}

__global__ void __launch_bounds__(BLOCK)
   read_keys(const uint64_t *key, int64_t nnz, bool descending, int32_t *col_idx)
{
   const int64_t e = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (e < nnz)
   {
      const int32_t j = (int32_t) (uint32_t) key[e];
      col_idx[e] = descending ? INT32_MAX - j : j;
   }
}

trisweep_status sort_long(int64_t n_rows, int64_t nnz, bool descending, cudaStream_t stream,
                          const tsw_triangle *t)
{
   TSW_SCRATCH_DEVICE uint64_t *key = NULL;
   TSW_SCRATCH_DEVICE uint64_t *sorted = NULL;
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &key, nnz, "keys of the entries"));
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &sorted, nnz, "sorted keys"));
   make_keys<<<tsw_blocks(n_rows, BLOCK / LANES), BLOCK, 0, stream>>>(t->row_ptr, t->col_idx,
                                                                      n_rows, descending, key);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_cub("the sort of the keys", [=](void *storage, size_t &bytes) {
      return cub::DeviceRadixSort::SortKeys(storage, bytes, key, sorted, nnz, 0, 64, stream);
   }));
   read_keys<<<tsw_blocks(nnz, BLOCK), BLOCK, 0, stream>>>(sorted, nnz, descending, t->col_idx);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

trisweep_status sort_short(int64_t n_rows, int64_t nnz, bool descending, cudaStream_t stream,
                           order_facts *facts, tsw_memory *owner, tsw_triangle *t)
{
   int32_t *sorted = NULL;
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &sorted, nnz, "sorted columns"));
   sort_by_counting<<<tsw_blocks(n_rows, BLOCK / LANES), BLOCK, 0, stream>>>(
      t->row_ptr, t->col_idx, n_rows, descending, sorted, facts);
   tsw_memory_free_device(owner, &t->col_idx);
   t->col_idx = sorted;
   return TSW_CUDA_STATUS(cudaGetLastError());
}

__global__ void __launch_bounds__(BLOCK)
   count_distinct(const int32_t *row_ptr, const int32_t *col_idx, int64_t n_rows, int32_t *length)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n_rows)
   {
      int32_t n = 0;
      for (int32_t e = row_ptr[i]; e < row_ptr[i + 1]; e++)
      {
         n += e == row_ptr[i] || col_idx[e] != col_idx[e - 1];
      }
      length[i] = n;
   }
}

__global__ void __launch_bounds__(BLOCK)
   copy_distinct(const int32_t *row_ptr, const int32_t *col_idx, int64_t n_rows,
                 const int32_t *to_ptr, int32_t *to)
{
   const int64_t i = (int64_t) blockIdx.x * BLOCK + threadIdx.x;
   if (i < n_rows)
   {
      int32_t next = to_ptr[i];
      for (int32_t e = row_ptr[i]; e < row_ptr[i + 1]; e++)
      {
         if (e == row_ptr[i] || col_idx[e] != col_idx[e - 1])
         {
            to[next++] = col_idx[e];
         }
      }
   }
}

trisweep_status compact(int64_t n_rows, int64_t nnz, cudaStream_t stream, tsw_memory *owner,
                        const tsw_triangle *t, tsw_triangle *c)
{
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &c->row_ptr, n_rows + 1, "row pointers"));
   TSW_TRY(TSW_ALLOC_DEVICE(owner, &c->col_idx, nnz, "packed columns"));
   count_distinct<<<tsw_blocks(n_rows, BLOCK), BLOCK, 0, stream>>>(t->row_ptr, t->col_idx, n_rows,
                                                                   c->row_ptr + 1);
   TSW_CUDA(cudaGetLastError());
   TSW_TRY(tsw_rows_sum_lengths(c->row_ptr, n_rows, stream));
   copy_distinct<<<tsw_blocks(n_rows, BLOCK), BLOCK, 0, stream>>>(t->row_ptr, t->col_idx, n_rows,
                                                                  c->row_ptr, c->col_idx);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

trisweep_status drop_repetitions(int64_t n_rows, int64_t n_kept, cudaStream_t stream,
                                 tsw_memory *owner, tsw_triangle *t)
{
   tsw_triangle          c = {};
   const trisweep_status status = compact(n_rows, n_kept, stream, owner, t, &c);
   if (status != TRISWEEP_OK)
   {
      tsw_device_triangle_free(owner, &c);
      return status;
   }
   tsw_device_triangle_free(owner, t);
   *t = c;
   return TRISWEEP_OK;
}

trisweep_status inspect_triangle(const tsw_triangle *t, int64_t n_rows, bool descending,
                                 cudaStream_t stream, order_facts *facts)
{
   TSW_CUDA(cudaMemsetAsync(facts, 0, sizeof *facts, stream));
   inspect<<<tsw_blocks(n_rows, BLOCK / LANES), BLOCK, 0, stream>>>(t->row_ptr, t->col_idx, n_rows,
                                                                    descending, facts);
   return TSW_CUDA_STATUS(cudaGetLastError());
}

/* Sort a triangle, given the length of its longest unsorted row, and count repetitions. */
trisweep_status sort_triangle(int64_t n_rows, int64_t nnz, bool descending, int longest,
                              cudaStream_t stream, order_facts *facts, tsw_memory *owner,
                              tsw_triangle *t)
{
   if (longest > COUNTING_LIMIT)
   {
      TSW_TRY(sort_long(n_rows, nnz, descending, stream, t));
      return inspect_triangle(t, n_rows, descending, stream, facts);
   }
   TSW_CUDA(cudaMemsetAsync(facts, 0, sizeof *facts, stream));
   return sort_short(n_rows, nnz, descending, stream, facts, owner, t);
}

} // namespace

trisweep_status tsw_device_sort_rows(cudaStream_t stream, tsw_memory *owner, tsw_packed *p)
{
   TSW_SCRATCH_DEVICE order_facts *device = NULL;
   tsw_triangle                   *t[] = { &p->lower, &p->upper };
   order_facts                     facts[2];
   TSW_TRY(TSW_ALLOC_DEVICE(NULL, &device, 2, "facts about the rows"));
   /* Inspect both triangles, then sort the unsorted ones. */
   for (int upper = 0; upper < 2; upper++)
   {
      TSW_TRY(inspect_triangle(t[upper], p->n_rows, upper != 0, stream, &device[upper]));
   }
   TSW_TRY(tsw_memory_read(facts, device, 2 * sizeof *facts, stream));
   const bool unsorted = facts[0].longest > 0 || facts[1].longest > 0;
   for (int upper = 0; upper < 2; upper++)
   {
      if (facts[upper].longest > 0)
      {
         TSW_TRY(sort_triangle(p->n_rows, p->n_entries[upper], upper != 0, facts[upper].longest,
                               stream, &device[upper], owner, t[upper]));
      }
   }
   if (unsorted)
   {
      TSW_TRY(tsw_memory_read(facts, device, 2 * sizeof *facts, stream));
   }
   for (int upper = 0; upper < 2; upper++)
   {
      if (facts[upper].n_repetitions > 0)
      {
         p->n_entries[upper] -= facts[upper].n_repetitions;
         TSW_TRY(drop_repetitions(p->n_rows, p->n_entries[upper], stream, owner, t[upper]));
      }
   }
   return TRISWEEP_OK;
}
